//! `call`, `lest`, `then`, `with` and `unwrap`: what gives values to blocks and functions.

use issue::Issue;
use values::Value;

use crate::{Call, Context, Failure, Outcome};

pub(super) fn call(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments.split_first() {
        Some((Value::Deferred(deferred), _)) => context.resolve_deferred(deferred),
        Some((name, rest)) => {
            let name = name.as_str().unwrap_or_default();
            context.call_function(name, rest.to_vec(), call.block).map_err(|failure| match &failure {
                Failure::Error(error) if is_unknown(&error.issue, name) => Failure::plain(format!("Unknown function '{name}'")),
                _ => failure,
            })
        }
        None => Ok(Value::Undef),
    }
}

/// Whether the function that was called does not exist.
fn is_unknown(issue: &Issue, called: &str) -> bool {
    matches!(issue, Issue::UnknownFunction { name } if **name == *called)
}

pub(super) fn lest(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::Undef => context.call_block(call.block()?, vec![]),
        other => Ok(other.clone()),
    }
}

pub(super) fn then(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.at(0) {
        Value::Undef => Ok(Value::Undef),
        other => context.call_block(call.block()?, vec![other.clone()]),
    }
}

pub(super) fn with(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    context.call_block(call.block()?, call.arguments.to_vec())
}

pub(super) fn unwrap(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = match call.at(0) {
        Value::Sensitive(inner) => (**inner).clone(),
        other => other.clone(),
    };
    match call.block {
        Some(block) => context.call_block(block, vec![value]),
        None => Ok(value),
    }
}
