//! `empty`, `length` and `size`.

use values::Value;

use crate::{Call, Context, Outcome};

pub(super) fn empty(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = match call.at(0) {
        Value::Sensitive(inner) => inner,
        other => other,
    };
    if matches!(value, Value::Integer(_) | Value::Float(_)) {
        context.deprecated_here("empty-from-numeric", "Calling function empty() with Numeric value is deprecated.".to_owned());
        return Ok(Value::Boolean(false));
    }
    Ok(Value::Boolean(count(value).is_none_or(|it| it == 0)))
}

pub(super) fn length(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    Ok(count(call.at(0)).map_or(Value::Undef, |it| Value::Integer(i64::try_from(it).unwrap_or(i64::MAX))))
}

fn count(value: &Value) -> Option<usize> {
    match value {
        Value::Array(list) => Some(list.len()),
        Value::Hash(hash) => Some(hash.len()),
        Value::String(text) => Some(text.chars().count()),
        Value::Binary(bytes) => Some(bytes.len()),
        _ => None,
    }
}
