//! The values of the language.

use std::hash::{Hash as StdHash, Hasher};
use std::sync::Arc;

use crate::regex::Regex;
use crate::time::{Timespan, Timestamp};
use crate::ty::question::with_stack;
use crate::version::{Version, VersionRange};
use crate::{Hash, ObjectType, Type, Unknown};

/// Text that is shared.
pub type Str = Arc<str>;

/// Values are shared, not copied: to clone one costs a counter at most.
///
/// `==` is Ruby's `eql?`, as for keys of hashes. The operator `==` of the language is [`crate::ops::equals`].
#[derive(Clone, Debug)]
pub enum Value {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(Str),
    Regex(Arc<Regex>),
    Array(Arc<Vec<Value>>),
    Hash(Arc<Hash>),
    /// Types are values; so are references to resources (`File['/x']`) and classes.
    Type(Type),
    Sensitive(Arc<Value>),
    Deferred(Arc<Deferred>),
    Timestamp(Timestamp),
    Timespan(Timespan),
    Version(Arc<Version>),
    VersionRange(Arc<VersionRange>),
    Binary(Arc<[u8]>),
    /// As written, after it was found to be a URI.
    Uri(Str),
    /// Result of functions such as `step` and `reverse_each`: it can be iterated and splatted, and is no array.
    Iterator(Arc<crate::iterator::Iter>),
    /// An instance of an `Object` type.
    Object(Arc<Object>),
    Unknown(Arc<Unknown>),
}

/// A call that happens when the catalog is applied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deferred {
    pub name: Str,
    /// None where none were given, which is printed otherwise than an empty list.
    pub arguments: Option<Arc<Vec<Value>>>,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub ty: Arc<ObjectType>,
    /// In the order of the type's attributes, without constants; those that have their default value are there, too.
    pub attributes: Vec<(Str, Value)>,
}

impl Value {
    pub fn string(text: impl AsRef<str>) -> Value {
        Value::String(Arc::from(text.as_ref()))
    }

    pub fn array(values: Vec<Value>) -> Value {
        Value::Array(Arc::new(values))
    }

    pub fn hash(entries: Hash) -> Value {
        Value::Hash(Arc::new(entries))
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Only `undef` and `false` are false.
    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Undef | Value::Boolean(false))
    }

    pub fn is_undef(&self) -> bool {
        matches!(self, Value::Undef)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a == b || a.to_bits() == b.to_bits(),
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Uri(a), Value::Uri(b)) => a == b,
            (Value::Regex(a), Value::Regex(b)) => a.source() == b.source(),
            (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b) || with_stack(|| a == b),
            (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b) || with_stack(|| a == b),
            (Value::Type(a), Value::Type(b)) => with_stack(|| a == b),
            (Value::Sensitive(a), Value::Sensitive(b)) => a == b,
            (Value::Deferred(a), Value::Deferred(b)) => a == b,
            (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
            (Value::Timespan(a), Value::Timespan(b)) => a == b,
            (Value::Version(a), Value::Version(b)) => a == b,
            (Value::VersionRange(a), Value::VersionRange(b)) => a == b,
            (Value::Binary(a), Value::Binary(b)) => a == b,
            (Value::Iterator(a), Value::Iterator(b)) => Arc::ptr_eq(a, b),
            (Value::Object(a), Value::Object(b)) => with_stack(|| a == b),
            // What is not known is the same only if it is the very same.
            (Value::Unknown(a), Value::Unknown(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Value {}

impl StdHash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Undef | Value::Default => {}
            Value::Boolean(it) => it.hash(state),
            Value::Integer(it) => it.hash(state),
            // `0.0` and `-0.0` are equal.
            Value::Float(it) => (if *it == 0.0 { 0.0_f64 } else { *it }).to_bits().hash(state),
            Value::String(it) | Value::Uri(it) => it.hash(state),
            Value::Regex(it) => it.source().hash(state),
            Value::Array(it) => with_stack(|| it.hash(state)),
            // Equal hashes may have another order.
            Value::Hash(it) => it.len().hash(state),
            Value::Type(it) => with_stack(|| it.hash(state)),
            Value::Sensitive(it) => it.hash(state),
            Value::Deferred(it) => it.hash(state),
            Value::Timestamp(it) => it.hash(state),
            Value::Timespan(it) => it.hash(state),
            Value::Version(it) => it.hash(state),
            Value::VersionRange(it) => it.hash(state),
            Value::Binary(it) => it.hash(state),
            Value::Iterator(it) => Arc::as_ptr(it).hash(state),
            Value::Object(it) => it.hash(state),
            Value::Unknown(it) => Arc::as_ptr(it).hash(state),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::string(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text.into())
    }
}

impl From<bool> for Value {
    fn from(it: bool) -> Value {
        Value::Boolean(it)
    }
}

impl From<i64> for Value {
    fn from(it: i64) -> Value {
        Value::Integer(it)
    }
}

impl From<Vec<Value>> for Value {
    fn from(values: Vec<Value>) -> Value {
        Value::array(values)
    }
}

impl From<Type> for Value {
    fn from(ty: Type) -> Value {
        Value::Type(ty)
    }
}

#[cfg(test)]
mod tests {
    /// Lists, constants and attributes are values: what one grows by, all of them do.
    #[test]
    fn values_are_small() {
        assert!(std::mem::size_of::<super::Value>() <= 40, "{} bytes", std::mem::size_of::<super::Value>());
    }
}
