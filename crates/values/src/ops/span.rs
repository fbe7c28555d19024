//! Operators on times.

use super::arithmetic::{division_by_zero, floor_div};
use super::label::{a_label_uc, label, starts_with_vowel};
use super::{Arithmetic, OpError, a_label};
use crate::Value;
use crate::time::{NANOS_PER_SECOND, Timespan, Timestamp, nanos_of};

/// None where times do not know the operator.
pub(super) fn span_operation(operator: Arithmetic, span: Timespan, other: &Value) -> Result<Option<Value>, OpError> {
    let value = match operator {
        Arithmetic::Add => match other {
            Value::Timestamp(it) => Value::Timestamp(Timestamp(sum(span.0, it.0)?)),
            Value::Timespan(it) => Value::Timespan(Timespan(sum(span.0, it.0)?)),
            _ => {
                Value::Timespan(Timespan(sum(span.0, seconds(other, || format!("{} cannot be added to a Timespan", a_label_uc(other)))?)?))
            }
        },
        Arithmetic::Subtract => match other {
            Value::Timespan(it) => Value::Timespan(Timespan(difference(span.0, it.0)?)),
            _ => {
                let by = seconds(other, || format!("{} cannot be subtracted from a Timespan", a_label_uc(other)))?;
                Value::Timespan(Timespan(difference(span.0, by)?))
            }
        },
        Arithmetic::Multiply => Value::Timespan(Timespan(match other {
            Value::Integer(it) => span.0.checked_mul(i128::from(*it)).ok_or_else(too_large)?,
            Value::Float(it) => whole(span.0 as f64 * it)?,
            _ => return Err(OpError::runtime(format!("A Timestamp cannot be multiplied by {}", a_label(other)))),
        })),
        Arithmetic::Divide => match other {
            Value::Timespan(it) => Value::Float(span.0 as f64 / it.0 as f64),
            Value::Integer(0) => return Err(division_by_zero()),
            Value::Integer(it) => Value::Timespan(Timespan(floor_div(span.0, i128::from(*it)))),
            Value::Float(0.0) => return Err(division_by_zero()),
            Value::Float(it) => Value::Timespan(Timespan(whole((span.0 as f64 / it).floor())?)),
            _ => return Err(OpError::runtime(format!("A Timespan cannot be divided by {}", a_label(other)))),
        },
        Arithmetic::Modulo => match other {
            Value::Integer(0) => return Err(division_by_zero()),
            Value::Integer(it) => {
                let (seconds, by) = (span.seconds(), i128::from(*it));
                let rest = seconds - by * floor_div(seconds, by);
                Value::Integer(i64::try_from(rest).map_err(|_| too_large())?)
            }
            // Puppet says the article twice.
            _ => {
                let article = if starts_with_vowel(&label(other)) { "an" } else { "a" };
                return Err(OpError::runtime(format!("Can not do modulus on a Timespan using a {article} {}", label(other))));
            }
        },
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// None where points in time do not know the operator.
pub(super) fn stamp_operation(operator: Arithmetic, stamp: Timestamp, other: &Value) -> Result<Option<Value>, OpError> {
    let value = match (operator, other) {
        (Arithmetic::Add, Value::Timespan(it)) => Value::Timestamp(Timestamp(sum(stamp.0, it.0)?)),
        (Arithmetic::Add, _) => {
            let by = seconds(other, || format!("{} cannot be added to a Timestamp", a_label_uc(other)))?;
            Value::Timestamp(Timestamp(sum(stamp.0, by)?))
        }
        (Arithmetic::Subtract, Value::Timestamp(it)) => Value::Timespan(Timespan(difference(stamp.0, it.0)?)),
        (Arithmetic::Subtract, Value::Timespan(it)) => Value::Timestamp(Timestamp(difference(stamp.0, it.0)?)),
        (Arithmetic::Subtract, _) => {
            let by = seconds(other, || format!("{} cannot be subtracted from a Timestamp", a_label_uc(other)))?;
            Value::Timestamp(Timestamp(difference(stamp.0, by)?))
        }
        _ => return Ok(None),
    };
    Ok(Some(value))
}

fn seconds(number: &Value, refused: impl FnOnce() -> String) -> Result<i128, OpError> {
    match number {
        Value::Integer(it) => Ok(i128::from(*it) * NANOS_PER_SECOND),
        Value::Float(it) => nanos_of(*it).ok_or_else(too_large),
        _ => Err(OpError::runtime(refused())),
    }
}

fn whole(nanos: f64) -> Result<i128, OpError> {
    // `as` is exact enough: what is beyond the range of an i128 is refused.
    if nanos.is_finite() && nanos.abs() < 1e37 { Ok(nanos as i128) } else { Err(too_large()) }
}

fn sum(a: i128, b: i128) -> Result<i128, OpError> {
    a.checked_add(b).ok_or_else(too_large)
}

fn difference(a: i128, b: i128) -> Result<i128, OpError> {
    a.checked_sub(b).ok_or_else(too_large)
}

fn too_large() -> OpError {
    OpError::runtime("Infinity")
}
