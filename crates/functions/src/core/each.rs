//! `each`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, iterate};

pub(super) fn each(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let block = call.block()?;
    let value = call.at(0);
    let (two, of_hash) = (block.takes(2), matches!(value, Value::Hash(_)));
    for (index, element) in (0..).zip(iterate::elements("each", value)?) {
        match iterate::visit(context, block, index, &element, of_hash, two) {
            Ok(_) => {}
            Err(Failure::Break) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(value.clone())
}
