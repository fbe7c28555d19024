//! How much a value holds, through all levels.
//!
//! Lists and hashes are shared, so that a few lines make a value of which each level holds the one below twice: small in memory
//! and without end for everything that looks at all of it.

use crate::Value;

/// No value may hold more.
pub const MOST_ELEMENTS: usize = 10_000_000;

/// Whether the value holds more than [`MOST_ELEMENTS`], counted as often as they are met.
pub fn is_too_large(value: &Value) -> bool {
    let mut waiting = vec![value];
    let mut count = 0_usize;
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(values) => {
                count += values.len();
                waiting.extend(values.iter().filter(|it| is_container(it)));
            }
            Value::Hash(entries) => {
                count += entries.len();
                waiting.extend(entries.iter().flat_map(|(key, value)| [key, value]).filter(|it| is_container(it)));
            }
            Value::Iterator(it) => {
                count += it.elements.len();
                waiting.extend(it.elements.iter().filter(|it| is_container(it)));
            }
            Value::Sensitive(inner) => waiting.push(inner),
            _ => {}
        }
        if count > MOST_ELEMENTS {
            return true;
        }
    }
    false
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Iterator(_) | Value::Sensitive(_))
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
        assert!(!is_too_large(&value));
        for _ in 0..40 {
            value = Value::array(vec![value.clone(), value]);
        }
        assert!(is_too_large(&value));
    }
}
