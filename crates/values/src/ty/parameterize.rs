//! `Type[…]`.

mod extension;
mod factory;
mod label;
mod object;
mod reference;
mod type_set;

use std::sync::Arc;

use issue::Issue;

use super::{Bits, Size, Type};
use crate::ops::{At, OpError};
use crate::regex::Regex;
use crate::version::VersionRange;
use crate::{Str, Value};
use label::{a_an, a_an_uc, key_name, ruby_class};

use factory::{callable, structure};
pub(crate) use label::with_article;
pub use object::named_object;
pub(crate) use reference::capitalize;
pub use type_set::named_type_set;

type Result<T> = std::result::Result<T, OpError>;

/// The type with these parameters; for `File['a', 'b']` and `Class['a', 'b']` an array of them.
pub fn parameterize(base: &Type, keys: &[Value]) -> Result<Value> {
    let made = of_any_size(base, keys)?;
    match &made {
        Value::Type(ty) if ty.is_too_large() => {
            Err(OpError::runtime(format!("the type has more than {} types in it", super::weight::MOST)))
        }
        Value::Type(ty) if ty.is_too_deep() => {
            Err(OpError::runtime(format!("the type has more than {} types inside of each other", super::weight::MOST_LEVELS)))
        }
        _ => Ok(made),
    }
}

fn of_any_size(base: &Type, keys: &[Value]) -> Result<Value> {
    match base {
        Type::Resource(..) => return reference::resource(base, keys),
        Type::Class(..) => return reference::class(base, keys),
        Type::Callable(_) => return callable(keys).map(Value::Type),
        Type::Struct(_) => {
            arity(base, keys.len(), 1, 1)?;
            let Some(Value::Hash(entries)) = keys.first() else { return Err(wrong_key(base, keys, 0, &["Hash"])) };
            return structure(entries).map(Value::Type);
        }
        Type::Init(..) => {
            let Some(Value::Type(inner)) = keys.first() else { return Err(no_type("Init-Type", keys, 0)) };
            return Ok(Value::Type(Type::Init(Some(Arc::new(inner.clone())), keys.iter().skip(1).cloned().collect())));
        }
        _ => {}
    }
    let mut flat = Vec::new();
    flatten(keys, &mut flat, 0);
    specialize(base, &flat).map(Value::Type)
}

pub(super) fn flatten(keys: &[Value], out: &mut Vec<Value>, depth: usize) {
    for key in keys {
        match key {
            Value::Array(inner) if depth < super::DEPTH => flatten(inner, out, depth + 1),
            other => out.push(other.clone()),
        }
    }
}

