//! `map`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, iterate};

pub(super) fn map(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let block = call.block()?;
    let value = call.at(0);
    let (two, of_hash) = (block.takes(2), matches!(value, Value::Hash(_)));
    let mut result = Vec::new();
    for (index, element) in (0..).zip(iterate::elements("map", value)?) {
        match iterate::visit(context, block, index, &element, of_hash, two) {
            Ok(mapped) => iterate::add(&mut result, mapped)?,
            Err(Failure::Break) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(Value::array(result))
}
