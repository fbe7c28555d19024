//! YAML as Puppet's reader takes it: block style, two spaces, texts quoted where they could be read as something else.

use serde_json::Value as Json;

/// The key of a value that is not text, in base64; there is no other key beside it.
pub const BINARY: &str = "__binary";

/// Deeper values are cut off: printing must not exhaust the stack.
const DEPTH: usize = 64;

/// A document whose value has a tag, or none.
pub fn document(tag: &str, value: &Json) -> String {
    let mut out = String::from("---");
    if !tag.is_empty() {
        out.push(' ');
        out.push_str(tag);
    }
    append(&mut out, value, 0, 0);
    out.push('\n');
    out
}

fn append(out: &mut String, value: &Json, indent: usize, depth: usize) {
    match value {
        Json::Object(all) if all.len() == 1 && all.contains_key(BINARY) => {
            let digits = all.get(BINARY).and_then(Json::as_str).unwrap_or_default();
            out.push_str(" !binary |-");
            line(out, indent.max(1));
            out.push_str(digits);
        }
        Json::Object(all) if !all.is_empty() && depth < DEPTH => {
            for (key, value) in all {
                line(out, indent);
                out.push_str(&scalar(key));
                out.push(':');
                // Lists stand as far left as their key.
                let deeper = if value.is_array() { indent } else { indent + 1 };
                append(out, value, deeper, depth + 1);
            }
        }
        Json::Array(all) if !all.is_empty() && depth < DEPTH => {
            for value in all {
                line(out, indent);
                out.push('-');
                append_item(out, value, indent + 1, depth + 1);
            }
        }
        Json::Object(_) => out.push_str(" {}"),
        Json::Array(_) => out.push_str(" []"),
        Json::Null => {}
        Json::String(text) => {
            out.push(' ');
            out.push_str(&scalar(text));
        }
        other => {
            out.push(' ');
            out.push_str(&other.to_string());
        }
    }
}

/// What stands in a list begins on the line of its dash.
fn append_item(out: &mut String, value: &Json, indent: usize, depth: usize) {
    let start = out.len();
    append(out, value, indent, depth);
    let line_break = format!("\n{}", "  ".repeat(indent));
    if out.get(start..).is_some_and(|it| it.starts_with(&line_break)) {
        out.replace_range(start..start + line_break.len(), " ");
    }
}

fn line(out: &mut String, indent: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(indent));
}

/// A text, in quotes where it needs them.
pub fn scalar(text: &str) -> String {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '.' | '-' | ' ' | '[' | ']' | ':' | '\'' | '{' | '}' | '(' | ')');
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == ':');
    let is_word =
        !matches!(text.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off" | "null" | "y" | "n" | "nan" | ".inf");
    let ends_well = !text.ends_with([' ', ':']) && !text.contains(": ") && !text.contains(" #");
    if ((starts_well && is_word) || is_version(text)) && ends_well && text.chars().all(plain) {
        return text.to_owned();
    }
    if text.chars().any(|c| c.is_control()) {
        return double_quoted(text);
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// `8.10.0`: more points than a number has.
fn is_version(text: &str) -> bool {
    text.split('.').count() > 2 && text.split('.').all(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_digit()))
}

fn double_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_nested_is_read_again_as_it_was() {
        let value = json!({
            "host": "node",
            "mode": "0644",
            "text": "it's: a\nb",
            "list": [["total", "Total", 3], {"a": 1, "b": null}, "x", []],
            "none": {},
            "no": true,
            "number": "8.10",
            "version": "8.10.0",
        });
        let text = document("!ruby/object:X", &value);
        expect![[r#"
            --- !ruby/object:X
            host: node
            mode: '0644'
            text: "it's: a\nb"
            list:
            - - total
              - Total
              - 3
            - a: 1
              b:
            - x
            - []
            none: {}
            'no': true
            number: '8.10'
            version: 8.10.0
        "#]]
        .assert_eq(&text);
    }
}
