//! Types without what is special to one value, and types without repetitions.

use std::sync::Arc;

use super::question::with_stack;
use super::{Bits, CallableType, Size, StructElement, Times, Type};
use crate::Str;

impl Type {
    /// The type without what is special to one value: no ranges, sizes or values.
    pub fn generalize(&self) -> Type {
        self.generalized(0)
    }

    fn generalized(&self, depth: usize) -> Type {
        if depth > super::DEPTH {
            return Type::Any;
        }
        let inside = |it: &Type| with_stack(|| it.generalized(depth + 1));
        let contained = |it: &Option<Arc<Type>>| it.as_ref().map(|it| Arc::new(inside(it)));
        match self {
            Type::Boolean(_) => Type::Boolean(None),
            Type::Integer(..) => Type::Integer(None, None),
            Type::Float(..) => Type::Float(None, None),
            Type::String(_) | Type::StringValue(_) => Type::String(Size::ANY),
            Type::Enum(values, _) => {
                let lengths = || values.iter().map(|it| i64::try_from(it.chars().count()).unwrap_or(i64::MAX));
                match (lengths().min(), lengths().max()) {
                    (Some(from), Some(to)) => Type::String(Size { from, to: Some(to) }),
                    _ => Type::String(Size::ANY),
                }
            }
            Type::Collection(_) => Type::Collection(Size::ANY),
            Type::Array(element, _) if **element == Type::Any => Type::array_of(Type::Any),
            Type::Array(element, _) => Type::array_of(inside(element)),
            Type::Hash(entry, size) => {
                if *size == Size::exactly(0) {
                    return self.clone();
                }
                Type::hash_of(inside(&entry.0), inside(&entry.1))
            }
            Type::Tuple(types, size) => Type::Tuple(types.iter().map(inside).collect(), *size),
            Type::Struct(elements) => {
                Type::Struct(elements.iter().map(|it| StructElement::new(it.name.clone(), it.optional, inside(&it.ty))).collect())
            }
            Type::Variant(types) if types.is_empty() => self.clone(),
            Type::Variant(types) => Type::variant(types.iter().map(inside).collect()),
            Type::Optional(it) => Type::Optional(contained(it)),
            Type::NotUndef(it) => Type::NotUndef(contained(it)),
            Type::Type(it) => Type::Type(contained(it)),
            Type::Iterable(it) => Type::Iterable(contained(it)),
            Type::Iterator(it) => Type::Iterator(contained(it)),
            Type::Sensitive(it) => Type::Sensitive(contained(it)),
            Type::Init(it, arguments) => Type::Init(contained(it), arguments.clone()),
            Type::Timestamp(..) => Type::Timestamp(Times::ANY),
            Type::Timespan(..) => Type::Timespan(Times::ANY),
            Type::Uri(_) => Type::Uri(None),
            Type::Extension(it) => Type::Object(it.base.clone()),
            Type::Callable(callable) => Type::Callable(Arc::new(CallableType {
                parameters: callable.parameters.as_ref().map(|it| it.iter().map(inside).collect()),
                size: callable.size,
                block: callable.block.as_ref().map(inside),
                returns: callable.returns.as_ref().map(inside),
            })),
            other => other.clone(),
        }
    }

    /// The same type without repetitions, with enums, patterns and ranges merged.
    pub fn normalize(&self) -> Type {
        self.normalized(0)
    }

    fn normalized(&self, depth: usize) -> Type {
        if depth > super::DEPTH {
            return self.clone();
        }
        let inside = |it: &Type| with_stack(|| it.normalized(depth + 1));
        let contained = |it: &Option<Arc<Type>>| it.as_ref().map(|it| Arc::new(inside(it)));
        match self {
            Type::Collection(_) => Type::Collection(Size::ANY),
            Type::Array(element, _) if **element == Type::Any => Type::array_of(Type::Any),
            Type::Array(element, size) => Type::Array(Arc::new(inside(element)), *size),
            Type::Hash(entry, size) => Type::Hash(Arc::new((inside(&entry.0), inside(&entry.1))), *size),
            Type::Tuple(types, size) => Type::Tuple(types.iter().map(inside).collect(), *size),
            Type::Struct(elements) => Type::Struct(elements.iter().map(|it| StructElement { ty: inside(&it.ty), ..it.clone() }).collect()),
            Type::Type(it) => Type::Type(contained(it)),
            Type::Iterable(it) => Type::Iterable(contained(it)),
            Type::Iterator(it) => Type::Iterator(contained(it)),
            Type::Sensitive(it) => Type::Sensitive(contained(it)),
            Type::Init(it, arguments) => Type::Init(contained(it), arguments.clone()),
            Type::NotUndef(Some(inner)) => match inside(inner) {
                Type::Optional(Some(inner)) => Type::NotUndef(Some(inner)).normalized(depth + 1),
                Type::Optional(None) => Type::NotUndef(None),
                inner if !inner.accepts(&Type::Undef) => inner,
                inner => Type::NotUndef(Some(Arc::new(inner))),
            },
            Type::Optional(Some(inner)) => match inside(inner) {
                Type::NotUndef(inner) => Type::Optional(inner).normalized(depth + 1),
                inner if inner.accepts(&Type::Undef) => inner,
                inner => Type::optional(inner),
            },
            Type::Callable(callable) => Type::Callable(Arc::new(CallableType {
                parameters: callable.parameters.as_ref().map(|it| it.iter().map(inside).collect()),
                size: callable.size,
                block: callable.block.as_ref().map(inside),
                returns: callable.returns.as_ref().map(inside),
            })),
            Type::Variant(types) if !types.is_empty() => normalized_variant(types.iter().map(inside).collect(), depth),
            other => other.clone(),
        }
    }
}

