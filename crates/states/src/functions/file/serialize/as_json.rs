//! Data as Python's `json` prints it, with sorted keys.

use std::fmt::Write;

use serde_json::Value as Json;

use super::sorted;

pub fn print(data: &Json, indent: usize) -> String {
    let mut out = String::new();
    value(data, indent, 0, &mut out);
    out
}

fn value(data: &Json, indent: usize, depth: usize, out: &mut String) {
    let line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent * depth));
    };
    match data {
        Json::Null => out.push_str("null"),
        Json::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        Json::Number(it) => out.push_str(&it.to_string()),
        Json::String(it) => text(it, out),
        Json::Array(items) if items.is_empty() => out.push_str("[]"),
        Json::Array(items) => {
            out.push('[');
            for (number, item) in items.iter().enumerate() {
                out.push_str(if number > 0 { "," } else { "" });
                line(depth + 1, out);
                value(item, indent, depth + 1, out);
            }
            line(depth, out);
            out.push(']');
        }
        Json::Object(map) if map.is_empty() => out.push_str("{}"),
        Json::Object(map) => {
            out.push('{');
            for (number, (key, item)) in sorted(map).into_iter().enumerate() {
                out.push_str(if number > 0 { "," } else { "" });
                line(depth + 1, out);
                text(key, out);
                out.push_str(": ");
                value(item, indent, depth + 1, out);
            }
            line(depth, out);
            out.push('}');
        }
    }
}

fn text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                // To a text it is always written.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
