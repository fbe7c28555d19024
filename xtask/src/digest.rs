//! Short names for long values: two values with the same digest are the same value.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256 of a text, in hexadecimal, cut to 128 bits.
pub fn text(text: &[u8]) -> String {
    Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of a JSON value, whatever the order of its keys.
pub fn value(value: &Value) -> String {
    let mut out = String::new();
    canonical(value, &mut out);
    text(out.as_bytes())
}

fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            let mut keys: Vec<_> = map.keys().collect();
            keys.sort();
            out.push('{');
            for (i, key) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                canonical(&map[key], out);
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_of_keys_does_not_matter() {
        assert_eq!(value(&json!({"a": 1, "b": [2, {"c": null, "d": 1.5}]})), value(&json!({"b": [2, {"d": 1.5, "c": null}], "a": 1})));
    }

    #[test]
    fn everything_else_does() {
        assert_ne!(value(&json!([1, 2])), value(&json!([2, 1])));
        assert_ne!(value(&json!(1)), value(&json!("1")));
        assert_ne!(value(&json!(1)), value(&json!(1.0)));
        assert_ne!(value(&json!({"a": null})), value(&json!({})));
    }
}
