//! `==`, `!=`, `<`, `<=`, `>` and `>=`.

use std::cmp::Ordering;
use std::fmt;

use issue::Issue;

use super::{At, Comparison, OpError, equals, label};
use crate::time::NANOS_PER_SECOND;
use crate::{Type, Value};

/// `==`, `!=`, `<`, `<=`, `>` or `>=`.
pub fn compare(operator: Comparison, a: &Value, b: &Value) -> Result<bool, OpError> {
    match operator {
        Comparison::Equal => return Ok(equals(a, b)),
        Comparison::NotEqual => return Ok(!equals(a, b)),
        _ => {}
    }
    if matches!(a, Value::Unknown(_)) || matches!(b, Value::Unknown(_)) {
        return Ok(false);
    }
    if let Value::Type(a) = a {
        // What is no type accepts nothing.
        return Ok(matches!(b, Value::Type(b) if compare_types(operator, a, b)));
    }
    if let (Value::Integer(_) | Value::Float(_), Value::Version(_)) = (a, b) {
        return Err(OpError::runtime("can't convert SemanticPuppet::Version into Float"));
    }
    let order = order(a, b).map_err(|detail| {
        let (left, right) = (label(a), label(b));
        let text = format!("Comparison of: {left} {operator} {right}, is not possible. Caused by '{detail}'.");
        OpError::of_issue(At::Operator, Issue::NotComparable { left: left.into(), right: right.into(), text })
    })?;
    Ok(match operator {
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

fn compare_types(operator: Comparison, a: &Type, b: &Type) -> bool {
    match operator {
        Comparison::Less => b.accepts(a) && a != b,
        Comparison::LessOrEqual => b.accepts(a),
        Comparison::Greater => a.accepts(b) && a != b,
        _ => a.accepts(b),
    }
}

/// Error of an order: a value on the left, with another kind on the right.
#[derive(Clone, Copy)]
enum OrderError {
    String,
    Numeric,
    Timespan,
    Timestamp,
    Version,
    Symbol,
    Other,
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OrderError::String => "A String is not comparable to a non String",
            OrderError::Numeric => "A Numeric is not comparable to non Numeric",
            OrderError::Timespan => "Timespans are only comparable to Timespans, Integers, and Floats",
            OrderError::Timestamp => "Timestamps are only comparable to Timestamps, Integers, and Floats",
            OrderError::Version => "Versions not comparable to non Versions",
            OrderError::Symbol => "Symbol not comparable to non Symbol",
            OrderError::Other => "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable",
        })
    }
}

fn order(a: &Value, b: &Value) -> Result<Option<Ordering>, OrderError> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => {
            let fold = |text: &crate::Str| text.to_ascii_lowercase();
            Ok(Some(fold(a).cmp(&fold(b))))
        }
        (Value::String(_), _) => Err(OrderError::String),
        (Value::Integer(a), Value::Integer(b)) => Ok(Some(a.cmp(b))),
        (Value::Integer(a), Value::Float(b)) => Ok((*a as f64).partial_cmp(b)),
        (Value::Float(a), Value::Integer(b)) => Ok(a.partial_cmp(&(*b as f64))),
        (Value::Float(a), Value::Float(b)) => Ok(a.partial_cmp(b)),
        (Value::Integer(_) | Value::Float(_), Value::Timespan(b)) => Ok(nanos_to_number(b.0, a).map(Ordering::reverse)),
        (Value::Integer(_) | Value::Float(_), Value::Timestamp(b)) => Ok(nanos_to_number(b.0, a).map(Ordering::reverse)),
        (Value::Integer(_) | Value::Float(_), _) => Err(OrderError::Numeric),
        (Value::Timespan(a), Value::Timespan(b)) => Ok(Some(a.cmp(b))),
        (Value::Timespan(a), Value::Integer(_) | Value::Float(_)) => Ok(nanos_to_number(a.0, b)),
        (Value::Timespan(_), _) => Err(OrderError::Timespan),
        (Value::Timestamp(a), Value::Timestamp(b)) => Ok(Some(a.cmp(b))),
        (Value::Timestamp(a), Value::Integer(_) | Value::Float(_)) => Ok(nanos_to_number(a.0, b)),
        (Value::Timestamp(_), _) => Err(OrderError::Timestamp),
        (Value::Version(a), Value::Version(b)) => Ok(Some(a.precedence(b))),
        (Value::Version(_), _) => Err(OrderError::Version),
        (Value::Default, Value::Default) => Ok(Some(Ordering::Equal)),
        (Value::Default, _) => Err(OrderError::Symbol),
        _ => Err(OrderError::Other),
    }
}

/// A time against a number of seconds.
pub(super) fn nanos_to_number(nanos: i128, number: &Value) -> Option<Ordering> {
    match number {
        Value::Integer(it) => Some(nanos.cmp(&(i128::from(*it) * NANOS_PER_SECOND))),
        Value::Float(it) => crate::time::seconds_as_float(nanos).partial_cmp(it),
        _ => None,
    }
}
