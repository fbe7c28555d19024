//! `dig`, `get` and `getvar`.

use std::sync::Arc;

use values::{Hash, Object, Type, Value, ty};

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn dig(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Some((data, keys)) = call.arguments.split_first() else { return Ok(Value::Undef) };
    walk(data, keys).map_err(|it| Failure::plain(it.message))
}

/// A path that leads nowhere.
struct NoWay {
    message: String,
    /// The keys as far as they were followed.
    walked: Vec<Value>,
    /// Word of the details for the type of the obstacle, and that type.
    cause: (&'static str, Type),
    code: &'static str,
}

impl NoWay {
    /// Argument of a block.
    fn error(self) -> Value {
        let Some(Type::Object(ty)) = ty::named("Error") else { return Value::from(self.message) };
        let mut details = Hash::default();
        details.insert("walked_path".into(), Value::array(self.walked));
        details.insert(self.cause.0.into(), Value::Type(self.cause.1));
        let attributes = vec![
            ("msg".into(), Value::from(self.message)),
            ("kind".into(), "SLICE_ERROR".into()),
            ("details".into(), Value::hash(details)),
            ("issue_code".into(), self.code.into()),
        ];
        Value::Object(Arc::new(Object { ty, attributes }))
    }
}

fn walk(data: &Value, keys: &[Value]) -> Result<Value, NoWay> {
    let mut current = data.clone();
    for (depth, key) in keys.iter().enumerate() {
        if current.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        let walked = |count: usize| keys.get(..count).unwrap_or_default().to_vec();
        let shown = |count: usize| ruby::inspect(&Value::array(walked(count)));
        current = match &current {
            Value::Hash(hash) => hash.get(key).cloned().unwrap_or(Value::Undef),
            Value::Array(list) => match key {
                Value::Integer(index) => at(list, *index),
                other => {
                    let ty = values::infer_reduced(other);
                    let message = format!("The given data requires an Integer index at {}, got '{ty}'", shown(depth + 1));
                    let (walked, cause) = (walked(depth + 1), ("index_type", ty));
                    return Err(NoWay { message, walked, cause, code: "EXPECTED_INTEGER_INDEX" });
                }
            },
            Value::Unknown(unknown) => return Ok(crate::unknown::because(unknown, values::Type::Any)),
            other => {
                let ty = values::infer_reduced(other);
                let message = format!("The given data does not contain a Collection at {}, got '{ty}'", shown(depth));
                return Err(NoWay { message, walked: walked(depth), cause: ("value_type", ty), code: "EXPECTED_COLLECTION" });
            }
        };
    }
    Ok(current)
}

/// An element, counted from the end where the index is negative.
fn at(list: &[Value], index: i64) -> Value {
    let index = usize::try_from(index).ok().or_else(|| list.len().checked_sub(usize::try_from(index.unsigned_abs()).ok()?));
    index.and_then(|it| list.get(it)).cloned().unwrap_or(Value::Undef)
}

pub(super) fn get(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    navigate(context, call, call.at(0), call.text(1), call.at(2))
}

/// The keys that `dig` and `get` go along from their first argument; none where they fail.
pub fn keys_walked(name: &str, arguments: &[Value]) -> Option<Vec<Value>> {
    match (name, arguments) {
        ("dig", [_, keys @ ..]) => Some(keys.to_vec()),
        ("get", [_, Value::String(navigation), ..]) => keys_of(navigation),
        _ => None,
    }
}

fn keys_of(navigation: &str) -> Option<Vec<Value>> {
    if navigation.is_empty() {
        return Some(Vec::new());
    }
    Some(segments(&format!("x.{navigation}"))?.split_off(1))
}

fn navigate(context: &mut dyn Context, call: &Call<'_>, value: &Value, navigation: &str, default: &Value) -> Outcome {
    if value.is_undef() {
        return Ok(default.clone());
    }
    if navigation.is_empty() {
        return Ok(value.clone());
    }
    let keys = keys_of(navigation).ok_or_else(|| Failure::plain("Syntax error in dotted-navigation string"))?;
    match walk(value, &keys) {
        Ok(Value::Undef) => Ok(default.clone()),
        Ok(found) => Ok(found),
        Err(failure) => match call.block {
            Some(block) => context.call_block(block, vec![failure.error()]),
            None => Err(Failure::plain(failure.message)),
        },
    }
}

/// A key with dots as its parts; parts in quotes may have dots, whole numbers are numbers.
fn segments(key: &str) -> Option<Vec<Value>> {
    let mut parts = Vec::new();
    let mut rest = key;
    loop {
        let (part, after) = segment(rest)?;
        parts.push(part);
        if after.is_empty() {
            return Some(parts);
        }
        rest = after.strip_prefix('.')?;
    }
}

fn segment(text: &str) -> Option<(Value, &str)> {
    let blanks = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']).len();
    let inner = &text[blanks..];
    if let Some(quote @ ('"' | '\'')) = inner.chars().next() {
        let end = inner[1..].find(quote)?;
        if end == 0 {
            return None;
        }
        let after = inner[end + 2..].trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
        return Some((Value::from(&inner[1..=end]), after));
    }
    let end = text.find(['\'', '"', '.']).unwrap_or(text.len());
    if end == 0 {
        return None;
    }
    let word = ruby::strip(&text[..end]);
    let digits = word.strip_prefix(':').unwrap_or(word);
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let number = !unsigned.is_empty() && unsigned.bytes().all(|it| it.is_ascii_digit());
    let value = if number { Value::Integer(ruby::to_i(word)) } else { Value::from(word) };
    Some((value, &text[end..]))
}

pub(super) fn getvar(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let text = call.text(0);
    let (name, navigation) = match text.split_once('.') {
        Some(parts) => parts,
        None => (text.strip_suffix('\n').unwrap_or(text), ""),
    };
    if !is_variable(name) {
        return Err(Failure::plain("'getvar' The given string does not start with a valid variable name"));
    }
    let keys = keys_of(navigation).unwrap_or_default();
    match context.variable_along(name, &keys) {
        Some(value) => navigate(context, call, &value, navigation, call.at(1)),
        None => Ok(call.at(1).clone()),
    }
}

/// `x`, `a::b::_x`, `::a`.
fn is_variable(name: &str) -> bool {
    let mut parts = name.strip_prefix("::").unwrap_or(name).split("::").peekable();
    while let Some(part) = parts.next() {
        let starts = part.starts_with(|it: char| it.is_ascii_lowercase() || (it == '_' && parts.peek().is_none()));
        if !starts || !part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_') {
            return false;
        }
    }
    true
}