fn specialize(base: &Type, keys: &[Value]) -> Result<Type> {
    let first = keys.first();
    match base {
        Type::Boolean(_) => {
            arity(base, keys.len(), 1, 1)?;
            match first {
                Some(Value::Boolean(it)) => Ok(Type::Boolean(Some(*it))),
                _ => Err(wrong_key(base, keys, 0, &["TrueClass", "FalseClass"])),
            }
        }
        Type::Enum(..) => {
            let (keys, fold) = match keys {
                [before @ .., Value::Boolean(fold)] => (before, *fold),
                keys => (keys, false),
            };
            at_least_one(base, keys.len())?;
            let values: Result<Vec<Str>> = keys
                .iter()
                .enumerate()
                .map(|(index, key)| match key {
                    Value::String(text) => Ok(text.clone()),
                    _ => Err(wrong_key(base, keys, index, &["String"])),
                })
                .collect();
            Ok(Type::enumeration(values?, fold))
        }
        Type::Variant(_) => {
            at_least_one(base, keys.len())?;
            Ok(Type::variant(types(base, keys)?))
        }
        Type::Tuple(..) => {
            let (keys, size) = factory::split_size(keys)?;
            at_least_one(base, keys.len())?;
            Ok(Type::Tuple(types(base, keys)?.into(), size))
        }
        Type::Regexp(_) => match keys {
            [Value::String(text)] => {
                regex(text)?;
                Ok(Type::Regexp(Some(text.clone())))
            }
            [Value::Regex(regex)] => Ok(Type::Regexp(Some(regex.source().into()))),
            [_] => Err(wrong_key(base, keys, 0, &["String", "Regexp"])),
            _ => Err(OpError {
                at: if keys.is_empty() { At::Operator } else { At::Key(1) },
                ..wrong_count(&a_an_uc(base), keys.len(), 1, None)
            }),
        },
        Type::Pattern(_) => {
            at_least_one(base, keys.len())?;
            let mut patterns: Vec<Arc<Regex>> = Vec::new();
            for (index, key) in keys.iter().enumerate() {
                let more = match key {
                    Value::String(text) => vec![regex(text)?],
                    Value::Regex(regex) => vec![regex.clone()],
                    Value::Type(Type::Regexp(source)) => vec![regex(source.as_deref().unwrap_or_default())?],
                    Value::Type(Type::Pattern(patterns)) => patterns.to_vec(),
                    _ => return Err(wrong_key(base, keys, index, &["String", "Regexp", "Pattern-Type", "Regexp-Type"])),
                };
                for pattern in more {
                    if !patterns.contains(&pattern) {
                        patterns.push(pattern);
                    }
                }
            }
            Ok(Type::Pattern(patterns.into()))
        }
        Type::Integer(..) => {
            if keys.is_empty() || keys.len() > 2 {
                let message = format!("Integer-Type supports [] with one or two arguments (from, to). Got {}", keys.len());
                return Err(OpError::new(At::Operator, "BAD_INTEGER_SLICE_ARITY", message));
            }
            let end = |index: usize| match keys.get(index) {
                Some(Value::Integer(it)) => Ok(Some(*it)),
                None | Some(Value::Default) => Ok(None),
                Some(other) => {
                    let message = format!("Integer-Type [] requires all arguments to be integers (or default). Got {}", ruby_class(other));
                    Err(OpError::new(At::Key(index), "BAD_INTEGER_SLICE_TYPE", message))
                }
            };
            let (from, to) = (end(0)?, end(1)?);
            ordered(from, to, |it| it.to_string())?;
            Ok(Type::Integer(from, to))
        }
        Type::Float(..) => {
            if keys.is_empty() || keys.len() > 2 {
                let message = format!("Float-Type supports [] with one or two arguments (from, to). Got {}", keys.len());
                return Err(OpError::new(At::Operator, "BAD_INTEGER_SLICE_ARITY", message));
            }
            #[allow(clippy::cast_precision_loss)] // Ruby rounds in the same way.
            let end = |index: usize| match keys.get(index) {
                Some(Value::Integer(it)) => Ok(Some(*it as f64)),
                Some(Value::Float(it)) => Ok(Some(*it)),
                None | Some(Value::Default) => Ok(None),
                Some(other) => {
                    let message =
                        format!("Float-Type [] requires all arguments to be floats, or integers (or default). Got {}", ruby_class(other));
                    Err(OpError::new(At::Key(index), "BAD_INTEGER_SLICE_TYPE", message))
                }
            };
            let (from, to) = (end(0)?, end(1)?);
            ordered(from, to, crate::print::float)?;
            Ok(Type::Float(from.map(Bits::new), to.map(Bits::new)))
        }
        Type::String(_) | Type::StringValue(_) => match keys {
            [_] | [_, _] => Ok(Type::String(size(keys, 0)?)),
            _ => {
                let message = format!("String supports [] with one or two arguments. Got {}", keys.len());
                Err(OpError::new(At::Operator, "BAD_STRING_SLICE_ARITY", message))
            }
        },
        Type::Collection(_) => match keys {
            [_] | [_, _] => Ok(Type::Collection(size(keys, 0)?)),
            _ => Err(wrong_count("Collection-Type", keys.len(), 1, Some(2))),
        },
        Type::Array(..) => match keys {
            [Value::Type(element)] => Ok(Type::array_of(element.clone())),
            [_] => Err(no_type("Array-Type", keys, 0)),
            [Value::Type(element), _] | [Value::Type(element), _, _] => Ok(Type::sized_array(element.clone(), size(&keys[1..], 1)?)),
            [_, _] => Ok(Type::sized_array(Type::Any, size(keys, 0)?)),
            [_, _, _] => Err(no_type("Array-Type", keys, 0)),
            _ => Err(wrong_count("Array-Type", keys.len(), 1, Some(3))),
        },
        Type::Hash(..) => {
            if let [Value::Integer(_), Value::Integer(_)] = keys {
                return Ok(Type::sized_hash(Type::Any, Type::Any, size(keys, 0)?));
            }
            for index in 0..keys.len().min(2) {
                if !matches!(keys.get(index), Some(Value::Type(_))) {
                    return Err(no_type("Hash-Type", keys, index));
                }
            }
            match keys {
                [Value::Type(key), Value::Type(value)] => Ok(Type::hash_of(key.clone(), value.clone())),
                // Puppet makes a range of whatever stands alone there.
                [_, _, other] if !matches!(other, Value::Integer(_) | Value::Default | Value::Type(Type::Integer(..))) => {
                    Err(OpError::runtime(format!("comparison of {} with Infinity failed", ruby_class(other))))
                }
                [Value::Type(key), Value::Type(value), rest @ ..] if rest.len() < 3 => {
                    Ok(Type::sized_hash(key.clone(), value.clone(), size(rest, 2)?))
                }
                _ => Err(wrong_count("Hash-Type", keys.len(), 2, Some(4))),
            }
        }
        Type::Optional(_) => contained("Optional-Type", keys, true).map(|it| Type::Optional(Some(it))),
        Type::NotUndef(_) => match keys {
            [] => Ok(Type::NotUndef(None)),
            [Value::String(text)] => Ok(Type::NotUndef(Some(Arc::new(Type::StringValue(text.clone()))))),
            [Value::Type(Type::Any)] => Ok(Type::NotUndef(None)),
            [Value::Type(inner)] => Ok(Type::NotUndef(Some(Arc::new(inner.clone())))),
            [other] => {
                let message = format!("NotUndef-Type[] argument must be a Type or a String. Got {}", ruby_class(other));
                Err(OpError::new(At::Key(0), "BAD_NOT_UNDEF_SLICE_TYPE", message))
            }
            _ => Err(wrong_count("NotUndef-Type", keys.len(), 0, Some(1))),
        },
        Type::Type(_) => contained("Type-Type", keys, false).map(|it| Type::Type(Some(it))),
        Type::Iterable(_) => contained("Iterable-Type", keys, false).map(|it| Type::Iterable(Some(it))),
        Type::Iterator(_) => contained("Iterator-Type", keys, false).map(|it| Type::Iterator(Some(it))),
        Type::Sensitive(_) => contained("Sensitive-Type", keys, false).map(|it| Type::sensitive((*it).clone())),
        Type::Runtime(..) => match keys {
            [Value::String(runtime), Value::String(name)] => Ok(Type::Runtime(Some(runtime.clone()), Some(name.clone()))),
            [first, _] => Err(wrong_key(base, keys, usize::from(matches!(first, Value::String(_))), &["String", "String"])),
            _ => Err(wrong_count(&a_an_uc(base), keys.len(), 1, Some(2))),
        },
        Type::SemVer(_) => {
            at_least_one(base, keys.len())?;
            let ranges: Result<Vec<Arc<VersionRange>>> = keys
                .iter()
                .enumerate()
                .map(|(index, key)| match key {
                    Value::VersionRange(range) => Ok(range.clone()),
                    Value::String(text) => VersionRange::parse(text).map(Arc::new).map_err(OpError::runtime),
                    _ => Err(wrong_key(base, keys, index, &["String", "SemanticPuppet::VersionRange"])),
                })
                .collect();
            Ok(Type::SemVer(ranges?.into()))
        }
        Type::Timestamp(..) | Type::Timespan(..) => factory::times(base, keys),
        Type::Uri(_) => match keys {
            [Value::String(text)] if !text.is_empty() => {
                crate::convert::uri::check(text).map_err(OpError::runtime)?;
                Ok(Type::Uri(super::uri::parts(text).map(Arc::new)))
            }
            [Value::Hash(parts)] => Ok(Type::Uri(if parts.is_empty() { None } else { first.cloned().map(Arc::new) })),
            [other] => Err(OpError::new(
                At::Key(0),
                "BAD_TYPE_SLICE_TYPE",
                format!("URI-Type[] arguments must be types. Got {}", ruby_class(other)),
            )),
            _ => Err(wrong_count("URI-Type", keys.len(), 1, None)),
        },
        Type::ObjectAny => match keys {
            [Value::Hash(entries)] if entries.is_empty() => Ok(Type::ObjectAny),
            [init @ Value::Hash(_)] => named_object(None, init),
            [other] => Err(OpError::runtime(no_method("empty?", other))),
            _ => Err(wrong_count("Object-Type", keys.len(), 1, None)),
        },
        Type::Object(object) => extension::extension(object, keys),
        Type::Deferred => Err(OpError::runtime("The Deferred-Type cannot be parameterized using []")),
        Type::TypeSet(None) => match keys {
            [Value::Hash(entries)] if entries.is_empty() => Ok(Type::TypeSet(None)),
            [init @ Value::Hash(_)] => named_type_set(None, init),
            [other] => Err(OpError::runtime(no_method("empty?", other))),
            _ => Err(wrong_count("TypeSet-Type", keys.len(), 1, None)),
        },
        Type::Reference(name) => {
            Err(OpError::of_issue(At::Operator, Issue::UnknownType { name: name.as_deref().unwrap_or("UnresolvedReference").into() }))
        }
        other => Err(OpError::of_issue(
            At::Operator,
            Issue::NotApplicable {
                operator: "[]".into(),
                is_undef: false,
                text: format!("Operator '[]' is not applicable to {}.", a_an(other)),
            },
        )),
    }
}

