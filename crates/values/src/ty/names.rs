//! The names of the types that are built in.

use std::sync::Arc;

use super::{CallableType, Size, Times, Type};

/// Those that manifests name, as they are written.
pub const NAMES: &[&str] = &[
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Deferred",
    "Enum",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeSet",
    "URI",
    "Undef",
    "Variant",
];

/// The type that is built in under that name, in any case; no types of resources.
pub fn named(name: &str) -> Option<Type> {
    let lower = name.to_ascii_lowercase();
    let ty = match lower.as_str() {
        "any" => Type::Any,
        "array" => Type::Array(Arc::new(Type::Any), Size::ANY),
        "binary" => Type::Binary,
        "boolean" => Type::Boolean(None),
        "callable" => Type::Callable(Arc::new(CallableType { parameters: None, size: None, block: None, returns: None })),
        "catalogentry" => Type::CatalogEntry,
        "class" => Type::Class(None),
        "collection" => Type::Collection(Size::ANY),
        "data" => Type::Data,
        "default" => Type::Default,
        "deferred" => Type::Deferred,
        "enum" => Type::Enum(Arc::new([]), false),
        "float" => Type::Float(None, None),
        "hash" => Type::Hash(Arc::new((Type::Any, Type::Any)), Size::ANY),
        "init" => Type::Init(None, Arc::new([])),
        "integer" => Type::Integer(None, None),
        "iterable" => Type::Iterable(None),
        "iterator" => Type::Iterator(None),
        "notundef" => Type::NotUndef(None),
        "numeric" => Type::Numeric,
        "object" => Type::ObjectAny,
        "optional" => Type::Optional(None),
        "pattern" => Type::Pattern(Arc::new([])),
        "regexp" => Type::Regexp(None),
        "resource" => Type::Resource(None, None),
        "richdata" => Type::RichData,
        "richdatakey" => Type::RichDataKey,
        "runtime" => Type::Runtime(None, None),
        "scalar" => Type::Scalar,
        "scalardata" => Type::ScalarData,
        "semver" => Type::SemVer(Arc::new([])),
        "semverrange" => Type::SemVerRange,
        "sensitive" => Type::Sensitive(None),
        "string" => Type::String(Size::ANY),
        "struct" => Type::Struct(Arc::new([])),
        "timespan" => Type::Timespan(Times::ANY),
        "timestamp" => Type::Timestamp(Times::ANY),
        "tuple" => Type::Tuple(Arc::new([]), None),
        "type" => Type::Type(None),
        "typealias" => unresolved_alias(),
        "typereference" => Type::Reference(None),
        "typeset" => Type::TypeSet(None),
        "undef" => Type::Undef,
        "uri" => Type::Uri(None),
        "variant" => Type::Variant(Arc::new([])),
        other => return super::builtin::find(other),
    };
    Some(ty)
}

/// Type of an alias without a target.
fn unresolved_alias() -> Type {
    let alias = super::Alias { name: "UnresolvedAlias".into(), resolved: Type::Reference(None).into() };
    Type::Alias(Arc::new(alias))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_of_a_type() {
        assert_eq!(NAMES.iter().find(|it| named(it).is_none()), None);
    }
}
