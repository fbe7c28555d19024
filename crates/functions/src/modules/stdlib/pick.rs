//! `pick` and `pick_default`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

fn is_set(value: &Value) -> bool {
    !value.is_undef() && value.as_str() != Some("")
}

pub(super) fn pick(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments.iter().find(|it| is_set(it)) {
        Some(found) if !ruby::to_s(found).is_empty() => Ok(found.clone()),
        _ => Err(Failure::plain("pick(): must receive at least one non empty value")),
    }
}

pub(super) fn pick_default(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some((default, others)) = call.arguments.split_last() else {
        return Err(Failure::plain("Must receive at least one argument."));
    };
    Ok(others.iter().find(|it| is_set(it)).unwrap_or(default).clone())
}
