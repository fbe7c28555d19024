//! JSON as Ruby's library writes and reads it.

use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::{Hash, Value};

/// Ruby refuses deeper values.
const DEEPEST: usize = 100;

/// `JSON.generate(value)`, or `JSON.pretty_generate(value)`.
pub fn generate(ruby: &mut Ruby<'_>, value: &Value, pretty: bool) -> Outcome<String> {
    let mut out = String::new();
    write(ruby, value, pretty, 0, &mut out)?;
    ruby.heap.count(out.len());
    Ok(out)
}

fn write(ruby: &mut Ruby<'_>, value: &Value, pretty: bool, depth: usize, out: &mut String) -> Outcome<()> {
    ruby.spend(1)?;
    match value {
        Value::Nil => out.push_str("null"),
        Value::Boolean(_) | Value::Integer(_) => out.push_str(&ruby.inspect(value)?),
        Value::Float(it) if it.is_finite() => out.push_str(&literals::float(*it)),
        Value::Float(_) => return ruby.not_covered("a float that is no number in JSON"),
        Value::String(text) => string(&text.get(), out),
        Value::Symbol(name) => string(name, out),
        Value::Array(list) => {
            deep(ruby, depth)?;
            let items = list.items();
            out.push('[');
            // Of an empty list the line ends twice, of an empty hash once.
            if pretty {
                out.push('\n');
            }
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                    if pretty {
                        out.push('\n');
                    }
                }
                indent(pretty, depth + 1, out);
                write(ruby, item, pretty, depth + 1, out)?;
            }
            line(pretty, depth, out);
            out.push(']');
        }
        Value::Hash(hash) => {
            deep(ruby, depth)?;
            let pairs = hash.pairs();
            out.push('{');
            for (index, (key, item)) in pairs.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(pretty, depth + 1, out);
                let key = ruby.text_of(key)?;
                string(&key, out);
                out.push_str(if pretty { ": " } else { ":" });
                write(ruby, item, pretty, depth + 1, out)?;
            }
            line(pretty, depth, out);
            out.push('}');
        }
        other => {
            let text = ruby.text_of(other)?;
            string(&text, out);
        }
    }
    if out.len() > ruby.limits.memory {
        return Err(crate::stop::Stop::Limit("memory"));
    }
    Ok(())
}

fn deep(ruby: &mut Ruby<'_>, depth: usize) -> Outcome<()> {
    if depth >= DEEPEST {
        return ruby.raise("JSON::NestingError", format!("nesting of {} is too deep", DEEPEST + 1));
    }
    Ok(())
}

fn line(pretty: bool, depth: usize, out: &mut String) {
    if pretty {
        out.push('\n');
    }
    indent(pretty, depth, out);
}

fn indent(pretty: bool, depth: usize, out: &mut String) {
    if pretty {
        (0..depth).for_each(|_| out.push_str("  "));
    }
}

/// A text in quotes: Ruby's library escapes the same characters.
fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

/// `JSON.parse(text)` of what is JSON without doubt.
pub fn parse(ruby: &mut Ruby<'_>, text: &str) -> Outcome {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => read(ruby, &value),
        Err(_) => ruby.not_covered("JSON.parse of a text that is none"),
    }
}

fn read(ruby: &mut Ruby<'_>, value: &serde_json::Value) -> Outcome {
    ruby.spend(1)?;
    Ok(match value {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(it) => Value::Boolean(*it),
        serde_json::Value::Number(it) => match (it.as_i64(), it.as_f64()) {
            (Some(it), _) => Value::Integer(it),
            (None, Some(float)) if !it.is_u64() => Value::Float(float),
            _ => return ruby.not_covered("integers of more than 64 bits"),
        },
        serde_json::Value::String(text) => ruby.heap.text(text.as_str()),
        serde_json::Value::Array(list) => {
            let mut items = Vec::with_capacity(list.len());
            for item in list {
                items.push(read(ruby, item)?);
            }
            ruby.heap.array(items)
        }
        serde_json::Value::Object(entries) => {
            let hash = Hash::default();
            for (key, value) in entries {
                let key = ruby.heap.frozen(key.as_str());
                let value = read(ruby, value)?;
                ruby.store(&hash, key, value)?;
            }
            ruby.heap.hash_of(hash)
        }
    })
}
