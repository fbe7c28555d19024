//! Whether types may have instances in common, for values of which only the type is known.

use std::cell::Cell;

use super::{Tri, Type};

/// A type that contains itself in several ways has too many parts to visit.
const MOST: u32 = 100_000;

/// Kinds of values, as bits.
const UNDEF: u32 = 1;
const DEFAULT: u32 = 1 << 1;
const BOOLEAN: u32 = 1 << 2;
const INTEGER: u32 = 1 << 3;
const FLOAT: u32 = 1 << 4;
const STRING: u32 = 1 << 5;
const REGEX: u32 = 1 << 6;
const ARRAY: u32 = 1 << 7;
const HASH: u32 = 1 << 8;
const TYPE: u32 = 1 << 9;
const SENSITIVE: u32 = 1 << 10;
const DEFERRED: u32 = 1 << 11;
const TIMESTAMP: u32 = 1 << 12;
const TIMESPAN: u32 = 1 << 13;
const VERSION: u32 = 1 << 14;
const VERSION_RANGE: u32 = 1 << 15;
const BINARY: u32 = 1 << 16;
const URI: u32 = 1 << 17;
const ITERATOR: u32 = 1 << 18;
const OBJECT: u32 = 1 << 19;
const CALLABLE: u32 = 1 << 20;
const ALL: u32 = u32::MAX;

/// Whether what is only known to be of one type is of another.
pub(super) fn known_only_as(ty: &Type, known: &Type) -> Tri {
    if ty.accepts(known) {
        Tri::Yes
    } else if overlap(ty, known, &Cell::new(MOST), 0) {
        Tri::Maybe
    } else {
        Tri::No
    }
}

/// Whether there may be a value of both types; in doubt there is.
fn overlap(a: &Type, b: &Type, left: &Cell<u32>, depth: usize) -> bool {
    if depth > 20 || left.get() == 0 {
        return true;
    }
    let kinds = |it: &Type| kinds(it, left, 0);
    let overlap = |a: &Type, b: &Type, depth: usize| overlap(a, b, left, depth);
    if kinds(a) & kinds(b) == 0 {
        return false;
    }
    match (a.resolved(), b.resolved()) {
        (Type::Variant(types), other) | (other, Type::Variant(types)) if !types.is_empty() => {
            types.iter().any(|it| overlap(it, other, depth + 1))
        }
        (Type::Optional(Some(inner)), other) | (other, Type::Optional(Some(inner))) => {
            kinds(other) & UNDEF != 0 || overlap(inner, other, depth + 1)
        }
        (Type::NotUndef(Some(inner)), other) | (other, Type::NotUndef(Some(inner))) => {
            kinds(other) & !UNDEF != 0 && overlap(inner, other, depth + 1)
        }
        (Type::Integer(f, t), Type::Integer(g, u)) => meet(*f, *u) && meet(*g, *t),
        (Type::Boolean(Some(x)), Type::Boolean(Some(y))) => x == y,
        (Type::StringValue(text), other) | (other, Type::StringValue(text)) => {
            !matches!(other, Type::String(_) | Type::Enum(..) | Type::Pattern(_) | Type::StringValue(_))
                || other.accepts(&Type::StringValue(text.clone()))
        }
        (Type::Enum(values, _), other) | (other, Type::Enum(values, _)) if !values.is_empty() => {
            !matches!(other, Type::String(_) | Type::Enum(..) | Type::Pattern(_))
                || values.iter().any(|it| other.accepts(&Type::StringValue(it.clone())))
                || matches!(other, Type::Enum(others, _) if others.iter().any(|it| a.accepts(&Type::StringValue(it.clone()))))
        }
        (Type::Sensitive(Some(x)), Type::Sensitive(Some(y))) => overlap(x, y, depth + 1),
        _ => true,
    }
}

fn meet(from: Option<i64>, to: Option<i64>) -> bool {
    match (from, to) {
        (Some(from), Some(to)) => from <= to,
        _ => true,
    }
}

fn kinds(ty: &Type, left: &Cell<u32>, depth: usize) -> u32 {
    if depth > 20 || left.get() == 0 {
        return ALL;
    }
    left.set(left.get() - 1);
    let inside = |it: &Type| kinds(it, left, depth + 1);
    let scalar_data = BOOLEAN | INTEGER | FLOAT | STRING;
    match ty.resolved() {
        Type::Undef => UNDEF,
        Type::Default => DEFAULT,
        Type::Boolean(_) => BOOLEAN,
        Type::Integer(..) => INTEGER,
        Type::Float(..) => FLOAT,
        Type::Numeric => INTEGER | FLOAT,
        Type::String(_) | Type::StringValue(_) | Type::Enum(..) | Type::Pattern(_) => STRING,
        Type::ScalarData => scalar_data,
        Type::Scalar => scalar_data | REGEX | TIMESTAMP | TIMESPAN | VERSION | VERSION_RANGE,
        Type::Regexp(_) => REGEX,
        Type::Collection(_) => ARRAY | HASH,
        Type::Array(..) | Type::Tuple(..) => ARRAY,
        Type::Hash(..) | Type::Struct(_) => HASH,
        Type::Type(_) => TYPE,
        Type::Sensitive(_) => SENSITIVE,
        Type::Deferred => DEFERRED,
        Type::Timestamp(..) => TIMESTAMP,
        Type::Timespan(..) => TIMESPAN,
        Type::SemVer(_) => VERSION,
        Type::SemVerRange => VERSION_RANGE,
        Type::Binary => BINARY,
        Type::Uri(_) => URI,
        Type::Iterator(_) => ITERATOR,
        Type::Iterable(_) => ITERATOR | ARRAY | HASH | STRING | INTEGER | TYPE | OBJECT,
        Type::Object(_) | Type::Extension(_) => OBJECT,
        Type::ObjectAny => OBJECT | DEFERRED | TYPE,
        Type::TypeSet(_) => TYPE,
        Type::Callable(_) => CALLABLE,
        // Nothing that a program can hold.
        Type::Class(_) | Type::Resource(..) | Type::CatalogEntry | Type::Runtime(..) | Type::Reference(_) => 0,
        Type::Variant(types) => types.iter().map(inside).fold(0, |a, b| a | b),
        Type::Optional(Some(inner)) => UNDEF | inside(inner),
        Type::NotUndef(Some(inner)) => inside(inner) & !UNDEF,
        Type::Optional(None) => UNDEF,
        Type::NotUndef(None) => ALL & !UNDEF,
        Type::Any | Type::Unit | Type::Init(..) => ALL,
        Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => ALL,
    }
}
