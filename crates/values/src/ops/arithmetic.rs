//! `+ - * / % << >>`.

use super::span::{span_operation, stamp_operation};
use super::{Arithmetic, At, OpError, Warning, coerce, collection, unknown, uri};
use crate::time::{NANOS_PER_SECOND, Timespan};
use crate::{Size, Strict, Type, Value};

/// Longer numbers are not written out.
const MAX_SHIFT: i64 = 1 << 20;

/// `+ - * / % << >>`.
pub fn arithmetic(operator: Arithmetic, a: &Value, b: &Value, strict: Strict) -> Result<(Value, Vec<Warning>), OpError> {
    if let Value::Unknown(it) = a {
        let takes_collections = matches!(operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::ShiftLeft);
        if !takes_collections && Type::Collection(Size::ANY).accepts(&it.ty) {
            // Whatever is in it, it is no number.
            return Err(OpError::new(At::Left, "NOT_NUMERIC", "The value '…' cannot be converted to Numeric."));
        }
        return Ok((unknown::arithmetic(operator, a, b, it), vec![]));
    }
    // What is pushed is one element, whatever it is.
    if let Value::Unknown(it) = b
        && operator != Arithmetic::ShiftLeft
        && matches!(a, Value::Array(_) | Value::Hash(_) | Value::Uri(_) | Value::Binary(_))
    {
        return Ok((unknown::arithmetic(operator, a, b, it), vec![]));
    }
    let known = match (operator, a) {
        (Arithmetic::Add, Value::Array(list)) => collection::append(list, b)?,
        (Arithmetic::Add, Value::Hash(hash)) => collection::merge(hash, b)?,
        (Arithmetic::Add, Value::Uri(base)) => uri::join(base, b)?,
        (Arithmetic::Add, Value::Binary(bytes)) => collection::append_bytes(bytes, b)?,
        (Arithmetic::Subtract, Value::Array(list)) => collection::without(list, b),
        (Arithmetic::Subtract, Value::Hash(hash)) => collection::without_keys(hash, b),
        (Arithmetic::ShiftLeft, Value::Array(list)) => collection::push(list, b)?,
        (Arithmetic::ShiftLeft, Value::Hash(_)) => return Err(OpError::not_applicable(operator.symbol(), a)),
        _ => {
            let mut warnings = vec![];
            let left = coerce(a, At::Left, strict, &mut warnings)?;
            if let Value::Unknown(it) = b {
                return Ok((unknown::arithmetic(operator, &left, b, it), warnings));
            }
            let right = coerce(b, At::Right, strict, &mut warnings)?;
            return calculate(operator, &left, &right).map(|value| (value, warnings));
        }
    };
    Ok((known, vec![]))
}

/// Unary `-`; all is at the expression itself.
pub fn negate(value: &Value, strict: Strict) -> Result<(Value, Vec<Warning>), OpError> {
    if let Value::Unknown(it) = value {
        return Ok((unknown::negated(it), vec![]));
    }
    let mut warnings = vec![];
    let negated = match coerce(value, At::Operator, strict, &mut warnings)? {
        Value::Integer(it) => match it.checked_neg() {
            Some(it) => Value::Integer(it),
            None => return Err(overflow("An Unary Minus", true, "8000000000000000")),
        },
        Value::Float(it) => Value::Float(-it),
        Value::Timespan(it) => Value::Timespan(Timespan(it.0.saturating_neg())),
        Value::Version(_) => return Err(OpError::runtime("can't convert SemanticPuppet::Version into Float")),
        other => return Err(OpError::runtime(format!("undefined method `-@' for {}", super::a_label(&other)))),
    };
    Ok((negated, warnings))
}

