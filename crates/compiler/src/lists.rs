//! Lists as expressions and functions take them.

use issue::{Ended, Issue};
use values::Value;

use crate::error::Eval;

/// A value that can be read as a whole.
pub fn bounded(value: Value) -> Eval<Value> {
    use values::weight::{Excess, MOST_ELEMENTS, MOST_LEVELS, excess};
    match excess(&value) {
        None => Ok(value),
        Some(Excess::Elements) => Err(Issue::Ended(Ended::Elements(MOST_ELEMENTS)).into()),
        Some(Excess::Levels) => Err(Issue::Ended(Ended::Levels(MOST_LEVELS)).into()),
    }
}

/// Elements of `*x`.
pub fn splat(value: Value) -> Vec<Value> {
    match value {
        Value::Undef => Vec::new(),
        Value::Array(values) => values.to_vec(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        Value::Iterator(it) => it.elements.clone(),
        other => vec![other],
    }
}

/// The elements of nested lists; what is nested without end is cut off.
pub fn flatten(value: Value, out: &mut Vec<Value>, depth: u32) {
    match value {
        Value::Array(values) if depth < 1_000 => {
            for value in values.iter() {
                flatten(value.clone(), out, depth + 1);
            }
        }
        other => out.push(other),
    }
}
