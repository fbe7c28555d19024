//! Facts for people, and as YAML.

use std::fmt::Write;

use facts::Facts;
use serde_json::Value as Json;
use yaml::{Emitter, Options, Scalar, Style};

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
    if facts.is_empty() {
        return "---\n".to_owned();
    }
    let mut emitter = Emitter::new(Options::new(None, Some(-1)));
    mapping(facts, &mut emitter);
    emitter.finish()
}

fn mapping(entries: &Facts, emitter: &mut Emitter) {
    let level = emitter.begin_mapping();
    for (name, value) in entries {
        let name = text_scalar(name);
        let is_simple = name.is_simple_key();
        emitter.key(is_simple);
        emitter.scalar(&name);
        emitter.value(is_simple);
        node(value, emitter);
    }
    emitter.end(level);
}

fn node(value: &Json, emitter: &mut Emitter) {
    match value {
        Json::Object(entries) if entries.is_empty() => emitter.empty_mapping(),
        Json::Object(entries) => mapping(entries, emitter),
        Json::Array(items) if items.is_empty() => emitter.empty_list(),
        Json::Array(items) => {
            let level = emitter.begin_list();
            for item in items {
                emitter.item();
                node(item, emitter);
            }
            emitter.end(level);
        }
        Json::String(text) => emitter.scalar(&text_scalar(text)),
        other => emitter.scalar(&Scalar::plain(other.to_string())),
    }
}

/// A text that nobody takes for something else; in quotes unless it is plainly one.
fn text_scalar(text: &str) -> Scalar<'_> {
    let begins = text.chars().next().is_some_and(char::is_alphabetic);
    let plain = text.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.' | '/'));
    let word = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"].contains(&text.to_lowercase().as_str());
    let style = if begins && plain && !word { Style::Plain } else { Style::Double };
    Scalar { text: text.into(), style, tag: None }
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
        let read = facts::parse_yaml(text.as_bytes()).expect("YAML");
        assert_eq!(read.facts, facts(), "{text}");
    }

    #[test]
    fn yaml_is_laid_out_as_facter_does_it() {
        let expected = "---\na: \"x y\"\nb:\n  c:\n  - 1\n  - d: \"e\\\"f\"\n  g: {}\n\"1\": \"yes\"\n\"n\": null\n";
        assert_eq!(yaml(&facts()), expected);
    }
}
