//! How a recording is written: one that people can read and compare.

use serde_json::{Value, json};

/// Such long lines does a recording have at most, where a value could be broken.
const WIDTH: usize = 140;

/// The text of a recording: what fits into a line stands in one.
pub fn laid_out(value: &Value) -> String {
    let mut out = String::new();
    lay_out(value, 0, &mut out);
    out
}

fn lay_out(value: &Value, indent: usize, out: &mut String) {
    let flat = value.to_string();
    let (open, close, items): (char, char, Vec<(Option<&String>, &Value)>) = match value {
        Value::Array(all) => ('[', ']', all.iter().map(|it| (None, it)).collect()),
        Value::Object(all) => ('{', '}', all.iter().map(|(key, it)| (Some(key), it)).collect()),
        _ => return out.push_str(&flat),
    };
    if indent + flat.chars().count() <= WIDTH || items.is_empty() {
        return out.push_str(&flat);
    }
    out.push(open);
    for (number, (key, item)) in items.into_iter().enumerate() {
        out.push_str(if number == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(indent + 1));
        if let Some(key) = key {
            out.push_str(&format!("{}: ", json!(key)));
        }
        lay_out(item, indent + 1, out);
    }
    out.push_str(&format!("\n{}{close}", " ".repeat(indent)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_has_short_lines_where_it_can() {
        let value = json!([{"a": "x".repeat(100), "b": "y".repeat(100)}, {"c": 1}]);
        let text = laid_out(&value);
        assert_eq!(text.lines().count(), 7, "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
    }
}
