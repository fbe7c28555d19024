//! Values as the Ruby code of a type sees them.
//!
//! A catalog holds Puppet's rich data; types also work with symbols, and their messages show values as Ruby's `inspect`
//! and `to_s` write them.

use std::fmt::Write;

use serde_json::Value as Json;

/// Deeper values are cut off: no type looks so far, and printing one must not exhaust the stack.
const DEPTH: usize = 128;

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    #[default]
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Sym(String),
    List(Vec<Value>),
    Hash(Vec<(Value, Value)>),
    Opaque(Opaque),
}

/// A value that types pass on without looking into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opaque {
    /// The name of its Ruby class.
    pub class: String,
    /// Text to show.
    pub text: String,
}

impl Value {
    pub fn str(text: impl Into<String>) -> Value {
        Value::Str(text.into())
    }

    pub fn sym(text: impl Into<String>) -> Value {
        Value::Sym(text.into())
    }

    /// Reads Puppet's rich data.
    pub fn from_json(json: &Json) -> Value {
        from_json(json, 0)
    }

    /// Whether a value is true in Ruby: all but `nil` and `false`.
    pub fn truthy(&self) -> bool {
        !matches!(self, Value::Nil | Value::Bool(false))
    }

    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil)
    }

    /// A value that is computed on the node: nothing can be said about it before.
    pub fn is_deferred(&self) -> bool {
        matches!(self, Value::Opaque(it) if it.class == "Puppet::Pops::Evaluator::DeferredValue")
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a string or a symbol.
    pub fn as_word(&self) -> Option<&str> {
        match self {
            Value::Str(text) | Value::Sym(text) => Some(text),
            _ => None,
        }
    }

    pub fn is_sym(&self, name: &str) -> bool {
        matches!(self, Value::Sym(it) if it == name)
    }

    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Hash(entries) => entries.iter().find(|(it, _)| it.as_str() == Some(key)).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value itself if it is a list, else a list of it.
    pub fn into_items(self) -> Vec<Value> {
        match self {
            Value::List(items) => items,
            other => vec![other],
        }
    }

    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            other => std::slice::from_ref(other),
        }
    }

    /// Every item of nested lists.
    pub fn flattened(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            match value {
                Value::List(items) => open.extend(items.iter().rev()),
                other => found.push(other),
            }
        }
        found
    }

    /// The name of its Ruby class.
    pub fn class(&self) -> &str {
        match self {
            Value::Nil => "NilClass",
            Value::Bool(true) => "TrueClass",
            Value::Bool(false) => "FalseClass",
            Value::Int(_) => "Integer",
            Value::Float(_) => "Float",
            Value::Str(_) => "String",
            Value::Sym(_) => "Symbol",
            Value::List(_) => "Array",
            Value::Hash(_) => "Hash",
            Value::Opaque(opaque) => &opaque.class,
        }
    }

    /// As Ruby's `to_s` writes it.
    pub fn text(&self) -> String {
        match self {
            Value::Nil => String::new(),
            Value::Str(text) | Value::Sym(text) => text.clone(),
            other => other.inspect(),
        }
    }

    /// As Ruby's `inspect` writes it.
    pub fn inspect(&self) -> String {
        let mut out = String::new();
        inspect(self, &mut out, 0);
        out
    }

    /// The whole number that Ruby's `Integer()` makes of it.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Float(number) if number.is_finite() => Some(number.trunc() as i64),
            Value::Str(text) => parse_integer(text),
            _ => None,
        }
    }

    /// The number that Ruby's `Float()` makes of it.
    pub fn float(&self) -> Option<f64> {
        match self {
            Value::Int(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            Value::Str(text) => parse_float(text),
            _ => None,
        }
    }
}

fn from_json(json: &Json, depth: usize) -> Value {
    if depth > DEPTH {
        return opaque("Object", "…");
    }
    match json {
        Json::Null => Value::Nil,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole),
            None => Value::Float(number.as_f64().unwrap_or(f64::INFINITY)),
        },
        Json::String(text) => Value::Str(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(|it| from_json(it, depth + 1)).collect()),
        Json::Object(entries) => match entries.get("__ptype").and_then(Json::as_str) {
            Some(kind) => rich(kind, entries.get("__pvalue").unwrap_or(&Json::Null), depth),
            None => Value::Hash(entries.iter().map(|(key, value)| (Value::str(key), from_json(value, depth + 1))).collect()),
        },
    }
}

fn rich(kind: &str, value: &Json, depth: usize) -> Value {
    match (kind, value) {
        ("Hash", Json::Array(parts)) => Value::Hash(
            parts
                .chunks(2)
                .map(|pair| {
                    let part = |index: usize| pair.get(index).map_or(Value::Nil, |it| from_json(it, depth + 1));
                    (part(0), part(1))
                })
                .collect(),
        ),
        ("Default", _) => Value::sym("default"),
        ("Sensitive", _) => opaque("Puppet::Pops::Types::PSensitiveType::Sensitive", "Sensitive [value redacted]"),
        ("Deferred", _) => opaque("Puppet::Pops::Evaluator::DeferredValue", "Deferred"),
        ("Regexp", Json::String(source)) => opaque("Regexp", &format!("/{source}/")),
        (_, Json::String(text)) => opaque(&format!("Puppet::Pops::Types::{kind}"), text),
        _ => opaque(kind, kind),
    }
}

