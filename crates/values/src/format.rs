//! Values as text of a given form.

use crate::Value;

/// `String(value, format)`.
pub fn string(value: &Value, _format: Option<&Value>) -> Result<String, String> {
    Ok(crate::print::interpolate(value))
}

/// Ruby's `sprintf`.
pub fn sprintf(format: &str, _arguments: &[Value]) -> Result<String, String> {
    Ok(format.to_owned())
}
