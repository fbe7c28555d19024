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

/// A document that is a mapping, written entry by entry: a large one need not be a value as a whole.
pub struct Mapping {
    out: String,
}

impl Mapping {
    pub fn new(tag: &str) -> Mapping {
        Mapping { out: format!("--- {tag}") }
    }

    pub fn entry(&mut self, key: &str, value: &Json) {
        self.key(key, 0);
        append(&mut self.out, value, usize::from(!value.is_array()), 1);
    }

    /// An entry that is a list.
    pub fn list(&mut self, key: &str, values: impl IntoIterator<Item = Json>) {
        self.key(key, 0);
        let mut values = values.into_iter().peekable();
        if values.peek().is_none() {
            self.out.push_str(" []");
        }
        for value in values {
            line(&mut self.out, 0);
            self.out.push('-');
            append_item(&mut self.out, &value, 1, 2);
        }
    }

    /// An entry that is a mapping.
    pub fn mapping<'k>(&mut self, key: &str, entries: impl IntoIterator<Item = (&'k str, Json)>) {
        self.key(key, 0);
        let mut entries = entries.into_iter().peekable();
        if entries.peek().is_none() {
            self.out.push_str(" {}");
        }
        for (key, value) in entries {
            self.key(key, 1);
            append(&mut self.out, &value, if value.is_array() { 1 } else { 2 }, 2);
        }
    }

    fn key(&mut self, key: &str, indent: usize) {
        line(&mut self.out, indent);
        self.out.push_str(&scalar(key));
        self.out.push(':');
    }

    pub fn end(mut self) -> String {
        self.out.push('\n');
        self.out
    }
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
    fn a_document_is_the_same_entry_by_entry() {
        let status = json!({ "title": "a", "tags": ["x"], "events": [{ "name": "b", "of": [] }] });
        for (logs, statuses) in
            [(vec![], json!({})), (vec![json!({ "level": "notice", "tags": ["a", "b"] }), json!("c")], json!({ "File[a: b]": status }))]
        {
            let whole = json!({ "host": "a", "logs": logs, "metrics": { "x": [["a", 1]] }, "resource_statuses": statuses, "none": null });
            let mut mapping = Mapping::new("!x");
            mapping.entry("host", &whole["host"]);
            mapping.list("logs", logs);
            mapping.entry("metrics", &whole["metrics"]);
            mapping.mapping("resource_statuses", statuses.as_object().unwrap().iter().map(|(key, value)| (key.as_str(), value.clone())));
            mapping.entry("none", &Json::Null);
            assert_eq!(mapping.end(), document("!x", &whole));
        }
    }

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
