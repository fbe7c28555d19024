//! The type of a value.

use std::cell::Cell;
use std::sync::Arc;

use super::{Bits, Size, StructElement, Times, Type};
use crate::Value;

/// Elements deeper than this are of any type.
const DEPTH: usize = super::DEPTH;

/// The most precise type of a value: of an array a `Tuple`, of a hash a `Struct`.
pub fn infer(value: &Value) -> Type {
    detailed(value, Look { depth: 0, left: &Cell::new(MOST) })
}

/// The type of a value with one type for all elements, as `type($x, 'reduced')` gives it.
pub fn infer_reduced(value: &Value) -> Type {
    reduced(value, Look { depth: 0, left: &Cell::new(MOST) })
}

/// Values that share their parts can have any number of them; those beyond this one are of any type.
const MOST: u32 = 4_000_000;

#[derive(Clone, Copy)]
struct Look<'a> {
    depth: usize,
    left: &'a Cell<u32>,
}

impl Look<'_> {
    fn is_over(self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.depth > DEPTH || self.left.get() == 0
    }
}

fn detailed(value: &Value, look: Look<'_>) -> Type {
    if look.is_over() {
        return Type::Any;
    }
    super::question::with_stack(|| detailed_inside(value, look))
}

fn detailed_inside(value: &Value, look: Look<'_>) -> Type {
    let deeper = Look { depth: look.depth + 1, ..look };
    match value {
        Value::Array(values) if !values.is_empty() => Type::Tuple(values.iter().map(|it| detailed(it, deeper)).collect(), None),
        Value::Hash(entries) if !entries.is_empty() => {
            let elements: Option<Vec<StructElement>> = entries
                .iter()
                .map(|(key, value)| match key {
                    Value::String(name) if !name.is_empty() => Some(StructElement::new(name.clone(), false, detailed(value, deeper))),
                    _ => None,
                })
                .collect();
            match elements {
                Some(elements) => Type::Struct(elements.into()),
                None => {
                    let keys = Type::variant(entries.keys().map(|it| detailed(it, deeper)).collect());
                    let values = Type::variant(entries.values().map(|it| detailed(it, deeper)).collect());
                    Type::Hash(Arc::new((keys, values)), Size::exactly(entries.len()))
                }
            }
        }
        Value::Version(version) => Type::SemVer(Arc::new([Arc::new(crate::version::VersionRange::between(version, version, false))])),
        other => reduced(other, look),
    }
}

fn reduced(value: &Value, look: Look<'_>) -> Type {
    if look.is_over() {
        return Type::Any;
    }
    super::question::with_stack(|| reduced_inside(value, look))
}

fn reduced_inside(value: &Value, look: Look<'_>) -> Type {
    let deeper = Look { depth: look.depth + 1, ..look };
    match value {
        Value::Undef => Type::Undef,
        Value::Default => Type::Default,
        Value::Boolean(it) => Type::Boolean(Some(*it)),
        Value::Integer(it) => Type::Integer(Some(*it), Some(*it)),
        // To the end of all numbers is without an end.
        Value::Float(it) if *it == f64::INFINITY => Type::Float(Some(Bits::new(*it)), None),
        Value::Float(it) if *it == f64::NEG_INFINITY => Type::Float(None, Some(Bits::new(*it))),
        Value::Float(it) => Type::Float(Some(Bits::new(*it)), Some(Bits::new(*it))),
        Value::String(text) => Type::StringValue(text.clone()),
        Value::Regex(regex) => Type::Regexp(Some(regex.source().into())),
        Value::Array(values) if values.is_empty() => Type::empty_array(),
        Value::Array(values) => {
            let element = reduce(values.iter().map(|it| reduced(it, deeper)));
            Type::Array(Arc::new(element), Size::exactly(values.len()))
        }
        Value::Hash(entries) if entries.is_empty() => Type::empty_hash(),
        Value::Hash(entries) => {
            let key = reduce(entries.keys().map(|it| reduced(it, deeper)));
            let value = reduce(entries.values().map(|it| reduced(it, deeper)));
            Type::Hash(Arc::new((key, value)), Size::exactly(entries.len()))
        }
        Value::Type(ty) => Type::Type(Some(Arc::new(ty.clone()))),
        Value::Sensitive(inner) => Type::sensitive(reduced(inner, deeper)),
        Value::Deferred(_) => Type::Deferred,
        Value::Timestamp(it) => Type::Timestamp(Times::new(Some(*it), Some(*it))),
        Value::Timespan(it) => Type::Timespan(Times::new(Some(*it), Some(*it))),
        Value::Version(_) => Type::SemVer(Arc::new([])),
        Value::VersionRange(_) => Type::SemVerRange,
        Value::Binary(_) => Type::Binary,
        Value::Uri(text) => Type::Uri(super::uri::parts(text).map(Arc::new)),
        Value::Iterator(it) => Type::Iterator(Some(Arc::new(it.element_type.clone()))),
        Value::Object(object) => object.inferred(),
        Value::Unknown(unknown) => unknown.ty.clone(),
    }
}

fn reduce(types: impl Iterator<Item = Type>) -> Type {
    let mut types = types.peekable();
    // Texts become one Enum at once: a longer one for each of them would take quadratic time.
    let mut texts = Vec::new();
    while let Some(Type::StringValue(text)) = types.next_if(|it| matches!(it, Type::StringValue(_))) {
        texts.push(text);
    }
    texts.sort();
    texts.dedup();
    let first = match texts.as_slice() {
        [] => types.next(),
        [only] => Some(Type::StringValue(only.clone())),
        _ => Some(Type::enumeration(texts, false)),
    };
    first.map_or(Type::Any, |first| types.fold(first, |a, b| Type::common(&a, &b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_list_become_one_type() {
        let one_by_one = |texts: &[&str]| {
            let types = texts.iter().map(|it| Type::StringValue((*it).into()));
            types.reduce(|a, b| Type::common(&a, &b))
        };
        let all = |texts: &[&str]| Some(reduce(texts.iter().map(|it| Type::StringValue((*it).into()))));
        for texts in [&["b"][..], &["b", "b"], &["b", "a", "b"], &["", "c", "a"], &["", ""]] {
            assert_eq!(all(texts), one_by_one(texts));
        }
    }
}
