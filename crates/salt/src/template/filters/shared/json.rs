//! JSON as Salt writes it.

use jinja::{Error, JsonStyle, Outcome, Value, to_json};

use crate::template::value::is_finite;

/// Largest indentation.
const MAX_INDENT: i64 = 32;

pub fn json(value: &Value, sort_keys: bool, indent: Option<Value>, ensure_ascii: bool) -> Outcome<String> {
    if !is_finite(value) {
        return Err(Error::unknown("data that is too large"));
    }
    let indent = match indent {
        None => None,
        Some(Value::Int(it @ 0..=MAX_INDENT)) => Some(" ".repeat(usize::try_from(it).unwrap_or_default())),
        Some(Value::Str(it)) if it.chars().count() <= 32 => Some(it.to_string()),
        Some(_) => return Err(Error::not_covered("an indentation")),
    };
    to_json(value, &JsonStyle { sort_keys, indent, ensure_ascii })
}
