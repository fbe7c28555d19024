//! Ruby's names.

use values::Value;

/// Ruby's name for the class of a value.
pub(crate) fn class(value: &Value) -> &'static str {
    values::ruby::class(value).unwrap_or("Object")
}

/// `to_s`: what stands where a value is put into a text.
pub(crate) fn to_s(value: &Value) -> String {
    match value {
        Value::Undef => String::new(),
        Value::String(text) => text.to_string(),
        Value::Sensitive(_) => "Sensitive [value redacted]".to_owned(),
        Value::Type(_) => values::print::interpolate(value),
        other => values::print::ruby(other),
    }
}
