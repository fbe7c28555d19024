//! Values as they are written inside of types: `Timestamp['2020-01-01 …']`, `Deferred({'name' => 'f'})`.

use super::{MAX_DEPTH, MAX_LENGTH, TOO_DEEP, append_entries, append_list, float, quote};
use crate::{Deferred, Object, Value};

pub fn expression(value: &Value) -> String {
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
        Value::Undef => out.push_str("undef"),
        Value::Default => out.push_str("default"),
        Value::Boolean(it) => out.push_str(if *it { "true" } else { "false" }),
        Value::Integer(it) => out.push_str(&it.to_string()),
        Value::Float(it) => out.push_str(&float(*it)),
        Value::String(text) => out.push_str(&quote(text)),
        Value::Regex(it) => out.push_str(&super::regex(it.source())),
        Value::Array(values) => append_list(out, values, |out, it| append(out, it, depth + 1)),
        Value::Iterator(it) => append_list(out, &it.elements, |out, it| append(out, it, depth + 1)),
        Value::Hash(entries) => append_entries(out, entries.iter(), |out, it| append(out, it, depth + 1)),
        Value::Type(ty) => out.push_str(&ty.to_string()),
        Value::Sensitive(_) => out.push_str("Instance of Sensitive"),
        Value::Timestamp(it) => out.push_str(&format!("'{it}'")),
        Value::Timespan(it) => out.push_str(&format!("'{it}'")),
        Value::Version(it) => out.push_str(&format!("'{it}'")),
        Value::VersionRange(it) => out.push_str(&format!("'{}'", it.source)),
        Value::Binary(_) => out.push_str("Instance of Binary"),
        Value::Uri(text) => out.push_str(&format!("URI({})", quote(text))),
        Value::Unknown(it) => out.push_str(&it.ty.to_string()),
        Value::Deferred(_) | Value::Object(_) => {
            let (name, entries) = init(value);
            out.push_str(&name);
            out.push('(');
            append_entries(out, entries.iter().map(|(key, value)| (key, value)), |out, it| append(out, it, depth + 1));
            out.push(')');
        }
    }
}

/// An object over several lines, from that level on.
pub(crate) fn indented(value: &Value, level: usize) -> String {
    let (name, entries) = init(value);
    let mut out = format!("{name}(");
    append_indented(&mut out, &Value::hash(entries.into_iter().collect()), level);
    out.push(')');
    out
}

fn append_indented(out: &mut String, value: &Value, level: usize) {
    let lines = |out: &mut String, level: usize| {
        out.push('\n');
        out.push_str(&"  ".repeat(level));
    };
    match value {
        _ if level > MAX_DEPTH => out.push_str(TOO_DEEP),
        Value::Array(values) if !is_short(values, level) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                lines(out, level + 1);
                append_indented(out, value, level + 1);
            }
            lines(out, level);
            out.push(']');
        }
        Value::Hash(entries) if !entries.is_empty() => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                lines(out, level + 1);
                append(out, key, level + 1);
                out.push_str(" => ");
                append_indented(out, value, level + 1);
            }
            lines(out, level);
            out.push('}');
        }
        other => append(out, other, level),
    }
}

/// Whether a list fits into a line, as Puppet estimates it.
fn is_short(values: &[Value], level: usize) -> bool {
    let width: usize = values
        .iter()
        .map(|it| match it {
            Value::Undef => 3,
            Value::Default => 8,
            Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => expression(it).len(),
            Value::String(text) => 2 + text.chars().count(),
            Value::Array(values) if values.is_empty() => 2,
            Value::Hash(entries) if entries.is_empty() => 2,
            _ => 1000,
        })
        .sum();
    values.is_empty() || width < 100_usize.saturating_sub(2 * level)
}

/// The name of the type of an object, and what it is made from: its attributes without those that have their default value.
pub(crate) fn init(value: &Value) -> (String, Vec<(Value, Value)>) {
    match value {
        Value::Deferred(it) => {
            let Deferred { name, arguments } = &**it;
            let mut entries = vec![(Value::from("name"), Value::String(name.clone()))];
            if let Some(arguments) = arguments {
                entries.push((Value::from("arguments"), Value::Array(arguments.clone())));
            }
            ("Deferred".to_owned(), entries)
        }
        Value::Object(it) => {
            let Object { ty, attributes } = &**it;
            let is_default = |name: &str, value: &Value| {
                ty.all_attributes().iter().any(|(_, it)| &*it.name == name && it.value.as_ref().is_some_and(|default| default == value))
            };
            let entries = attributes
                .iter()
                .filter(|(name, value)| !is_default(name, value))
                .map(|(name, value)| (Value::String(name.clone()), value.clone()))
                .collect();
            (ty.name.to_string(), entries)
        }
        _ => (String::new(), vec![]),
    }
}
