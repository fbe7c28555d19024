//! `Type.new(…)`.

use crate::time::Timestamp;
use crate::{Type, Value};

/// What conversions need from outside.
pub trait Convert {
    /// The type of that text, `Array[My::Alias]`.
    fn resolve_type(&mut self, text: &str) -> Result<Type, String>;

    /// For `Timestamp.new()`.
    fn now(&mut self) -> Timestamp;
}

/// `Type.new(arguments)`. The error is what stands behind `Error while evaluating a Function Call, `.
pub fn new(_ty: &Type, arguments: &[Value], _context: &mut dyn Convert) -> Result<Value, String> {
    Ok(arguments.first().cloned().unwrap_or(Value::Undef))
}