fn calculate(operator: Arithmetic, a: &Value, b: &Value) -> Result<Value, OpError> {
    if operator == Arithmetic::Modulo {
        match (a, b) {
            (Value::Float(_), _) => return Err(OpError::not_applicable(operator.symbol(), a)),
            (_, Value::Float(_)) => return Err(OpError::not_applicable_when(operator, a, b)),
            _ => {}
        }
    }
    let value = match (a, b) {
        (Value::Integer(x), Value::Integer(y)) => integers(operator, *x, *y)?,
        (Value::Integer(x), Value::Float(y)) => match operator {
            // Ruby cuts the number of bits.
            Arithmetic::ShiftLeft | Arithmetic::ShiftRight if y.is_finite() => integers(operator, *x, *y as i64)?,
            _ => floats(operator, *x as f64, *y, a)?,
        },
        (Value::Float(x), Value::Integer(y)) => floats(operator, *x, *y as f64, a)?,
        (Value::Float(x), Value::Float(y)) => floats(operator, *x, *y, a)?,
        (Value::Integer(_) | Value::Float(_), Value::Timespan(span)) => match operator {
            Arithmetic::Add | Arithmetic::Multiply => span_operation(operator, *span, a)?.unwrap_or(Value::Undef),
            Arithmetic::Subtract => {
                let nanos = match a {
                    Value::Integer(it) => Some(i128::from(*it) * NANOS_PER_SECOND),
                    Value::Float(it) => crate::time::nanos_of(*it),
                    _ => None,
                };
                let left = Timespan(nanos.ok_or_else(|| OpError::runtime("Infinity"))?);
                span_operation(operator, left, b)?.unwrap_or(Value::Undef)
            }
            _ => return Err(OpError::not_applicable_when(operator, a, b)),
        },
        (Value::Integer(_) | Value::Float(_), Value::Timestamp(stamp)) => match operator {
            Arithmetic::Add => stamp_operation(operator, *stamp, a)?.unwrap_or(Value::Undef),
            _ => return Err(OpError::not_applicable_when(operator, a, b)),
        },
        (Value::Integer(_) | Value::Float(_), Value::Version(_)) => {
            return Err(OpError::runtime("can't convert SemanticPuppet::Version into Float"));
        }
        (Value::Version(_), Value::Timespan(_)) if operator == Arithmetic::Add => {
            return Err(OpError::runtime("A Version cannot be added to a Timespan"));
        }
        (Value::Timespan(span), _) => match span_operation(operator, *span, b)? {
            Some(value) => value,
            None => return Err(OpError::not_applicable(operator.symbol(), a)),
        },
        (Value::Timestamp(stamp), _) => match stamp_operation(operator, *stamp, b)? {
            Some(value) => value,
            None => return Err(OpError::not_applicable(operator.symbol(), a)),
        },
        _ => return Err(OpError::not_applicable(operator.symbol(), a)),
    };
    match value {
        Value::Float(it) if it.is_infinite() => {
            let message = format!("The result of the {operator} expression is Infinity");
            Err(OpError::new(At::Left, "RESULT_IS_INFINITY", message))
        }
        value => Ok(value),
    }
}

fn floats(operator: Arithmetic, a: f64, b: f64, left: &Value) -> Result<Value, OpError> {
    Ok(Value::Float(match operator {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide => a / b,
        _ => return Err(OpError::not_applicable(operator.symbol(), left)),
    }))
}

fn integers(operator: Arithmetic, a: i64, b: i64) -> Result<Value, OpError> {
    let (x, y) = (i128::from(a), i128::from(b));
    let result = match operator {
        Arithmetic::Add => x + y,
        Arithmetic::Subtract => x - y,
        Arithmetic::Multiply => x * y,
        Arithmetic::Divide | Arithmetic::Modulo if b == 0 => return Err(division_by_zero()),
        Arithmetic::Divide => floor_div(x, y),
        Arithmetic::Modulo => x - y * floor_div(x, y),
        Arithmetic::ShiftLeft => return shift(operator, a, b),
        Arithmetic::ShiftRight => return shift(operator, a, b.saturating_neg()),
    };
    i64::try_from(result).map(Value::Integer).map_err(|_| overflow(&subject(operator), result > 0, &format!("{:x}", result.unsigned_abs())))
}

pub(super) fn division_by_zero() -> OpError {
    OpError::new(At::Right, "DIV_BY_ZERO", "Division by 0")
}

/// Rounds down, as Ruby does.
pub(super) fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// To the left, or to the right where `by` is negative.
fn shift(operator: Arithmetic, value: i64, by: i64) -> Result<Value, OpError> {
    if by <= 0 {
        let by = u32::try_from(by.unsigned_abs()).unwrap_or(u32::MAX).min(63);
        return Ok(Value::Integer(value >> by));
    }
    if value == 0 {
        return Ok(Value::Integer(0));
    }
    if by > MAX_SHIFT {
        return Err(OpError::runtime("shift width too big"));
    }
    if by < 64
        && let Ok(result) = i64::try_from(i128::from(value) << by)
    {
        return Ok(Value::Integer(result));
    }
    let head = u128::from(value.unsigned_abs()) << (by % 4);
    let zeros = "0".repeat(usize::try_from(by / 4).unwrap_or(0));
    Err(overflow(&subject(operator), value > 0, &format!("{head:x}{zeros}")))
}

fn subject(operator: Arithmetic) -> String {
    format!("A '{operator}' expression")
}

fn overflow(subject: &str, positive: bool, digits: &str) -> OpError {
    let (end, sign) = if positive { ("max", '+') } else { ("min", '-') };
    let message = format!("{subject} resulted in a value outside of Puppet Integer {end} range, got '{sign}0x{digits}'");
    OpError::new(At::Operator, "NUMERIC_OVERFLOW", message)
}
