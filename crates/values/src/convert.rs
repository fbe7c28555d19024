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
pub fn new(ty: &Type, arguments: &[Value], _context: &mut dyn Convert) -> Result<Value, String> {
    match ty {
        Type::Object(it) => crate::object::create(it, arguments),
        Type::Extension(it) => crate::object::create(&it.base, arguments),
        _ => Err(format!("Creation of new instance of type '{ty}' is not supported")),
    }
}
