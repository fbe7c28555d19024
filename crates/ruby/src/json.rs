//! JSON as Ruby's library writes and reads it.

mod parse;

pub use parse::parse;

use crate::eval::Ruby;
use crate::stop::{Outcome, Stop};
use crate::value::Value;

/// Ruby refuses deeper values.
const DEEPEST: usize = 100;

/// Separators between the parts of a text of JSON.
pub struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_nl: String,
    array_nl: String,
}

impl Layout {
    pub fn compact() -> Layout {
        let none = String::new;
        Layout { indent: none(), space: none(), space_before: none(), object_nl: none(), array_nl: none() }
    }

    pub fn pretty() -> Layout {
        Layout { indent: "  ".into(), space: " ".into(), space_before: String::new(), object_nl: "\n".into(), array_nl: "\n".into() }
    }

    /// Takes over what options give, as in `JSON.generate(value, space: ' ')`.
    pub fn with_options(mut self, ruby: &mut Ruby<'_>, options: Option<&Value>) -> Outcome<Layout> {
        let pairs = match options {
            None | Some(Value::Nil) => return Ok(self),
            Some(Value::Hash(options)) => options.pairs(),
            Some(_) => return ruby.not_covered("JSON with options that are no hash"),
        };
        for (key, value) in &pairs {
            let name = ruby.text_of(key)?;
            let part = match &*name {
                "indent" => &mut self.indent,
                "space" => &mut self.space,
                "space_before" => &mut self.space_before,
                "object_nl" => &mut self.object_nl,
                "array_nl" => &mut self.array_nl,
                _ => return ruby.not_covered(format!("JSON with the option {name}")),
            };
            match value {
                // As in Ruby, nothing is no other choice.
                Value::Nil => {}
                Value::String(text) => *part = text.get().to_string(),
                Value::Unknown => return Err(Stop::Unknown),
                _ => return ruby.not_covered(format!("JSON with {name} that is no text")),
            }
        }
        Ok(self)
    }
}

/// `JSON.generate(value)`, or `JSON.pretty_generate(value)`.
pub fn generate(ruby: &mut Ruby<'_>, value: &Value, layout: &Layout) -> Outcome<String> {
    let mut out = String::new();
    write(ruby, value, layout, 0, &mut out)?;
    ruby.heap.count(out.len());
    Ok(out)
}

fn write(ruby: &mut Ruby<'_>, value: &Value, layout: &Layout, depth: usize, out: &mut String) -> Outcome<()> {
    ruby.spend(1)?;
    match value {
        Value::Nil => out.push_str("null"),
        Value::Boolean(_) | Value::Integer(_) | Value::Big(_) => out.push_str(&ruby.inspect(value)?),
        Value::Float(it) if it.is_finite() => out.push_str(&literals::float(*it)),
        Value::Float(_) => return ruby.not_covered("a float that is no number in JSON"),
        Value::String(text) => string(&text.get(), out),
        Value::Bytes(_) => {
            let text = ruby.needs_text(value)?;
            string(&text, out);
        }
        Value::Symbol(name) => string(name, out),
        Value::Array(list) => {
            deep(ruby, depth)?;
            let items = list.items();
            out.push('[');
            // Of an empty list the line ends twice, of an empty hash once.
            out.push_str(&layout.array_nl);
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                    out.push_str(&layout.array_nl);
                }
                indent(layout, depth + 1, out);
                write(ruby, item, layout, depth + 1, out)?;
            }
            line(&layout.array_nl, layout, depth, out);
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
                line(&layout.object_nl, layout, depth + 1, out);
                let key = ruby.text_of(key)?;
                string(&key, out);
                out.push_str(&layout.space_before);
                out.push(':');
                out.push_str(&layout.space);
                write(ruby, item, layout, depth + 1, out)?;
            }
            line(&layout.object_nl, layout, depth, out);
            out.push('}');
        }
        other => {
            let text = ruby.text_of(other)?;
            string(&text, out);
        }
    }
    if out.len() > ruby.limits.memory {
        return Err(Stop::Limit(crate::Limit::Memory));
    }
    Ok(())
}

fn deep(ruby: &mut Ruby<'_>, depth: usize) -> Outcome<()> {
    if depth >= DEEPEST {
        return ruby.raise("JSON::NestingError", format!("nesting of {DEEPEST} is too deep"));
    }
    Ok(())
}

fn line(end: &str, layout: &Layout, depth: usize, out: &mut String) {
    out.push_str(end);
    indent(layout, depth, out);
}

fn indent(layout: &Layout, depth: usize, out: &mut String) {
    (0..depth).for_each(|_| out.push_str(&layout.indent));
}

/// A text in quotes: Ruby's library escapes the same characters.
fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}
