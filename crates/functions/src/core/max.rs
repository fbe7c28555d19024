//! `max` and `min`.

use std::cmp::Ordering;

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn max(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    best(context, call, Ordering::Greater)
}

pub(super) fn min(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    best(context, call, Ordering::Less)
}

fn best(context: &mut dyn Context, call: &Call<'_>, wanted: Ordering) -> Outcome {
    let values: &[Value] = match call.arguments {
        [Value::Array(list)] => list,
        other => other,
    };
    let name = call.name;
    let Some((first, rest)) = values.split_first() else {
        if call.block.is_some() {
            return Ok(Value::Undef);
        }
        return Err(Failure::plain(format!("{name}(): Wrong number of arguments need at least one")));
    };
    let mut best = first;
    for value in rest {
        context.spend(1)?;
        let ordering = match call.block {
            Some(block) => match context.call_block(block, vec![value.clone(), best.clone()])? {
                Value::Unknown(unknown) => return Ok(crate::unknown::because(&unknown, values::Type::Any)),
                result => sign(&result, value, best)?,
            },
            None => compare(context, name, values, value, best)?,
        };
        if ordering == wanted {
            best = value;
        }
    }
    Ok(best.clone())
}

/// Order that Ruby reads from the result of a comparing block.
pub(super) fn sign(result: &Value, a: &Value, b: &Value) -> Result<Ordering, Failure> {
    match result {
        Value::Integer(it) => Ok(it.cmp(&0)),
        Value::Float(it) => Ok(it.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        Value::Undef => Err(ruby::not_comparable(a, b)),
        Value::String(_) => Err(Failure::plain("comparison of String with 0 failed")),
        other => Err(ruby::no_method(">", other)),
    }
}

fn compare(context: &mut dyn Context, name: &str, all: &[Value], a: &Value, b: &Value) -> Result<Ordering, Failure> {
    let numbers = |it: &Value| matches!(it, Value::Integer(_) | Value::Float(_));
    // The signatures decide by all of the values, not by the two.
    let same = all.iter().all(numbers)
        || all.iter().all(|it| matches!(it, Value::Version(_)))
        || all.iter().all(|it| matches!(it, Value::Timespan(_)))
        || all.iter().all(|it| matches!(it, Value::Timestamp(_)));
    if same {
        return ruby::order(a, b).ok_or_else(|| ruby::not_comparable(a, b));
    }
    let texts = all.iter().all(|it| matches!(it, Value::String(_)));
    let (text_a, text_b) = (ruby::to_s(a), ruby::to_s(b));
    if looks_like_number(&text_a) && looks_like_number(&text_b) {
        deprecated(context, name, "String to Numeric");
        let number = |value: &Value, text: &str| match value {
            Value::Float(it) => *it,
            _ => literals::to_f(text),
        };
        return Ok(number(a, &text_a).partial_cmp(&number(b, &text_b)).unwrap_or(Ordering::Equal));
    }
    if !texts {
        deprecated(context, name, "Any to String");
    }
    Ok(text_a.as_bytes().cmp(text_b.as_bytes()))
}

fn deprecated(context: &mut dyn Context, name: &str, what: &str) {
    let message =
        format!("The {name}() function's auto conversion of {what} is deprecated - change to convert input before calling, or use lambda");
    context.warn_once(message);
}

/// `-?\d+([._eE]\d+)?`.
fn looks_like_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once(['.', '_', 'e', 'E']) {
        Some((whole, rest)) => all(whole) && all(rest),
        None => all(digits),
    }
}
