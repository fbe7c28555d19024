//! References as text.

use values::{Type, Value};

use crate::resource::{capitalize, capitalized};

/// A value of `require` and the like as the text that Puppet makes of it.
pub fn reference_text(value: &Value) -> String {
    match value {
        Value::Type(Type::Class(Some(name))) => format!("Class[{}]", capitalize(name)),
        Value::Type(Type::Resource(Some(name), Some(title))) => [&*capitalized(name), "[", title, "]"].concat(),
        Value::Type(Type::Resource(Some(name), None)) => format!("{name}[]"),
        other => values::print::interpolate(other),
    }
}
