//! Functions on values of which only the type is known.

use std::sync::Arc;

use values::{Tri, Type, Unknown, Value};

/// How much of a value is looked through for what is not known. Beyond, it counts as known.
const LIMIT: usize = 100_000;

/// Something in the values that is not known.
pub(crate) fn first_unknown<'a>(values: impl IntoIterator<Item = &'a Value>) -> Option<Arc<Unknown>> {
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

/// The type of what a function gives, where that does not depend on the values that it is given.
pub(crate) fn result_type(name: &str, signature: &str, arguments: &[Value]) -> Type {
    let text = || Type::String(values::Size::ANY);
    match name.strip_prefix("stdlib::").unwrap_or(name) {
        // What is secret in what it is given makes the text secret.
        "to_json" | "to_json_pretty" | "to_yaml" | "to_toml" if name.starts_with("stdlib::") => {
            Type::variant(vec![text(), Type::Sensitive(Some(Arc::new(text())))])
        }
        "empty" | "member" | "has_key" | "is_string" | "is_array" | "is_hash" | "str2bool" | "any2bool" | "num2bool" | "has_function"
        | "end_with" | "start_with" | "has_interface_with" | "has_ip_address" | "has_ip_network" | "os_version_gte" => Type::Boolean(None),
        "size" | "length" | "count" | "versioncmp" | "compare" => Type::Integer(None, None),
        "join"
        | "sprintf"
        | "md5"
        | "sha1"
        | "sha256"
        | "digest"
        | "shellquote"
        | "to_json"
        | "to_json_pretty"
        | "to_yaml"
        | "dirname"
        | "basename"
        | "base64"
        | "file"
        | "strftime"
        | "join_keys_to_values_string"
        | "shell_escape"
        | "bool2str" => text(),
        // The parts of a secret are one.
        "split" if arguments.first().is_some_and(|it| Type::Sensitive(None).may_be_instance(it) == Tri::No) => Type::array_of(text()),
        "concat" | "flatten" | "range" | "join_keys_to_values" | "any2array" => Type::array_of(Type::Any),
        "merge" | "deep_merge" => Type::hash_of(Type::Any, Type::Any),
        "keys" | "values" => Type::array_of(Type::Any),
        _ => declared(signature),
    }
}

/// Result type that all signatures of a function share.
fn declared(signature: &str) -> Type {
    let signatures = crate::signatures::find(signature);
    let returns: Option<Vec<Type>> = signatures.iter().map(|it| it.ty.returns.clone()).collect();
    match returns {
        Some(types) if !types.is_empty() => Type::variant(types),
        _ => Type::Any,
    }
}

/// A part of a value that is not known, looked for in lists and hashes.
pub fn unknown_within(value: &Value) -> Option<Arc<Unknown>> {
    first_unknown([value])
}

/// Whether something in the values is not known.
pub fn is_unknown(values: &[Value]) -> bool {
    first_unknown(values).is_some()
}
