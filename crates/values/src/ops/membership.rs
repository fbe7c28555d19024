//! `in`.

use super::matching::{in_range, select};
use super::{OpError, equals};
use crate::Value;
use crate::regex::Captures;

/// `in`.
pub fn includes(needle: &Value, haystack: &Value) -> Result<bool, OpError> {
    Ok(find_in(needle, haystack).0)
}

/// `in` with what a regular expression found, which sets `$0` as `=~` does.
pub fn find_in(needle: &Value, haystack: &Value) -> (bool, Option<Captures>) {
    let mut captures = None;
    let found = match haystack {
        Value::String(text) => match needle {
            Value::String(it) => text.to_lowercase().contains(&it.to_lowercase()),
            Value::Regex(regex) => {
                captures = regex.captures(text);
                captures.is_some()
            }
            _ => false,
        },
        Value::Binary(bytes) => match needle {
            Value::Binary(it) => contains(bytes, it),
            Value::String(it) => contains(bytes, it.as_bytes()),
            Value::Integer(it) => u8::try_from(*it).is_ok_and(|it| bytes.contains(&it)),
            _ => false,
        },
        Value::Array(values) => in_list(needle, values.iter(), &mut captures),
        Value::Hash(entries) => in_list(needle, entries.keys(), &mut captures),
        Value::VersionRange(range) => in_range(range, needle),
        _ => false,
    };
    (found, captures)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

fn in_list<'a>(needle: &Value, mut values: impl Iterator<Item = &'a Value>, captures: &mut Option<Captures>) -> bool {
    match needle {
        Value::Regex(regex) => {
            *captures = values.filter_map(Value::as_str).find_map(|text| regex.captures(text));
            captures.is_some()
        }
        // The elements are patterns here: `'abc' in [/b/]`.
        Value::String(_) | Value::Version(_) => values.any(|element| select(element, needle, captures, 0)),
        Value::Type(ty) => values.any(|element| ty.is_instance(element)),
        _ => values.any(|element| equals(element, needle)),
    }
}
