//! What becomes of values of which no more is known than their type.

use std::sync::Arc;

use values::{Type, Unknown, Value};

/// How much of a value is looked through for what is not known. Beyond, it counts as known.
const LIMIT: usize = 100_000;

/// Something in the values that is not known.
pub(crate) fn within<'a>(values: impl IntoIterator<Item = &'a Value>) -> Option<Arc<Unknown>> {
    let mut left = LIMIT;
    let mut stack: Vec<&Value> = values.into_iter().collect();
    while let Some(value) = stack.pop() {
        match value {
            Value::Unknown(unknown) => return Some(unknown.clone()),
            Value::Array(list) => stack.extend(list.iter()),
            Value::Hash(hash) => stack.extend(hash.iter().flat_map(|(key, value)| [key, value])),
            Value::Sensitive(inner) => stack.push(inner),
            _ => {}
        }
        left = left.saturating_sub(1);
        if left == 0 {
            return None;
        }
    }
    None
}

/// A result of that type, unknown for the same reason.
pub(crate) fn because(unknown: &Unknown, ty: Type) -> Value {
    Value::Unknown(Arc::new(Unknown { ty, origin: unknown.origin.clone() }))
}

/// A part of a value that is not known, looked for in lists and hashes.
pub fn unknown_within(value: &Value) -> Option<Arc<Unknown>> {
    within([value])
}
