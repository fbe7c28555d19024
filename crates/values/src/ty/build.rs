//! Types in their normal form.

use std::sync::{Arc, LazyLock};

use super::{CallableType, Size, StructElement, Type};
use crate::Str;

static DATA: LazyLock<Type> = LazyLock::new(|| {
    Type::Variant(Arc::new([
        Type::ScalarData,
        Type::Undef,
        Type::Hash(Arc::new((Type::String(Size::ANY), Type::Data)), Size::ANY),
        Type::Array(Arc::new(Type::Data), Size::ANY),
    ]))
});

static RICH_DATA_KEY: LazyLock<Type> = LazyLock::new(|| Type::Variant(Arc::new([Type::String(Size::ANY), Type::Numeric])));

static RICH_DATA: LazyLock<Type> = LazyLock::new(|| {
    Type::Variant(Arc::new([
        Type::Scalar,
        Type::SemVerRange,
        Type::Binary,
        Type::Sensitive(None),
        Type::Type(None),
        Type::TypeSet(None),
        Type::Uri(None),
        Type::ObjectAny,
        Type::Undef,
        Type::Default,
        Type::Hash(Arc::new((Type::RichDataKey, Type::RichData)), Size::ANY),
        Type::Array(Arc::new(Type::RichData), Size::ANY),
    ]))
});

impl Type {
    /// Target of an alias. An alias that is not resolved yet stands for nothing.
    pub(crate) fn alias_target(&self) -> Option<&Type> {
        static NOTHING: Type = Type::Reference(None);
        match self {
            Type::Data => Some(&DATA),
            Type::RichData => Some(&RICH_DATA),
            Type::RichDataKey => Some(&RICH_DATA_KEY),
            Type::Alias(alias) => Some(alias.resolved.get().unwrap_or(&NOTHING)),
            _ => None,
        }
    }

    /// The type behind all aliases.
    pub fn resolved(&self) -> &Type {
        let mut ty = self;
        // Aliases for one another are refused when they are made.
        for _ in 0..100 {
            match ty.alias_target() {
                Some(target) => ty = target,
                None => break,
            }
        }
        ty
    }

    /// A `Variant` without repetitions and nested ones; of one type that type.
    pub fn variant(types: Vec<Type>) -> Type {
        let mut all: indexmap::IndexSet<Type, rustc_hash::FxBuildHasher> = indexmap::IndexSet::default();
        for ty in types {
            match ty {
                Type::Variant(inner) => all.extend(inner.iter().cloned()),
                ty => {
                    all.insert(ty);
                }
            }
        }
        match all.len() {
            1 => all.into_iter().next().unwrap_or(Type::Any),
            _ => Type::Variant(all.into_iter().collect()),
        }
    }

    pub fn optional(inner: Type) -> Type {
        Type::Optional(Some(Arc::new(inner)))
    }

    /// Sorted, without repetitions.
    pub fn enumeration(mut values: Vec<Str>, fold: bool) -> Type {
        values.sort();
        values.dedup();
        Type::Enum(values.into(), fold)
    }

    /// Type of secret values, generalized.
    pub fn sensitive(inner: Type) -> Type {
        match inner.generalize() {
            Type::Any => Type::Sensitive(None),
            inner => Type::Sensitive(Some(Arc::new(inner))),
        }
    }

    pub fn array_of(element: Type) -> Type {
        Type::Array(Arc::new(element), Size::ANY)
    }

    pub fn hash_of(key: Type, value: Type) -> Type {
        Type::Hash(Arc::new((key, value)), Size::ANY)
    }

    pub(crate) fn sized_array(element: Type, size: Size) -> Type {
        let element = if size == Size::exactly(0) { Type::Unit } else { element };
        Type::Array(Arc::new(element), size)
    }

    pub(crate) fn sized_hash(key: Type, value: Type, size: Size) -> Type {
        let entry = if size == Size::exactly(0) { (Type::Unit, Type::Unit) } else { (key, value) };
        Type::Hash(Arc::new(entry), size)
    }

    pub(crate) fn empty_array() -> Type {
        Type::sized_array(Type::Unit, Size::exactly(0))
    }

    pub(crate) fn empty_hash() -> Type {
        Type::sized_hash(Type::Unit, Type::Unit, Size::exactly(0))
    }

    /// `Callable`, which accepts every one.
    pub fn any_callable() -> Type {
        Type::Callable(Arc::new(CallableType { parameters: None, size: None, block: None, returns: None }))
    }
}

impl StructElement {
    pub fn new(name: Str, optional: bool, ty: Type) -> StructElement {
        let required = !optional && ty.accepts(&Type::Undef);
        StructElement { name, optional, required, ty }
    }
}