/// Ruby's error where Puppet takes a hash for granted.
fn no_method(name: &str, value: &Value) -> String {
    let class = ruby_class(value);
    match value {
        Value::Undef => format!("undefined method `{name}' for nil:NilClass"),
        value => format!("undefined method `{name}' for {}:{class}", crate::print::ruby(value)),
    }
}

fn contained(name: &str, keys: &[Value], text: bool) -> Result<Arc<Type>> {
    match keys {
        [Value::Type(inner)] => Ok(Arc::new(inner.clone())),
        [Value::String(it)] if text => Ok(Arc::new(Type::StringValue(it.clone()))),
        [_] => Err(no_type(name, keys, 0)),
        _ => Err(wrong_count(name, keys.len(), 1, None)),
    }
}

fn types(base: &Type, keys: &[Value]) -> Result<Vec<Type>> {
    keys.iter()
        .enumerate()
        .map(|(index, key)| match key {
            Value::Type(ty) => Ok(ty.clone()),
            _ => Err(wrong_key(base, keys, index, &["Any-Type"])),
        })
        .collect()
}

fn regex(text: &str) -> Result<Arc<Regex>> {
    Regex::new(text).map(Arc::new).map_err(OpError::runtime)
}

fn ordered<T: PartialOrd + Copy>(from: Option<T>, to: Option<T>, show: impl Fn(T) -> String) -> Result<()> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => {
            // The bracket is missing in Puppet's text, too.
            Err(OpError::runtime(format!("'from' must be less or equal to 'to'. Got ({}, {}", show(from), show(to))))
        }
        _ => Ok(()),
    }
}