fn opaque(class: &str, text: &str) -> Value {
    Value::Opaque(Opaque { class: class.to_owned(), text: text.to_owned() })
}

fn inspect(value: &Value, out: &mut String, depth: usize) {
    if depth > DEPTH {
        out.push('…');
        return;
    }
    match value {
        Value::Nil => out.push_str("nil"),
        Value::Bool(value) => drop(write!(out, "{value}")),
        Value::Int(number) => drop(write!(out, "{number}")),
        Value::Float(number) => out.push_str(&literals::float(*number)),
        Value::Str(text) => inspect_str(text, out),
        Value::Sym(name) => inspect_sym(name, out),
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                inspect(item, out, depth + 1);
            }
            out.push(']');
        }
        Value::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                inspect(key, out, depth + 1);
                out.push_str("=>");
                inspect(value, out, depth + 1);
            }
            out.push('}');
        }
        Value::Opaque(opaque) => out.push_str(&opaque.text),
    }
}

fn inspect_sym(name: &str, out: &mut String) {
    let mut rest = name.chars();
    let starts = rest.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    let body = name.strip_suffix(['?', '!', '=']).unwrap_or(name);
    let plain = starts && body.chars().all(|it| it.is_alphanumeric() || it == '_');
    out.push(':');
    if plain { out.push_str(name) } else { inspect_str(name, out) }
}

fn inspect_str(text: &str, out: &mut String) {
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\x1b' => out.push_str("\\e"),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            other if other.is_control() => drop(write!(out, "\\u{:04X}", other as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// Ruby's `Integer("…")`: blanks around, a sign, a prefix of the base, single underscores between digits.
fn parse_integer(text: &str) -> Option<i64> {
    let text = text.trim_matches(|it: char| it.is_ascii_whitespace());
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'd', ..] => (10, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let digits = digits.strip_prefix('_').filter(|_| base == 8).unwrap_or(digits);
    if digits.is_empty() || digits.starts_with(['_', '+', '-']) || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    let number = i64::from_str_radix(&digits.replace('_', ""), base).ok()?;
    Some(if negative { -number } else { number })
}

/// Ruby's `Float("…")`: unlike Rust's, digits must stand after the point, and there are no names of numbers.
fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim_matches(|it: char| it.is_ascii_whitespace());
    if let Some(whole) = parse_integer(text).filter(|_| text.to_ascii_lowercase().contains("0x")) {
        return Some(whole as f64);
    }
    let plain = text.replace('_', "");
    let digits_only = !plain.is_empty() && plain.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | 'e' | 'E' | '+' | '-'));
    let point = plain.find('.').is_none_or(|at| plain.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit));
    if digits_only && point && !text.starts_with('_') && !text.ends_with('_') { plain.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_shown_as_ruby_shows_them() {
        for (json, shown) in [
            (json!(null), "nil"),
            (json!(1.0), "1.0"),
            (json!(1e20), "1.0e+20"),
            (json!(0.00001), "1.0e-05"),
            (json!("a\"\n#{x} # é\u{1}"), r##""a\"\n\#{x} # é\u0001""##),
            (json!([1, ["a"], {"b": true}]), r#"[1, ["a"], {"b"=>true}]"#),
            (json!({"__ptype": "Hash", "__pvalue": [1, 2]}), "{1=>2}"),
            (json!({"__ptype": "Default"}), ":default"),
        ] {
            assert_eq!(Value::from_json(&json).inspect(), shown);
        }
        assert_eq!(Value::sym("a b").inspect(), ":\"a b\"");
    }

    #[test]
    fn numbers_are_read_as_ruby_reads_them() {
        for (text, whole) in [
            ("12", Some(12)),
            (" -3 ", Some(-3)),
            ("010", Some(8)),
            ("0x1f", Some(31)),
            ("1_000", Some(1000)),
            ("1a", None),
            ("", None),
            ("09", None),
            ("0", Some(0)),
        ] {
            assert_eq!(Value::str(text).integer(), whole, "{text}");
        }
        for (text, number) in [("1.5", Some(1.5)), ("1.", None), (".5", Some(0.5)), ("1e3", Some(1000.0)), ("nan", None), ("x", None)] {
            assert_eq!(Value::str(text).float(), number, "{text}");
        }
    }

    #[test]
    fn deep_values_are_cut_off() {
        let mut json = json!(1);
        for _ in 0..10_000 {
            json = Json::Array(vec![json]);
        }
        assert!(Value::from_json(&json).inspect().contains('…'));
        while let Json::Array(mut items) = json {
            json = items.pop().unwrap_or_default();
        }
    }
}
