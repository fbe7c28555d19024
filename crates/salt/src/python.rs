//! How Python prints values.

use std::fmt::Write;

pub use literals::python_float as float;

use crate::value::{Heap, Id, Key, Str, Value};

/// Returns what `str` gives for a key.
pub fn key_text(key: &Key) -> String {
    match key {
        Key::Null => "None".to_owned(),
        Key::Bool(it) => truth(*it).to_owned(),
        Key::Int(it) => it.to_string(),
        Key::Float(it) => float(*it),
        Key::Big(it) | Key::Str(it) => it.to_string(),
        Key::Bytes(it) => bytes(it),
    }
}

/// Returns the same as a shared text: that of the key, where it is one.
pub fn shared_key_text(key: &Key) -> Str {
    match key {
        Key::Str(text) => text.clone(),
        other => key_text(other).into(),
    }
}

/// Returns the name of a key's class.
pub fn class_of(key: &Key) -> &'static str {
    match key {
        Key::Null => "NoneType",
        Key::Bool(_) => "bool",
        Key::Int(_) | Key::Big(_) => "int",
        Key::Float(_) => "float",
        Key::Str(_) => "str",
        Key::Bytes(_) => "bytes",
    }
}

/// Returns the name of a value's class.
pub fn class(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Big(_) => "int",
        Value::Float(_) => "float",
        Value::Str(_) | Value::Unknown => "str",
        Value::Bytes(_) => "bytes",
        Value::List(_) => "list",
        Value::Map(_) => "OrderedDict",
    }
}

/// Returns what `str` gives for a value.
pub fn text(heap: &Heap, id: Id) -> String {
    match heap.get(id) {
        Value::Str(text) => text.to_string(),
        _ => repr(heap, id),
    }
}

/// Returns what `repr` gives for a value. Maps are of the class that Salt makes of YAML.
pub fn repr(heap: &Heap, id: Id) -> String {
    let mut out = String::new();
    write(heap, id, &mut out);
    out
}

fn write(heap: &Heap, id: Id, out: &mut String) {
    match heap.get(id) {
        Value::Str(it) => *out += &quoted(it),
        Value::List(items) => {
            out.push('[');
            for (number, item) in items.iter().enumerate() {
                *out += if number > 0 { ", " } else { "" };
                write(heap, *item, out);
            }
            out.push(']');
        }
        Value::Map(map) if map.is_empty() => *out += "OrderedDict()",
        Value::Map(map) => {
            *out += "OrderedDict([";
            for (number, (key, slot)) in map.iter().enumerate() {
                *out += if number > 0 { ", (" } else { "(" };
                *out += &match key {
                    Key::Str(it) => quoted(it),
                    key => key_text(key),
                };
                *out += ", ";
                write(heap, slot.value, out);
                out.push(')');
            }
            *out += "])";
        }
        Value::Unknown => *out += "(unknown)",
        _ => *out += &heap.key(id).as_ref().map(key_text).unwrap_or_default(),
    }
}

fn truth(it: bool) -> &'static str {
    if it { "True" } else { "False" }
}

/// Returns a text in Python's quotes.
pub fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for char in text.chars() {
        match char {
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            it if it == quote => {
                out.push('\\');
                out.push(it);
            }
            it if it < ' ' || it == '\u{7f}' => {
                let _ = write!(out, "\\x{:02x}", u32::from(it));
            }
            it => out.push(it),
        }
    }
    out.push(quote);
    out
}

fn bytes(bytes: &[u8]) -> String {
    let mut out = "b'".to_owned();
    for byte in bytes {
        match byte {
            b'\\' | b'\'' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            b'\n' => out += "\\n",
            b'\r' => out += "\\r",
            b'\t' => out += "\\t",
            b' '..=b'~' => out.push(char::from(*byte)),
            other => {
                let _ = write!(out, "\\x{other:02x}");
            }
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_as_python_prints_them() {
        for (number, text) in
            [(1.0, "1.0"), (1e16, "1e+16"), (1e-5, "1e-05"), (0.0001, "0.0001"), (10000.0001, "10000.0001"), (1.5e300, "1.5e+300")]
        {
            assert_eq!(float(number), text);
        }
    }

    #[test]
    fn quotes_are_chosen_as_python_chooses_them() {
        assert_eq!(quoted("a'b"), "\"a'b\"");
        assert_eq!(quoted("a'\"b\n"), "'a\\'\"b\\n'");
    }
}
