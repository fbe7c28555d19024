//! Facts for people, and as YAML.

use std::fmt::Write;

use facts::Facts;
use serde_json::Value as Json;

/// One value without its name.
pub fn alone(value: &Json) -> String {
    let mut out = String::new();
    match value {
        Json::String(text) => out.push_str(text),
        Json::Null => {}
        other => nested(other, 0, &mut out),
    }
    out
}

pub fn text(facts: &Facts) -> String {
    let mut out = String::new();
    for (name, value) in facts {
        let _ = writeln!(out, "{name} => {}", alone(value));
    }
    out
}

fn nested(value: &Json, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth + 1);
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            out.push_str("{\n");
            for (at, (name, value)) in entries.iter().enumerate() {
                let _ = write!(out, "{indent}{name} => ");
                nested(value, depth + 1, out);
                out.push_str(if at + 1 < entries.len() { ",\n" } else { "\n" });
            }
            let _ = write!(out, "{}}}", "  ".repeat(depth));
        }
        Json::Array(items) if !items.is_empty() => {
            out.push_str("[\n");
            for (at, value) in items.iter().enumerate() {
                out.push_str(&indent);
                nested(value, depth + 1, out);
                out.push_str(if at + 1 < items.len() { ",\n" } else { "\n" });
            }
            let _ = write!(out, "{}]", "  ".repeat(depth));
        }
        other => {
            let _ = write!(out, "{other}");
        }
    }
}

pub fn yaml(facts: &Facts) -> String {
    let mut out = String::from("---\n");
    for (name, value) in facts {
        out.push_str(&scalar(name));
        out.push(':');
        below(value, 1, &mut out);
    }
    out
}

/// What stands behind a colon or a dash.
fn below(value: &Json, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            out.push('\n');
            for (name, value) in entries {
                let _ = write!(out, "{indent}{}:", scalar(name));
                below(value, depth + 1, out);
            }
        }
        Json::Array(items) if !items.is_empty() => {
            out.push('\n');
            for value in items {
                let _ = write!(out, "{indent}-");
                below(value, depth + 1, out);
            }
        }
        Json::String(text) => {
            let _ = writeln!(out, " {}", scalar(text));
        }
        other => {
            let _ = writeln!(out, " {other}");
        }
    }
}

/// A text that nobody takes for something else; in quotes unless it is plainly one.
fn scalar(text: &str) -> String {
    let begins = text.chars().next().is_some_and(char::is_alphabetic);
    let plain = text.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.' | '/'));
    let word = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"].contains(&text.to_lowercase().as_str());
    if begins && plain && !word { text.to_owned() } else { Json::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts() -> Facts {
        let facts = json!({"a": "x y", "b": {"c": [1, {"d": "e\"f"}], "g": {}}, "1": "yes", "n": null});
        facts.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn text_is_as_facter_has_it() {
        let expected = "a => x y\nb => {\n  c => [\n    1,\n    {\n      d => \"e\\\"f\"\n    }\n  ],\n  g => {}\n}\n1 => yes\nn => \n";
        assert_eq!(text(&facts()), expected);
    }

    #[test]
    fn yaml_is_read_back_as_it_was() {
        let text = yaml(&facts());
        let read = facts::parse_yaml(text.as_bytes(), "x").expect("YAML");
        assert_eq!(read.facts, facts(), "{text}");
    }
}
