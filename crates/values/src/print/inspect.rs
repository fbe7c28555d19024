//! Values as Ruby's `inspect` shows them.

use std::sync::LazyLock;

use super::{MAX_DEPTH, MAX_LENGTH, TOO_DEEP, append_list, float};
use crate::Value;

/// Ruby's `inspect`, which many errors show.
pub fn ruby(value: &Value) -> String {
    let mut out = String::new();
    append(&mut out, value, 0);
    out
}

fn append(out: &mut String, value: &Value, depth: usize) {
    if depth > MAX_DEPTH || out.len() > MAX_LENGTH {
        out.push_str(TOO_DEEP);
        return;
    }
    match value {
        Value::Undef => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::Boolean(it) => out.push_str(if *it { "true" } else { "false" }),
        Value::Integer(it) => out.push_str(&it.to_string()),
        Value::Float(it) => out.push_str(&float(*it)),
        Value::String(text) => out.push_str(&inspect_str(text)),
        Value::Array(values) => append_list(out, values, |out, it| append(out, it, depth + 1)),
        Value::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                append(out, key, depth + 1);
                out.push_str("=>");
                append(out, value, depth + 1);
            }
            out.push('}');
        }
        // What functions of the old kind are given for these is text.
        Value::Regex(_) | Value::Timestamp(_) | Value::Timespan(_) | Value::Version(_) | Value::VersionRange(_) | Value::Binary(_) => {
            out.push_str(&inspect_str(&super::interpolate(value)));
        }
        Value::Sensitive(_) => out.push_str("#<Sensitive [value redacted]>"),
        Value::Uri(text) => out.push_str(&format!("#<URI {text}>")),
        Value::Type(ty) => out.push_str(&super::type_object(ty).unwrap_or_else(|| super::expression(value))),
        other => out.push_str(&super::expression(other)),
    }
}

/// A string as Ruby's `inspect` shows it.
pub fn inspect_str(text: &str) -> String {
    literal(text, is_printable, |c| format!("\\u{:04X}", u32::from(c)))
}

/// A string as Ruby's `dump` shows it: in ASCII.
pub fn dump_str(text: &str) -> String {
    let escape = |c| if char::is_ascii(&c) { format!("\\x{:02X}", u32::from(c)) } else { format!("\\u{:04X}", u32::from(c)) };
    literal(text, |c| matches!(c, ' '..='~'), escape)
}

/// A string in quotation marks. A character that is not shown, and has no escape of its own, is escaped.
fn literal(text: &str, is_shown: impl Fn(char) -> bool, escape: impl Fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0c' => out.push_str("\\f"),
            '\x0b' => out.push_str("\\v"),
            '\x08' => out.push_str("\\b"),
            '\x07' => out.push_str("\\a"),
            '\x1b' => out.push_str("\\e"),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            c if is_shown(c) => out.push(c),
            c if u32::from(c) > 0xffff => out.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            c => out.push_str(&escape(c)),
        }
    }
    out.push('"');
    out
}

fn is_printable(c: char) -> bool {
    static HIDDEN: LazyLock<Option<fancy_regex::Regex>> = LazyLock::new(|| fancy_regex::Regex::new(r"[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]").ok());
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    let mut buffer = [0; 4];
    let text: &str = c.encode_utf8(&mut buffer);
    !HIDDEN.as_ref().is_some_and(|hidden| hidden.is_match(text).unwrap_or(false))
}
