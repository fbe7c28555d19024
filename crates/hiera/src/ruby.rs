//! What Ruby calls things.

use values::Value;

/// What Ruby calls the class of a value that data has.
pub(crate) fn class(value: &Value) -> &'static str {
    match value {
        Value::Undef => "NilClass",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        _ => "Object",
    }
}