fn normalized_variant(mut types: Vec<Type>, depth: usize) -> Type {
    if types.len() == 1 {
        return types.pop().unwrap_or(Type::Any);
    }
    if types.iter().any(|it| matches!(it, Type::Undef | Type::Optional(_))) {
        let others = types
            .into_iter()
            .filter(|it| *it != Type::Undef)
            .map(|it| match it {
                Type::Optional(Some(inner)) => (*inner).clone(),
                Type::Optional(None) => Type::Any,
                it => it,
            })
            .collect();
        return Type::optional(Type::variant(others)).normalized(depth + 1);
    }
    let Type::Variant(types) = Type::variant(types.clone()) else { return Type::variant(types) };
    let mut types = types.to_vec();
    merge_not_undef(&mut types, depth);
    merge_enums(&mut types);
    merge_patterns(&mut types);
    merge_versions(&mut types);
    merge_integers(&mut types);
    merge_floats(&mut types);
    Type::variant(types)
}

/// Takes out what is chosen if there are at least two of them.
fn take(types: &mut Vec<Type>, choose: impl Fn(&Type) -> bool) -> Option<Vec<Type>> {
    if types.iter().filter(|it| choose(it)).count() < 2 {
        return None;
    }
    let (chosen, others) = std::mem::take(types).into_iter().partition(|it| choose(it));
    *types = others;
    Some(chosen)
}

fn merge_not_undef(types: &mut Vec<Type>, depth: usize) {
    if let Some(all) = take(types, |it| matches!(it, Type::NotUndef(_))) {
        let inner = all
            .into_iter()
            .map(|it| match it {
                Type::NotUndef(Some(inner)) => (*inner).clone(),
                _ => Type::Any,
            })
            .collect();
        types.push(Type::NotUndef(Some(Arc::new(Type::variant(inner).normalized(depth + 1)))));
    }
}

fn merge_enums(types: &mut Vec<Type>) {
    let exact = |it: &Type| matches!(it, Type::StringValue(_)) || matches!(it, Type::Enum(values, false) if !values.is_empty());
    if let Some(all) = take(types, exact) {
        let mut values: Vec<Str> = Vec::new();
        for it in all {
            match it {
                Type::StringValue(value) => values.push(value),
                Type::Enum(more, _) => values.extend(more.iter().cloned()),
                _ => {}
            }
        }
        types.push(Type::enumeration(values, false));
    }
    if let Some(all) = take(types, |it| matches!(it, Type::Enum(values, true) if !values.is_empty())) {
        let mut values: Vec<Str> = Vec::new();
        for it in all {
            if let Type::Enum(more, _) = it {
                values.extend(more.iter().map(|it| Str::from(it.to_lowercase())));
            }
        }
        types.push(Type::enumeration(values, true));
    }
}

fn merge_patterns(types: &mut Vec<Type>) {
    if let Some(all) = take(types, |it| matches!(it, Type::Pattern(_))) {
        let mut patterns: Vec<Arc<crate::regex::Regex>> = Vec::new();
        for it in all {
            if let Type::Pattern(more) = it {
                for pattern in more.iter() {
                    if !patterns.contains(pattern) {
                        patterns.push(pattern.clone());
                    }
                }
            }
        }
        types.push(Type::Pattern(patterns.into()));
    }
}

fn merge_versions(types: &mut Vec<Type>) {
    if let Some(all) = take(types, |it| matches!(it, Type::SemVer(_))) {
        let ranges = all.into_iter().flat_map(|it| match it {
            Type::SemVer(ranges) => ranges.to_vec(),
            _ => Vec::new(),
        });
        types.insert(0, Type::SemVer(ranges.collect()));
    }
}

/// Ranges that touch become one, and stand before all others.
fn merge_integers(types: &mut Vec<Type>) {
    let Some(all) = take(types, |it| matches!(it, Type::Integer(..))) else { return };
    let mut rest: Vec<(i128, i128)> = all
        .iter()
        .filter_map(|it| match it {
            Type::Integer(from, to) => Some((from.map_or(i128::MIN, i128::from), to.map_or(i128::MAX, i128::from))),
            _ => None,
        })
        .collect();
    let mut merged = Vec::new();
    while let Some(mut one) = rest.pop() {
        let mut apart = Vec::new();
        for other in rest {
            if one.1.saturating_add(1) < other.0 || other.1.saturating_add(1) < one.0 {
                apart.push(other);
            } else {
                one = (one.0.min(other.0), one.1.max(other.1));
            }
        }
        merged.push(Type::Integer(i64::try_from(one.0).ok(), i64::try_from(one.1).ok()));
        rest = apart;
    }
    types.splice(0..0, merged);
}

fn merge_floats(types: &mut Vec<Type>) {
    let Some(all) = take(types, |it| matches!(it, Type::Float(..))) else { return };
    let mut rest: Vec<(f64, f64)> = all
        .iter()
        .filter_map(|it| match it {
            Type::Float(from, to) => Some((from.map_or(f64::NEG_INFINITY, Bits::get), to.map_or(f64::INFINITY, Bits::get))),
            _ => None,
        })
        .collect();
    let mut merged = Vec::new();
    while let Some(mut one) = rest.pop() {
        let mut apart = Vec::new();
        for other in rest {
            if one.1 < other.0 || other.1 < one.0 {
                apart.push(other);
            } else {
                one = (one.0.min(other.0), one.1.max(other.1));
            }
        }
        let bound = |it: f64| if it.is_infinite() { None } else { Some(Bits::new(it)) };
        merged.push(Type::Float(bound(one.0), bound(one.1)));
        rest = apart;
    }
    types.splice(0..0, merged);
}