/// The size that one or two numbers or one `Integer` type give; `start` is where they stand among the keys.
fn size(keys: &[Value], start: usize) -> Result<Size> {
    if let [Value::Type(Type::Integer(from, to))] = keys {
        return Ok(size_of(*from, *to));
    }
    let end = |index: usize| match keys.get(index) {
        Some(Value::Integer(it)) => Ok(Some(*it)),
        None | Some(Value::Default) => Ok(None),
        Some(other) => {
            let class = ruby_class(other);
            let class = match other {
                Value::Type(ty) => format!("{}-Type", ty.simple_name()),
                _ => class,
            };
            let message = format!(
                "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {}",
                with_article(&class)
            );
            Err(OpError::new(At::Key(start + index), "BAD_COLLECTION_SLICE_TYPE", message))
        }
    };
    let (from, to) = (end(0)?, end(1)?);
    ordered(from, to, |it| it.to_string())?;
    Ok(size_of(from, to))
}

/// Sizes are never negative; a given one differs from none.
pub(super) fn size_of(from: Option<i64>, to: Option<i64>) -> Size {
    let size = Size { from: from.unwrap_or(0).max(0), to: to.map(|to| to.max(0)) };
    if size == Size::ANY { Size::FROM_ZERO } else { size }
}

fn arity(base: &Type, count: usize, min: usize, max: usize) -> Result<()> {
    if (min..=max).contains(&count) { Ok(()) } else { Err(wrong_count(&a_an_uc(base), count, 1, Some(max))) }
}

fn at_least_one(base: &Type, count: usize) -> Result<()> {
    if count > 0 { Ok(()) } else { Err(more_needed(&a_an_uc(base), count)) }
}

fn more_needed(label: &str, count: usize) -> OpError {
    let message = format!("{label}[] accepts 1 or more arguments. Got {count}");
    OpError::new(At::Operator, "BAD_TYPE_SLICE_ARITY", message)
}

fn wrong_count(label: &str, count: usize, min: usize, max: Option<usize>) -> OpError {
    let message = match max {
        Some(max) if max != min => format!("{label}[] accepts {min} to {max} arguments. Got {count}"),
        _ => format!("{label}[] accepts {min} argument{}. Got {count}", if min == 1 { "" } else { "s" }),
    };
    OpError::new(At::Operator, "BAD_TYPE_SLICE_ARITY", message)
}

fn no_type(name: &str, keys: &[Value], index: usize) -> OpError {
    let class = keys.get(index).map_or_else(|| "NilClass".to_owned(), ruby_class);
    OpError::new(At::Key(index), "BAD_TYPE_SLICE_TYPE", format!("{name}[] arguments must be types. Got {class}"))
}

fn wrong_key(base: &Type, keys: &[Value], index: usize, expected: &[&str]) -> OpError {
    let key = keys.get(index).map_or_else(|| "Undef".to_owned(), key_name);
    let expected = expected.join(" or ");
    let message = format!("Error creating type specialization of {}, Cannot use {key} where {expected} is expected", a_an(base));
    OpError::new(At::Key(index), "BAD_TYPE_SPECIALIZATION", message)
}
