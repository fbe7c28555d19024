//! `==`.

use std::sync::Arc;

use crate::Value;
use crate::object::Uri;
use crate::print::MAX_DEPTH;
use crate::ty::question::with_stack;

/// The language's `==`: case of ASCII letters does not matter, `1` is `1.0`.
pub fn equals(a: &Value, b: &Value) -> bool {
    equals_at(a, b, 0)
}

fn equals_at(a: &Value, b: &Value, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match (a, b) {
        (Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
        (Value::Integer(a), Value::Float(b)) | (Value::Float(b), Value::Integer(a)) => *a as f64 == *b,
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Timestamp(time), number) | (number, Value::Timestamp(time)) if is_number(number) => is_seconds(time.0, number),
        (Value::Timespan(time), number) | (number, Value::Timespan(time)) if is_number(number) => is_seconds(time.0, number),
        (Value::Array(a), Value::Array(b)) if Arc::ptr_eq(a, b) => true,
        (Value::Hash(a), Value::Hash(b)) if Arc::ptr_eq(a, b) => true,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && with_stack(|| a.iter().zip(b.iter()).all(|(a, b)| equals_at(a, b, depth + 1)))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            // A key that is not there counts as one that is undef.
            let same = || a.iter().all(|(key, value)| equals_at(b.get(key).unwrap_or(&Value::Undef), value, depth + 1));
            a.len() == b.len() && with_stack(same)
        }
        (Value::Uri(a), Value::Uri(b)) => Uri::new(a).is_same(&Uri::new(b)),
        _ => a == b,
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_))
}

fn is_seconds(nanos: i128, number: &Value) -> bool {
    super::order::nanos_to_number(nanos, number).is_some_and(std::cmp::Ordering::is_eq)
}
