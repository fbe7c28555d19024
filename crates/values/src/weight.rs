//! How much a value holds, through all levels.
//!
//! Lists and hashes are shared, so that a few lines make a value of which each level holds the one below twice: small in memory and without
//! end for a full walk. Each level is a call for what compares values and frees them, so there is a limit to those, too.

use crate::Value;

/// No value may hold more.
pub const MOST_ELEMENTS: usize = 10_000_000;

/// No value may be nested deeper.
pub const MOST_LEVELS: usize = 1_000;

/// Why a value cannot be worked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// It holds more than [`MOST_ELEMENTS`], counted at each occurrence.
    Elements,
    /// It is nested deeper than [`MOST_LEVELS`].
    Levels,
}

/// Bytes of text that count as one element.
const TEXT: usize = 16;

/// Returns how long it takes to walk through a value: its elements, and a share of its texts. Fails if it is too large.
pub fn weight(value: &Value) -> Result<usize, Excess> {
    match value {
        Value::String(text) => return Ok(text.len() / TEXT),
        other if !is_container(other) => return Ok(0),
        _ => {}
    }
    let mut texts = 0_usize;
    let mut is_container = |value: &Value| {
        if let Value::String(text) = value {
            texts = texts.saturating_add(text.len() / TEXT);
        }
        is_container(value)
    };
    let mut waiting = vec![(value, 0_usize)];
    let mut count = 0_usize;
    while let Some((value, level)) = waiting.pop() {
        if level > MOST_LEVELS {
            return Err(Excess::Levels);
        }
        match value {
            Value::Array(values) => {
                count += values.len();
                waiting.extend(values.iter().filter(|it| is_container(it)).map(|it| (it, level + 1)));
            }
            Value::Hash(entries) => {
                count += entries.len();
                let parts = entries.iter().flat_map(|(key, value)| [key, value]);
                waiting.extend(parts.filter(|it| is_container(it)).map(|it| (it, level + 1)));
            }
            Value::Iterator(it) => {
                count += it.elements.len();
                waiting.extend(it.elements.iter().filter(|it| is_container(it)).map(|it| (it, level + 1)));
            }
            Value::Object(it) => {
                count += it.attributes.len();
                waiting.extend(it.attributes.iter().map(|(_, it)| it).filter(|it| is_container(it)).map(|it| (it, level + 1)));
            }
            Value::Deferred(it) => {
                let arguments = it.arguments.iter().flat_map(|it| it.iter());
                waiting.extend(arguments.filter(|it| is_container(it)).map(|it| (it, level + 1)));
            }
            Value::Sensitive(inner) => waiting.push((inner, level + 1)),
            _ => {}
        }
        if count > MOST_ELEMENTS {
            return Err(Excess::Elements);
        }
    }
    Ok(count.saturating_add(texts))
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Iterator(_) | Value::Sensitive(_) | Value::Object(_) | Value::Deferred(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_counts_each_time() {
        let mut value = Value::array(vec![1.into(), 2.into()]);
        for _ in 0..20 {
            value = Value::array(vec![value.clone(), value]);
        }
        assert_eq!(weight(&value).err(), None);
        for _ in 0..40 {
            value = Value::array(vec![value.clone(), value]);
        }
        assert_eq!(weight(&value).err(), Some(Excess::Elements));
    }

    #[test]
    fn texts_count_by_their_length() {
        let text = Value::from("x".repeat(1600));
        assert_eq!(weight(&text), Ok(100));
        assert_eq!(weight(&Value::array(vec![text.clone(), Value::array(vec![text]), 1.into()])), Ok(204));
        assert_eq!(weight(&1.into()), Ok(0));
    }

    #[test]
    fn levels_are_counted_through_every_kind_of_value() {
        let mut value = Value::Undef;
        for _ in 0..400 {
            value = Value::Sensitive(std::sync::Arc::new(Value::array(vec![value])));
        }
        assert_eq!(weight(&value).err(), None);
        for _ in 0..200 {
            value = Value::Sensitive(std::sync::Arc::new(Value::array(vec![value])));
        }
        assert_eq!(weight(&value).err(), Some(Excess::Levels));
    }
}
