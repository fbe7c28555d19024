//! `call`, `lest`, `then`, `with` and `unwrap`: what gives values to blocks and functions.

use issue::Issue;
use values::{Deferred, Value};

use crate::{Call, Context, Failure, Outcome};

/// Values nested deeper than this are taken as they are.
const DEEPEST: usize = 200;

pub(super) fn call(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    match call.arguments.split_first() {
        Some((Value::Deferred(deferred), _)) => resolve(context, deferred, 0),
        Some((name, rest)) => {
            let name = name.as_str().unwrap_or_default();
            context.call_function(name, rest.to_vec(), call.block).map_err(|failure| named(failure, name))
        }
        None => Ok(Value::Undef),
    }
}

/// Runs what a deferred call names, after those in its arguments. `$x` is a variable of the top scope, which is dug into.
fn resolve(context: &mut dyn Context, deferred: &Deferred, depth: usize) -> Outcome {
    context.spend(1)?;
    let given = deferred.arguments.iter().flat_map(|it| it.iter());
    let mut arguments = given.map(|it| resolved(context, it, depth + 1)).collect::<Result<Vec<Value>, Failure>>()?;
    let Some(variable) = deferred.name.strip_prefix('$') else {
        return context.call_function(&deferred.name, arguments, None).map_err(|failure| named(failure, &deferred.name));
    };
    let Some(value) = context.variable(&format!("::{variable}")) else {
        return Err(Failure::plain(format!("Undefined variable '{variable}'; ")));
    };
    arguments.insert(0, value);
    context.call_function("dig", arguments, None)
}

/// A value in which deferred calls are replaced by their results.
fn resolved(context: &mut dyn Context, value: &Value, depth: usize) -> Outcome {
    Ok(match value {
        _ if depth > DEEPEST => value.clone(),
        Value::Deferred(deferred) => resolve(context, deferred, depth)?,
        Value::Array(items) => Value::array(items.iter().map(|it| resolved(context, it, depth + 1)).collect::<Result<_, Failure>>()?),
        Value::Hash(entries) => {
            let entries = entries.iter().map(|(key, it)| Ok((key.clone(), resolved(context, it, depth + 1)?)));
            Value::hash(entries.collect::<Result<_, Failure>>()?)
        }
        Value::Sensitive(inner) => Value::Sensitive(resolved(context, inner, depth + 1)?.into()),
        // Puppet gives on the bytes as a text. Bytes that are none stay what they are.
        Value::Binary(bytes) => std::str::from_utf8(bytes).map_or_else(|_| value.clone(), Value::from),
        other => other.clone(),
    })
}

/// Of a function that does not exist `call` has words of its own.
fn named(failure: Failure, name: &str) -> Failure {
    match &failure {
        Failure::Error(error) if is_unknown(&error.issue, name) => Failure::plain(format!("Unknown function '{name}'")),
        _ => failure,
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
