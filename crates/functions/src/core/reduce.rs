//! `reduce`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, iterate};

pub(super) fn reduce(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let block = call.block()?;
    let mut elements = iterate::elements("reduce", call.at(0))?;
    let mut memo = match call.get(1) {
        Some(memo) => memo.clone(),
        None => match elements.next() {
            Some(first) => first,
            None => return Ok(Value::Undef),
        },
    };
    for element in elements {
        context.spend(1)?;
        match context.call_block(block, vec![memo.clone(), element]) {
            Ok(next) => memo = next,
            Err(Failure::Break) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(memo)
}
