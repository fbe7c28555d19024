//! Values as text.

mod expression;
mod inspect;
mod quote;
mod type_object;

pub use expression::expression;
pub(crate) use expression::{indented, init};
pub use inspect::{dump_str, inspect_str, ruby};
pub use literals::float;
pub use quote::{double_quote, quote};
pub use type_object::type_object;

use crate::Value;
use crate::ty::question::with_stack;

/// Depth limit: every walk over a value is bounded.
pub const MAX_DEPTH: usize = 400;

/// Length limit: a value that shares its parts can be written out to any length.
const MAX_LENGTH: usize = 64 << 20;

const TOO_DEEP: &str = "...";

/// Where Ruby names the address of an object, which says nothing and changes from run to run.
const NOWHERE: &str = "0x0000000000000000";

/// The `%p` form: strings in quotes, as one would write it in a manifest.
pub fn puppet(value: &Value) -> String {
    let mut out = String::new();
    append_puppet(&mut out, value, false, 0);
    out
}

/// As [`puppet`], for people: times are shown as they are written, which Ruby does not do.
pub fn readable(value: &Value) -> String {
    let mut out = String::new();
    append_puppet(&mut out, value, true, 0);
    out
}

fn append_puppet(out: &mut String, value: &Value, readable: bool, depth: usize) {
    if depth > MAX_DEPTH || out.len() > MAX_LENGTH {
        out.push_str(TOO_DEEP);
        return;
    }
    match value {
        Value::Undef => out.push_str("undef"),
        Value::String(text) => out.push_str(&quote(text)),
        Value::Array(values) => append_list(out, values, |out, it| append_puppet(out, it, readable, depth + 1)),
        Value::Iterator(iterator) => append_list(out, &iterator.elements, |out, it| append_puppet(out, it, readable, depth + 1)),
        Value::Hash(entries) => append_entries(out, entries.iter(), |out, it| append_puppet(out, it, readable, depth + 1)),
        Value::Timestamp(it) if readable => out.push_str(&format!("Timestamp('{it}')")),
        Value::Timespan(it) if readable => out.push_str(&format!("Timespan('{it}')")),
        // Puppet shows what Ruby calls them.
        Value::Timestamp(it) => out.push_str(&format!("#<Puppet::Pops::Time::Timestamp:{NOWHERE} @nsecs={}>", { it.0 })),
        Value::Timespan(it) => out.push_str(&format!("#<Puppet::Pops::Time::Timespan:{NOWHERE} @nsecs={}>", { it.0 })),
        Value::Version(it) => out.push_str(&it.to_string()),
        Value::VersionRange(it) => out.push_str(&it.normal()),
        Value::Binary(it) => out.push_str(&format!("Binary(\"{}\")", crate::binary::encode(it))),
        Value::Sensitive(_) => out.push_str("#<Sensitive [value redacted]>"),
        other => out.push_str(&expression(other)),
    }
}

/// Text of `"${x}"`.
pub fn interpolate(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string(),
        _ => {
            let mut out = String::new();
            append_text(&mut out, value, 0);
            out
        }
    }
}

fn append_text(out: &mut String, value: &Value, depth: usize) {
    if depth > MAX_DEPTH || out.len() > MAX_LENGTH {
        out.push_str(TOO_DEEP);
        return;
    }
    match value {
        Value::Undef => {}
        Value::String(text) | Value::Uri(text) => out.push_str(text),
        Value::Array(values) => append_list(out, values, |out, it| append_text(out, it, depth + 1)),
        Value::Hash(entries) => append_entries(out, entries.iter(), |out, it| append_text(out, it, depth + 1)),
        Value::Timestamp(it) => out.push_str(&it.to_string()),
        Value::Timespan(it) => out.push_str(&it.to_string()),
        Value::Version(it) => out.push_str(&it.to_string()),
        Value::VersionRange(it) => out.push_str(&it.source),
        Value::Binary(it) => out.push_str(&crate::binary::encode(it)),
        Value::Iterator(it) => out.push_str(&format!("Iterator[{}]-Value", it.element_type.generalize())),
        Value::Sensitive(_) => out.push_str("Sensitive [value redacted]"),
        other => out.push_str(&expression(other)),
    }
}

fn append_list(out: &mut String, values: &[Value], mut each: impl FnMut(&mut String, &Value)) {
    out.push('[');
    with_stack(|| {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            each(out, value);
        }
    });
    out.push(']');
}

fn append_entries<'a>(out: &mut String, entries: impl Iterator<Item = (&'a Value, &'a Value)>, mut each: impl FnMut(&mut String, &Value)) {
    out.push('{');
    with_stack(|| {
        for (index, (key, value)) in entries.enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            each(out, key);
            out.push_str(" => ");
            each(out, value);
        }
    });
    out.push('}');
}

/// A pattern between slashes, as Ruby shows it: slashes are escaped, what cannot be seen is spelled.
pub fn regex(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    out.push('/');
    let mut characters = source.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                out.push('\\');
                out.extend(characters.next());
            }
            '/' => out.push_str("\\/"),
            c if c.is_ascii_control() && !c.is_ascii_whitespace() && c != '\x0b' => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('/');
    out
}
