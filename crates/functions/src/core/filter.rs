//! `filter`.

use values::{Hash, Type, Value};

use crate::{Call, Context, Failure, Outcome, iterate, unknown};

pub(super) fn filter(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let block = call.block()?;
    let value = call.at(0);
    let (two, of_hash) = (block.takes(2), matches!(value, Value::Hash(_)));
    let mut retained = Vec::new();
    let mut doubt = None;
    for (index, element) in (0..).zip(iterate::elements("filter", value)?) {
        match iterate::visit(context, block, index, &element, of_hash, two) {
            Ok(Value::Unknown(unknown)) => doubt = Some(unknown),
            Ok(result) if result.is_true() => iterate::add(&mut retained, element)?,
            Ok(_) => {}
            // Ruby's own `select` on hashes lets it through.
            Err(Failure::Break) if !of_hash => break,
            Err(other) => return Err(other),
        }
    }
    if let Some(unknown) = doubt {
        return Ok(unknown::because(&unknown, Type::Collection(values::Size::ANY)));
    }
    if !of_hash {
        return Ok(Value::array(retained));
    }
    let mut result = Hash::default();
    for pair in retained {
        if let Value::Array(pair) = pair
            && let [key, value] = &pair[..]
        {
            result.insert(key.clone(), value.clone());
        }
    }
    Ok(Value::hash(result))
}
