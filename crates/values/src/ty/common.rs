//! The narrowest type that accepts what two types accept.

use std::sync::Arc;

use super::{Bits, Size, Type};
use crate::Str;

impl Type {
    pub fn common(a: &Type, b: &Type) -> Type {
        common(a, b, 0)
    }
}

fn common(a: &Type, b: &Type, depth: usize) -> Type {
    super::question::with_stack(|| common_of(a, b, depth))
}

fn common_of(a: &Type, b: &Type, depth: usize) -> Type {
    match (a, b) {
        (Type::Undef | Type::Unit, _) => return b.clone(),
        (_, Type::Undef | Type::Unit) => return a.clone(),
        _ => {}
    }
    if depth > super::DEPTH {
        return Type::Any;
    }
    if a.accepts(b) {
        return a.clone();
    }
    if b.accepts(a) {
        return b.clone();
    }
    match (a, b) {
        (Type::Array(x, _), Type::Array(y, _)) => Type::array_of(common(x, y, depth + 1)),
        (Type::Hash(x, _), Type::Hash(y, _)) => Type::hash_of(common(&x.0, &y.0, depth + 1), common(&x.1, &y.1, depth + 1)),
        (Type::Class(_), Type::Class(_)) => Type::Class(None),
        (Type::Resource(x, _), Type::Resource(y, _)) => Type::Resource(if x == y { x.clone() } else { None }, None),
        (Type::Integer(f, t), Type::Integer(g, u)) => Type::Integer(open(f, g, i64::min), open(t, u, i64::max)),
        (Type::Float(f, t), Type::Float(g, u)) => {
            Type::Float(open(f, g, |x, y| Bits::new(x.get().min(y.get()))), open(t, u, |x, y| Bits::new(x.get().max(y.get()))))
        }
        (Type::StringValue(x), Type::Enum(values, _)) | (Type::Enum(values, _), Type::StringValue(x)) => {
            let mut values: Vec<Str> = values.to_vec();
            values.push(x.clone());
            Type::enumeration(values, false)
        }
        (Type::String(_), Type::Enum(..)) | (Type::Enum(..), Type::String(_)) => Type::Enum(Arc::new([]), false),
        (Type::StringValue(x), Type::StringValue(y)) => Type::enumeration(vec![x.clone(), y.clone()], false),
        (Type::String(x), Type::String(y)) if *x != Size::ANY && *y != Size::ANY => {
            let to = match (x.end(), y.end()) {
                (Some(x), Some(y)) => Some(x.max(y)),
                _ => None,
            };
            let size = Size { from: x.from.min(y.from), to };
            Type::String(if size == Size::ANY { Size::FROM_ZERO } else { size })
        }
        (Type::String(_) | Type::StringValue(_), Type::String(_) | Type::StringValue(_)) => Type::String(Size::ANY),
        (Type::Pattern(x), Type::Pattern(y)) => {
            let mut all = x.to_vec();
            all.extend(y.iter().filter(|it| !x.contains(it)).cloned());
            Type::Pattern(all.into())
        }
        (Type::Enum(x, _), Type::Enum(y, _)) => Type::enumeration(x.iter().chain(y.iter()).cloned().collect(), false),
        (Type::Variant(x), Type::Variant(y)) => Type::variant(x.iter().chain(y.iter()).cloned().collect()),
        (Type::Regexp(_), Type::Regexp(_)) => Type::Regexp(None),
        (Type::Callable(_), Type::Callable(_)) => Type::any_callable(),
        _ => {
            for wide in [Type::Numeric, Type::ScalarData, Type::Scalar, Type::Data] {
                if wide.accepts(a) && wide.accepts(b) {
                    return wide;
                }
            }
            if let (Type::Type(x), Type::Type(y)) = (a, b) {
                return match (x, y) {
                    (Some(x), Some(y)) => Type::Type(Some(Arc::new(common(x, y, depth + 1)))),
                    (Some(x), None) | (None, Some(x)) => Type::Type(Some(x.clone())),
                    (None, None) => Type::Type(None),
                };
            }
            if Type::RichData.accepts(a) && Type::RichData.accepts(b) {
                return Type::RichData;
            }
            Type::Any
        }
    }
}

/// An end that is open stays open.
fn open<T: Copy>(a: &Option<T>, b: &Option<T>, choose: impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(choose(*a, *b)),
        _ => None,
    }
}
