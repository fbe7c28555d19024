//! Attributes and methods of numbers.

use super::{Method, method};
use crate::value::{Number, Value};

pub(super) static INT: &[Method] = &[
    method("int.bit_length", &[], 0, |_, it, _| {
        let bits = Number::from(it).map_or(0, |it| it.to_big().bits());
        Ok(Value::from_usize(usize::try_from(bits).unwrap_or(usize::MAX)))
    }),
    method("int.bit_count", &[], 0, |_, it, _| {
        let digits = Number::from(it).map(|it| it.to_big().to_str_radix(2)).unwrap_or_default();
        Ok(Value::from_usize(digits.matches('1').count()))
    }),
    method("int.conjugate", &[], 0, |_, it, _| crate::number::plus(it)),
    method("int.as_integer_ratio", &[], 0, |_, it, _| Ok(Value::tuple(vec![crate::number::plus(it)?, Value::Int(1)]))),
];

pub(super) static FLOAT: &[Method] = &[
    method("float.is_integer", &[], 0, |_, it, _| Ok(Value::Bool(matches!(it, Value::Float(it) if it.fract() == 0.0)))),
    method("float.conjugate", &[], 0, |_, it, _| Ok(it.clone())),
];

/// Attributes that are no methods.
pub(super) fn attribute(value: &Value, name: &str) -> Option<Value> {
    match value {
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => match name {
            "real" | "numerator" => crate::number::plus(value).ok(),
            "imag" => Some(Value::Int(0)),
            "denominator" => Some(Value::Int(1)),
            _ => None,
        },
        Value::Float(_) => match name {
            "real" => Some(value.clone()),
            "imag" => Some(Value::Float(0.0)),
            _ => None,
        },
        Value::Range(it) => match name {
            "start" => Some(Value::Int(it.start)),
            "stop" => Some(Value::Int(it.stop)),
            "step" => Some(Value::Int(it.step)),
            _ => None,
        },
        _ => None,
    }
}
