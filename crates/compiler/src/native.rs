//! Types of resources that are written in Ruby.

use std::ops::Deref;
use std::sync::Arc;

use resource_types::TypeInfo;

/// Properties of a type.
#[derive(Clone, Debug)]
pub enum Native {
    /// It was asked of real Puppet.
    Table(&'static TypeInfo),
    /// Its text was read.
    Read(Arc<TypeInfo>),
}

impl PartialEq for Native {
    fn eq(&self, other: &Native) -> bool {
        match (self, other) {
            (Native::Table(a), Native::Table(b)) => std::ptr::eq(*a, *b),
            (Native::Read(a), Native::Read(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Native {}

impl Deref for Native {
    type Target = TypeInfo;

    fn deref(&self) -> &TypeInfo {
        match self {
            Native::Table(info) => info,
            Native::Read(info) => info,
        }
    }
}

/// Whether a type takes an attribute.
pub fn accepts(info: Option<&Native>, name: &str) -> bool {
    resource_types::is_metaparameter(name) || name == "name" || info.is_none_or(|it| it.accepts(name))
}
