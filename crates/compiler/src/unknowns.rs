//! Unknown values.

use std::sync::Arc;

use values::{Origin, Str, Type, Unknown, Value};

/// The value of what failed.
pub fn not_known(ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Failure }))
}

/// Unknown result that depends on an unknown value.
pub fn because(unknown: &Unknown, ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: unknown.origin.clone() }))
}

/// The value of a parameter that nobody gave.
pub fn unknown(ty: Type, name: Str) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: Origin::Parameter(name) }))
}
