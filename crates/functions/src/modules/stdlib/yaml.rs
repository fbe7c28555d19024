//! `to_yaml`.

use values::Value;

use ::yaml::Options;

use crate::yaml::document;
use crate::{Call, Context, Outcome};

/// Whether the data have no types, which Psych writes as objects, and no options but those that are covered. A text that is wider
/// than a given width is folded, which the emitter does not do.
pub(super) fn is_plain(arguments: &[Value]) -> bool {
    let width = match arguments.get(1) {
        None => None,
        Some(Value::Hash(options)) => {
            let mut width = None;
            for (name, value) in options.iter() {
                match (name.as_str(), value) {
                    (Some("indentation"), Value::Integer(_)) => {}
                    (Some("line_width"), Value::Integer(it)) => width = usize::try_from(*it).ok(),
                    (Some("canonical" | "header" | "indentation" | "line_width" | "stringify_names" | "version"), _) => return false,
                    // Psych ignores others.
                    _ => {}
                }
            }
            width
        }
        Some(_) => return true,
    };
    let mut stack: Vec<&Value> = arguments.first().into_iter().collect();
    while let Some(value) = stack.pop() {
        match value {
            Value::Type(_) => return false,
            Value::String(text) if width.is_some_and(|it| text.chars().count() > it) => return false,
            Value::Array(list) => stack.extend(list.iter()),
            Value::Hash(hash) => stack.extend(hash.iter().flat_map(|(key, value)| [key, value])),
            Value::Sensitive(inner) => stack.push(inner),
            _ => {}
        }
    }
    true
}

pub(super) fn to_yaml(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let option = |name: &str| match call.at(1) {
        Value::Hash(options) => match options.get(&Value::from(name)) {
            Some(Value::Integer(it)) => Some(*it),
            _ => None,
        },
        _ => None,
    };
    let text = document(call.at(0), Options::new(option("indentation"), option("line_width")))?;
    context.spend(u64::try_from(text.len() / 64).unwrap_or(u64::MAX))?;
    Ok(Value::from(text))
}
