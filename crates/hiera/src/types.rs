//! The types that Puppet's lookup names, and what it says of values that are of none of them.

use std::sync::Arc;

use values::regex::Regex;
use values::{Size, StructElement, Type, Value};

use crate::error::Error;

/// `LABEL has wrong type, expects …`.
pub(crate) fn assert(label: &str, expected: &Type, value: &Value) -> Result<(), Error> {
    if expected.is_instance(value) {
        return Ok(());
    }
    Err(Error::puppet(values::mismatch::value(label, expected, value)))
}

pub(crate) fn pattern(source: &str) -> Type {
    Type::Pattern(Regex::new(source).ok().map(Arc::new).into_iter().collect())
}

pub(crate) fn text_not_empty() -> Type {
    Type::String(Size { from: 1, to: None })
}

pub(crate) fn hash_of(key: Type, value: Type) -> Type {
    Type::Hash(Arc::new((key, value)), Size::ANY)
}

pub(crate) fn array_of(ty: Type) -> Type {
    Type::Array(Arc::new(ty), Size::ANY)
}

pub(crate) fn list_of(ty: Type, from: i64, to: Option<i64>) -> Type {
    Type::Array(Arc::new(ty), Size { from, to })
}

/// Name, whether it may be absent, type.
pub(crate) fn structure(elements: &[(&str, bool, Type)]) -> Type {
    let elements = elements.iter().map(|(name, optional, ty)| StructElement {
        name: (*name).into(),
        optional: *optional,
        required: false,
        ty: ty.clone(),
    });
    Type::Struct(elements.collect())
}

/// As [`assert`], for a value of which it is known already that it does not fit.
pub(crate) fn wrong(label: &str, expected: &Type, value: &Value) -> Error {
    Error::puppet(values::mismatch::value(label, expected, value))
}

pub(crate) fn text() -> Type {
    Type::String(Size::ANY)
}
