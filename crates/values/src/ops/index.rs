//! `value[…]`.

use std::ops::Range;
use std::sync::Arc;

use super::label::{a_label_uc, starts_with_vowel};
use super::{At, OpError, Warning, coerce, number_of};
use crate::{Strict, Value, infer};

/// `value[keys]` of texts, lists, hashes, versions …. Types are not for this: `ty::parameterize` knows them.
pub fn index(value: &Value, keys: &[Value], strict: Strict) -> Result<(Value, Vec<Warning>), OpError> {
    let mut warnings = vec![];
    let found = match value {
        Value::String(text) => Value::from(slice_text(text, &flat(keys))?),
        Value::Binary(bytes) => {
            let range = text_range(bytes.len(), &flat(keys))?;
            Value::Binary(Arc::from(bytes.get(range).unwrap_or_default()))
        }
        Value::Array(values) => element(value, values, &flat(keys), strict, &mut warnings)?,
        Value::Hash(entries) => match keys {
            [] => return Err(OpError::new(At::Left, "BAD_HASH_SLICE_ARITY", "Hash supports [] with one or more arguments. Got 0")),
            [key] => entries.get(key).cloned().unwrap_or(Value::Undef),
            keys => Value::array(keys.iter().filter_map(|key| entries.get(key)).filter(|it| !it.is_undef()).cloned().collect()),
        },
        Value::Unknown(_) => value.clone(),
        other => return Err(OpError::not_applicable("[]", other)),
    };
    Ok((found, warnings))
}

/// Lists of keys count as keys.
fn flat(keys: &[Value]) -> Vec<Value> {
    let mut result = vec![];
    let mut open: Vec<Value> = keys.iter().rev().cloned().collect();
    while let Some(key) = open.pop() {
        match key {
            Value::Array(values) => open.extend(values.iter().rev().cloned()),
            other => result.push(other),
        }
    }
    result
}

fn slice_text(text: &str, keys: &[Value]) -> Result<String, OpError> {
    if text.is_ascii() {
        let range = text_range(text.len(), keys)?;
        return Ok(text.get(range).unwrap_or_default().to_owned());
    }
    let range = text_range(text.chars().count(), keys)?;
    Ok(text.chars().skip(range.start).take(range.len()).collect())
}

/// One character, or a number of them from one on; nothing outside of the text.
fn text_range(length: usize, keys: &[Value]) -> Result<Range<usize>, OpError> {
    let number = |index: usize, key: &Value| {
        let number = key.as_str().and_then(number_of).unwrap_or_else(|| key.clone());
        match number {
            Value::Integer(it) => Ok(it),
            other => {
                let name = key_name(&other);
                let article = if starts_with_vowel(&name) { "an" } else { "a" };
                let message = format!("A substring operation does not accept {article} {name} as a character index. Expected an Integer");
                Err(OpError::new(At::Key(index), "BAD_STRING_SLICE_KEY_TYPE", message))
            }
        }
    };
    match keys {
        [key] => {
            let length = i64::try_from(length).unwrap_or(i64::MAX);
            let at = number(0, key)?;
            let at = if at < 0 { length.saturating_add(at) } else { at };
            Ok(usize::try_from(at).ok().filter(|_| at < length).map_or(0..0, |at| at..at + 1))
        }
        [from, count] => {
            let (from, count) = (number(0, from)?, number(1, count)?);
            Ok(span(length, from, count))
        }
        _ => {
            let message = format!("String supports [] with one or two arguments. Got {}", keys.len());
            Err(OpError::new(At::Left, "BAD_STRING_SLICE_ARITY", message))
        }
    }
}

/// A negative start counts from the end, a negative count goes up to there.
fn span(length: usize, from: i64, count: i64) -> Range<usize> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let mut from = if from < 0 { length.saturating_add(from) } else { from };
    let mut count = if count < 0 { length.saturating_sub(from).saturating_add(count).saturating_add(1) } else { count };
    if from < 0 {
        count = count.saturating_add(from);
        from = 0;
    }
    if count <= 0 || from >= length {
        return 0..0;
    }
    let end = from.saturating_add(count).min(length);
    usize::try_from(from).unwrap_or(0)..usize::try_from(end).unwrap_or(0)
}

fn element(list: &Value, values: &[Value], keys: &[Value], strict: Strict, warnings: &mut Vec<Warning>) -> Result<Value, OpError> {
    let integer = |at: usize, number: Value| match number {
        Value::Integer(it) => Ok(it),
        other => {
            let message = format!("{}[] cannot use {} where Integer is expected", a_label_uc(list), key_name(&other));
            Err(OpError::new(At::Key(at), "BAD_SLICE_KEY_TYPE", message))
        }
    };
    match keys {
        [key] => {
            let at = integer(0, coerce(key, At::Key(0), strict, warnings)?)?;
            let length = i64::try_from(values.len()).unwrap_or(i64::MAX);
            let at = if at < 0 { length.saturating_add(at) } else { at };
            Ok(usize::try_from(at).ok().and_then(|at| values.get(at)).cloned().unwrap_or(Value::Undef))
        }
        [from, count] => {
            let (from, count) = (coerce(from, At::Key(0), strict, warnings)?, coerce(count, At::Key(1), strict, warnings)?);
            let (from, count) = (integer(0, from)?, integer(1, count)?);
            Ok(Value::array(values.get(span(values.len(), from, count)).unwrap_or_default().to_vec()))
        }
        _ => {
            let message = format!("Array supports [] with one or two arguments. Got {}", keys.len());
            Err(OpError::new(At::Left, "BAD_ARRAY_SLICE_ARITY", message))
        }
    }
}

/// The type of a key that does not fit, without what is special to it.
fn key_name(key: &Value) -> String {
    match key {
        Value::Undef => "Undef".to_owned(),
        Value::Default => "Default".to_owned(),
        Value::Boolean(_) => "Boolean".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::String(_) => "String".to_owned(),
        other => infer(other).generalize().to_string(),
    }
}
