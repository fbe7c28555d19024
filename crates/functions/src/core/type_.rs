//! `type` and `assert_type`.

use values::{Value, mismatch};

use crate::{Call, Context, Failure, Outcome};

pub(super) fn type_(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = call.at(0);
    Ok(Value::Type(match call.text(1) {
        "reduced" => values::infer_reduced(value),
        "generalized" => values::infer_reduced(value).generalize(),
        _ => values::infer(value),
    }))
}

pub(super) fn assert_type(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let ty = match call.at(0) {
        Value::Type(ty) => ty.clone(),
        other => context.resolve_type(other.as_str().unwrap_or_default())?,
    };
    let value = call.at(1);
    if ty.is_instance(value) {
        return Ok(value.clone());
    }
    match call.block {
        Some(block) => context.call_block(block, vec![Value::Type(ty), Value::Type(values::infer(value))]),
        None => Err(Failure::plain(mismatch::describe("assert_type():", &ty, value))),
    }
}
