//! `Type[…]`.

use super::Type;
use crate::Value;

/// Why a type cannot have these parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError {
    /// Puppet's text.
    pub message: String,
    /// The code of Puppet's issue. `RUNTIME_ERROR` is an exception of Ruby: before it belongs `Error while evaluating a '[]'
    /// expression, `.
    pub code: &'static str,
    /// The parameter that is to blame, from 0; none for the whole.
    pub key: Option<usize>,
}

/// The type with these parameters; for `File['a', 'b']` and `Class['a', 'b']` an array of them.
pub fn parameterize(base: &Type, keys: &[Value]) -> Result<Value, AccessError> {
    let _ = keys;
    Ok(Value::Type(base.clone()))
}
