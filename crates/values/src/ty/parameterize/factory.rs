//! Types that are built of several kinds of parameters.

use std::sync::Arc;

use super::{OpError, Result, ordered, ruby_class, size_of, wrong_count};
use crate::time::{Timespan, Timestamp};
use crate::ty::{CallableType, Size, StructElement, Times, Type};
use crate::{Hash, Value};

fn is_range(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Integer(_) | Value::Default) => true,
        Some(Value::String(text)) => &**text == "default",
        _ => false,
    }
}

/// Takes the one or two numbers at the end apart.
pub(super) fn split_size(keys: &[Value]) -> Result<(&[Value], Option<Size>)> {
    let end = |value: Option<&Value>| match value {
        Some(Value::Integer(it)) => Some(*it),
        _ => None,
    };
    let build = |from: Option<&Value>, to: Option<&Value>| {
        let (from, to) = (end(from), end(to));
        ordered(from, to, |it| it.to_string())?;
        Ok(Some(size_of(from, to)))
    };
    match keys {
        [before @ .., from, to] if is_range(Some(from)) && is_range(Some(to)) => Ok((before, build(Some(from), Some(to))?)),
        [before @ .., from] if is_range(Some(from)) => Ok((before, build(Some(from), None)?)),
        keys => Ok((keys, None)),
    }
}

/// `Callable[…]`: types, numbers and a block; or a list of them and what is returned.
pub(in crate::ty) fn callable(keys: &[Value]) -> Result<Type> {
    let mut returns = None;
    let mut parameters = keys.to_vec();
    if let Some(Value::Array(inner)) = keys.first() {
        match keys {
            [_, Value::Type(ty)] => returns = Some(ty.clone()).filter(|it| *it != Type::Any),
            [_, _] => return Err(OpError::runtime("The type that a Callable returns must be a type")),
            _ => return Err(wrong_count("A Callable-Type", keys.len(), 2, None)),
        }
        parameters = inner.to_vec();
    }
    let block = match parameters.last() {
        Some(Value::Type(ty)) if ty.is_callable_kind() => {
            let block = ty.clone();
            parameters.pop();
            Some(block)
        }
        _ => None,
    };
    let (parameters, size) = split_size(&parameters)?;
    let mut types = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        types.push(match parameter {
            Value::Type(ty) => ty.clone(),
            Value::String(name) => Type::Runtime(Some("ruby".into()), Some(name.clone())),
            other => crate::infer_reduced(other).generalize(),
        });
    }
    if types.is_empty() && size.is_some_and(|size| size.to != Some(0)) {
        types.push(Type::Unit);
    }
    Ok(Type::Callable(Arc::new(CallableType { parameters: Some(types.into()), size, block, returns })))
}

/// `Struct[{…}]`.
pub(in crate::ty) fn structure(entries: &Hash) -> Result<Type> {
    let mut elements = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let ty = match value {
            Value::Type(ty) => ty.clone(),
            Value::String(name) => Type::Runtime(Some("ruby".into()), Some(name.clone())),
            other => crate::infer_reduced(other).generalize(),
        };
        let no_text =
            |ty: &Type| OpError::runtime(format!("Unable to extract a non-empty literal string from Struct member key type {ty}"));
        let (name, optional) = match key {
            Value::String(name) if name.is_empty() => return Err(OpError::runtime("Struct element key cannot be an empty String")),
            Value::String(name) => (name.clone(), ty.accepts(&Type::Undef)),
            Value::Type(Type::NotUndef(inner) | Type::Optional(inner)) => match inner.as_deref() {
                Some(Type::StringValue(name)) => (name.clone(), matches!(key, Value::Type(Type::Optional(_)))),
                inner => return Err(no_text(inner.unwrap_or(&Type::Any))),
            },
            Value::Type(Type::Enum(values, _)) if values.len() == 1 => match values.first() {
                Some(name) => (name.clone(), false),
                None => return Err(no_text(&Type::Enum(values.clone(), false))),
            },
            Value::Type(ty @ (Type::String(_) | Type::Enum(..))) => return Err(no_text(ty)),
            other => {
                return Err(OpError::runtime(format!(
                    "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {}",
                    ruby_class(other)
                )));
            }
        };
        elements.push(StructElement::new(name, optional, ty));
    }
    Ok(Type::Struct(elements.into()))
}

/// `Timestamp[…]` and `Timespan[…]`.
pub(super) fn times(base: &Type, keys: &[Value]) -> Result<Type> {
    if keys.len() > 2 {
        return Err(wrong_count(&super::a_an_uc(base), keys.len(), 0, Some(2)));
    }
    let name = if matches!(base, Type::Timestamp(..)) { "Puppet::Pops::Time::Timestamp" } else { "Puppet::Pops::Time::Timespan" };
    let nanos = |key: Option<&Value>| -> Result<Option<i128>> {
        match key {
            None | Some(Value::Undef | Value::Default) => Ok(None),
            Some(Value::Integer(it)) => Ok(Some(i128::from(*it) * 1_000_000_000)),
            Some(Value::Float(it)) => crate::time::nanos_of(*it).map(Some).ok_or_else(|| OpError::runtime(crate::print::float(*it))),
            Some(Value::Timestamp(it)) if matches!(base, Type::Timestamp(..)) => Ok(Some(it.0)),
            Some(Value::Timespan(it)) if matches!(base, Type::Timespan(..)) => Ok(Some(it.0)),
            Some(Value::String(text)) => match base {
                Type::Timestamp(..) => Timestamp::parse(text, None, None).map(|it| Some(it.0)).map_err(OpError::runtime),
                _ => parse_timespan(text).map(Some),
            },
            Some(Value::Hash(fields)) if matches!(base, Type::Timespan(..)) => Ok(Some(crate::convert::timespan_of_fields(fields).0)),
            Some(other) => Err(OpError::runtime(format!("Unable to create a {name} from a {}", ruby_class(other)))),
        }
    };
    let (from, to) = (nanos(keys.first())?, nanos(keys.get(1))?);
    match base {
        Type::Timestamp(..) => {
            ordered(from, to, |it| Timestamp(it).to_string())?;
            Ok(Type::Timestamp(Times::new(from.map(Timestamp), to.map(Timestamp))))
        }
        _ => {
            ordered(from, to, |it| Timespan(it).to_string())?;
            Ok(Type::Timespan(Times::new(from.map(Timespan), to.map(Timespan))))
        }
    }
}

fn parse_timespan(text: &str) -> Result<i128> {
    Timespan::parse(text, &crate::time::TIMESPAN_FORMATS).map(|it| it.0).map_err(OpError::runtime)
}
