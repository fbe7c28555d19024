//! `TypeSet[{…}]`.

use std::sync::{Arc, LazyLock};

use super::{OpError, Result};
use crate::ty::{Type, TypeSet};
use crate::version::{Version, VersionRange};
use crate::{Hash, Str, Value};

/// Who names the types where nobody else does.
const RUNTIME: &str = "http://puppet.com/2016.1/runtime";

static INIT: LazyLock<Type> = LazyLock::new(|| {
    let text = r"Struct[{
        Optional[pcore_uri] => String,
        pcore_version => Variant[String[1], SemVer],
        Optional[name_authority] => String,
        Optional[name] => Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/],
        Optional[version] => Variant[String[1], SemVer],
        Optional[types] => Hash[Pattern[/\A[A-Z]\w*\z/], Variant[Type, Hash], 1],
        Optional[references] => Hash[Pattern[/\A[A-Z]\w*\z/], Struct[{
            name => Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/],
            version_range => Variant[String[1], SemVerRange],
            Optional[name_authority] => String,
        }], 1],
        Optional[annotations] => Optional[Hash[Type, Hash[Pattern[/\A[a-z_]\w*\z/], Any]]],
    }]";
    crate::ty::parse(text, &mut |_| None).unwrap_or(Type::Any)
});

/// The type set with the name that a definition gives it; its types are types already.
pub fn named_type_set(name: Option<&str>, init: &Value) -> Result<Type> {
    if !INIT.is_instance(init) {
        return Err(OpError::runtime(crate::mismatch::value("TypeSet initializer", &INIT, init)));
    }
    let Value::Hash(entries) = init else { return Ok(Type::TypeSet(None)) };
    let get = |key: &str| entries.get(&Value::from(key)).filter(|it| !it.is_undef());
    let own: Option<Str> = name.or_else(|| get("name").and_then(Value::as_str)).map(Str::from);
    let label = own.as_deref().unwrap_or_default();
    let version = |key: &str| match get(key) {
        Some(Value::String(text)) => Version::parse(text).map(|it| Some(Arc::new(it))).map_err(OpError::runtime),
        Some(Value::Version(it)) => Ok(Some(it.clone())),
        _ => Ok(None),
    };
    let Some(pcore_version) = version("pcore_version")? else { return Ok(Type::TypeSet(None)) };
    if !VersionRange::parse("1.x").is_ok_and(|it| it.includes(&pcore_version)) {
        let message =
            format!("The pcore version for TypeSet '{label}' is not understood by this runtime. Expected range 1.x, got {pcore_version}");
        return Err(OpError::runtime(message));
    }
    // As it is printed: Puppet's own order, and versions as text.
    let mut shown = Hash::default();
    let mut show = |key: &str, value: Option<Value>| {
        shown.extend(value.map(|value| (Value::from(key), value)));
    };
    show("annotations", get("annotations").cloned());
    show("pcore_uri", get("pcore_uri").cloned());
    show("pcore_version", Some(Value::from(pcore_version.to_string())));
    let authority = if name.is_some() { Some(Value::from(RUNTIME)) } else { get("name_authority").cloned() };
    show("name_authority", authority);
    show("name", Some(own.clone().map_or(Value::Undef, Value::String)));
    show("version", version("version")?.map(|it| Value::from(it.to_string())));
    if let Some(Value::Hash(references)) = get("references")
        && let Some((_, Value::Hash(reference))) = references.iter().next()
    {
        let named = reference.get(&Value::from("name")).and_then(Value::as_str).unwrap_or_default();
        return Err(OpError::runtime(format!("TypeSet '{label}' reference to TypeSet named '{named}' cannot be resolved")));
    }
    let types = match get("types") {
        Some(Value::Hash(types)) => types
            .iter()
            .filter_map(|(key, ty)| match ty {
                Value::Type(ty) => Some((Str::from(key.as_str()?), ty.clone())),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    Ok(Type::TypeSet(Some(Arc::new(TypeSet { name: own.unwrap_or_else(|| "".into()), types, init: Value::hash(shown) }))))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_hash_may_hold_is_a_type() {
        assert!(matches!(*super::INIT, crate::Type::Struct(_)));
    }
}
