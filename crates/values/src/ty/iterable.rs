//! Iterable types, and their elements.

use std::sync::Arc;

use super::{Size, Type};

impl Type {
    pub(super) fn is_iterable(&self) -> bool {
        match self.resolved() {
            Type::Enum(..)
            | Type::Integer(..)
            | Type::Collection(_)
            | Type::Array(..)
            | Type::Hash(..)
            | Type::Iterable(_)
            | Type::Iterator(_)
            | Type::String(_)
            | Type::StringValue(_)
            | Type::Struct(_)
            | Type::Tuple(..) => true,
            Type::Type(Some(inner)) => match **inner {
                Type::Enum(..) => true,
                Type::Integer(from, to) => from.is_some() && to.is_some(),
                _ => false,
            },
            Type::Object(object) => object.base().is_some_and(Type::is_iterable),
            _ => false,
        }
    }

    /// The type of the elements: none if it is unknown, and none inside if it is anything.
    pub fn iterated(&self) -> Option<Option<Type>> {
        let character = || Some(Some(Type::String(Size::exactly(1))));
        let pair = |key: Type, value: Type| Some(Some(Type::Tuple(Arc::new([key, value]), Some(Size::exactly(2)))));
        match self.resolved() {
            Type::Enum(..) | Type::String(_) | Type::StringValue(_) => character(),
            Type::Integer(..) => Some(Some(Type::Integer(None, None))),
            Type::Array(element, _) if **element == Type::Any => Some(None),
            Type::Array(element, _) => Some(Some((**element).clone())),
            Type::Tuple(types, _) => Some(Some(Type::variant(types.to_vec()))),
            Type::Hash(entry, _) if *entry.as_ref() == (Type::Any, Type::Any) => pair(Type::Unit, Type::Unit),
            Type::Hash(entry, _) => pair(entry.0.clone(), entry.1.clone()),
            Type::Struct(elements) if elements.is_empty() => pair(Type::Unit, Type::Unit),
            Type::Struct(elements) => {
                let key = |it: &super::StructElement| {
                    let name = Type::StringValue(it.name.clone());
                    if it.optional { Type::optional(name) } else { name }
                };
                pair(Type::variant(elements.iter().map(key).collect()), Type::variant(elements.iter().map(|it| it.ty.clone()).collect()))
            }
            Type::Iterable(inner) | Type::Iterator(inner) => Some(inner.as_deref().cloned()),
            Type::Type(Some(inner)) => match &**inner {
                Type::Enum(..) | Type::Integer(Some(_), Some(_)) => Some(Some((**inner).clone())),
                _ => None,
            },
            Type::Object(object) => object.base().and_then(Type::iterated),
            _ => None,
        }
    }
}
