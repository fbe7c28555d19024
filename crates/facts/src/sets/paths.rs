//! Values at dotted paths of facts.

use std::sync::Arc;

use values::{Hash, Origin, Size, Str, Type, Unknown, Value};

/// Takes away what stands at a path, so that only its type is known; false where nothing stands there.
pub(super) fn forget(facts: &mut Hash, path: &str) -> bool {
    with(facts, path, |value| *value = unknown(path, value))
}

/// The same, also where nothing stands: there may be something.
pub(super) fn doubt(facts: &mut Hash, path: &str) -> bool {
    if forget(facts, path) {
        return true;
    }
    let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
    let add = |entries: &mut Hash| entries.insert(Value::from(name), unknown(path, &Value::Undef)).is_none();
    if parent.is_empty() {
        return add(facts);
    }
    let mut added = false;
    with(facts, parent, |value| {
        if let Value::Hash(entries) = value {
            added = add(Arc::make_mut(entries));
        }
    });
    added
}

pub(super) fn set(facts: &mut Hash, path: &str, new: Value) {
    with(facts, path, |value| *value = new);
}

fn with(facts: &mut Hash, path: &str, change: impl FnOnce(&mut Value)) -> bool {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let Some(value) = facts.get_mut(&Value::from(first)) else { return false };
    match (rest, value) {
        (None, value) => {
            change(value);
            true
        }
        (Some(rest), Value::Hash(inner)) => with(Arc::make_mut(inner), rest, change),
        _ => false,
    }
}

/// Value at a path.
pub(super) fn get<'f>(facts: &'f Value, path: &str) -> Option<&'f Value> {
    path.split('.').try_fold(facts, |value, part| match value {
        Value::Hash(inner) => inner.get(&Value::from(part)),
        _ => None,
    })
}

fn unknown(path: &str, value: &Value) -> Value {
    Value::Unknown(Arc::new(Unknown { ty: kind(path, value), origin: Origin::Fact(Str::from(path)) }))
}

/// Type of a fact: never undef for what every machine has; what one machine has, another may lack.
fn kind(path: &str, value: &Value) -> Type {
    let ty = match value {
        Value::String(_) => Type::String(Size::ANY),
        Value::Integer(_) => Type::Integer(None, None),
        Value::Boolean(_) => Type::Boolean(None),
        _ => return Type::Any,
    };
    if ALWAYS.contains(&path) { ty } else { Type::Optional(Some(Arc::new(ty))) }
}

/// Facts that no machine lacks.
const ALWAYS: &[&str] = &[
    "is_virtual",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "networking.fqdn",
    "networking.hostname",
    "os.release.full",
    "os.release.major",
    "puppetversion",
    "virtual",
];
