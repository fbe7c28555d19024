//! `=~`, and what options of `case` and selectors take.

use std::sync::Arc;

use super::{At, OpError, a_label, equals};
use crate::Value;
use crate::print::MAX_DEPTH;
use crate::regex::{Captures, Regex};
use crate::version::{Version, VersionRange};

/// `=~`. Captures only from a regular expression that matched.
pub fn matches(left: &Value, pattern: &Value) -> Result<(bool, Option<Captures>), OpError> {
    let regex = match pattern {
        Value::Unknown(_) => return Ok((false, None)),
        Value::Type(ty) => return Ok((ty.is_instance(left), None)),
        Value::VersionRange(range) => return Ok((in_range(range, left), None)),
        Value::Regex(it) => it.clone(),
        Value::String(source) => Arc::new(Regex::new(source).map_err(|error| not_a_regex(&error.to_string()))?),
        other => return Err(not_a_regex(&format!("no implicit conversion of {} into String", ruby_class(other)))),
    };
    match left {
        Value::Unknown(_) => Ok((false, None)),
        Value::String(text) => {
            let captures = regex.captures(text);
            Ok((captures.is_some(), captures))
        }
        other => {
            let message = format!("Left match operand must result in a String value. Got {}.", a_label(other));
            Err(OpError::new(At::Left, "MATCH_NOT_STRING", message))
        }
    }
}

fn not_a_regex(detail: &str) -> OpError {
    let message = format!("Can not convert right match operand to a regular expression. Caused by '{detail}'.");
    OpError::new(At::Right, "MATCH_NOT_REGEXP", message)
}

/// Ruby's class of a value that is no text.
fn ruby_class(value: &Value) -> &'static str {
    match value {
        Value::Undef => "nil",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        other => crate::ruby::class(other).unwrap_or("Object"),
    }
}

pub(super) fn in_range(range: &VersionRange, value: &Value) -> bool {
    match value {
        Value::Version(it) => range.includes(it),
        Value::String(text) => Version::parse(text).is_ok_and(|it| range.includes(&it)),
        _ => false,
    }
}

/// Whether an option of `case` or a selector takes the subject. Of several regular expressions in a list the last one gives
/// the captures.
pub fn select_matches(option: &Value, subject: &Value) -> (bool, Option<Captures>) {
    let mut captures = None;
    let matched = select(option, subject, &mut captures, 0);
    (matched, captures)
}

pub(super) fn select(option: &Value, subject: &Value, captures: &mut Option<Captures>, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match (option, subject) {
        (Value::Regex(regex), Value::String(text)) => {
            let found = regex.captures(text);
            let matched = found.is_some();
            if matched {
                *captures = found;
            }
            matched
        }
        (Value::Regex(_), _) => false,
        (Value::Version(version), Value::Version(it)) => version == it,
        (Value::Version(version), Value::String(text)) => Version::parse(text).is_ok_and(|it| it == **version),
        (Value::Version(_), _) => false,
        (Value::VersionRange(range), _) => in_range(range, subject),
        (Value::Type(ty), _) => ty.is_instance(subject),
        (Value::Array(options), Value::Array(values)) => {
            options.len() == values.len()
                && options.iter().zip(values.iter()).all(|(option, value)| select(option, value, captures, depth + 1))
        }
        (Value::Array(_), _) => false,
        (Value::Hash(options), Value::Hash(values)) => {
            options.iter().all(|(key, option)| select(option, values.get(key).unwrap_or(&Value::Undef), captures, depth + 1))
        }
        (Value::Hash(_), _) => false,
        (Value::Default, _) => true,
        _ => equals(subject, option),
    }
}
