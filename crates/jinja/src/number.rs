//! The operators of expressions on numbers, texts, lists.

use num_bigint::BigInt;

use crate::ast::Binary;
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::value::{Number, Str, Value, big_of_float, repr_str, work};

/// More bits than any real number; beyond, powers would take all the memory.
const MAX_BITS: u64 = 1 << 16;

fn zero_division(message: &str) -> Error {
    Error::new(ErrorKind::Python("ZeroDivisionError"), message)
}

fn overflow(message: &str) -> Error {
    Error::new(ErrorKind::Python("OverflowError"), message)
}

fn unsupported(symbol: &str, left: &Value, right: &Value) -> Error {
    let (left, right) = (repr_str(&left.type_name()), repr_str(&right.type_name()));
    Error::type_error(format!("unsupported operand type(s) for {symbol}: {left} and {right}"))
}

pub(crate) fn to_float(number: &Number) -> Outcome<f64> {
    match number {
        #[expect(clippy::cast_precision_loss, reason = "Python rounds too")]
        Number::Int(it) => Ok(*it as f64),
        Number::Float(it) => Ok(*it),
        Number::Big(it) => {
            work::charge_digits(it.bits())?;
            match it.to_string().parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(value),
                _ => Err(overflow("int too large to convert to float")),
            }
        }
    }
}

pub(crate) fn negate(value: &Value) -> Outcome {
    Ok(match Number::from(value.defined()?) {
        Some(Number::Int(it)) => it.checked_neg().map_or_else(|| Value::from_big(-BigInt::from(it)), Value::Int),
        Some(Number::Big(it)) => Value::from_big(-&*it),
        Some(Number::Float(it)) => Value::Float(-it),
        None => return Err(Error::type_error(format!("bad operand type for unary -: {}", repr_str(&value.type_name())))),
    })
}

pub(crate) fn plus(value: &Value) -> Outcome {
    Ok(match Number::from(value.defined()?) {
        Some(Number::Int(it)) => Value::Int(it),
        Some(_) => value.clone(),
        None => return Err(Error::type_error(format!("bad operand type for unary +: {}", repr_str(&value.type_name())))),
    })
}

/// Python's `//` and `%` of whole numbers.
fn divide(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let zero = BigInt::default();
    let (mut quotient, mut rest) = (a / b, a % b);
    if rest != zero && (rest < zero) != (*b < zero) {
        quotient -= 1;
        rest += b;
    }
    (quotient, rest)
}

fn float_rest(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest != 0.0 && (rest < 0.0) != (b < 0.0) {
        rest + b
    } else if rest == 0.0 {
        0.0f64.copysign(b)
    } else {
        rest
    }
}

fn on_floats(operator: Binary, a: f64, b: f64) -> Outcome {
    Ok(Value::Float(match operator {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div if b == 0.0 => return Err(zero_division("float division by zero")),
        Binary::Div => a / b,
        Binary::FloorDiv if b == 0.0 => return Err(zero_division("float floor division by zero")),
        Binary::FloorDiv => {
            let rest = float_rest(a, b);
            let whole = (a - rest) / b;
            let floor = whole.floor();
            if whole - floor > 0.5 { floor + 1.0 } else { floor }
        }
        Binary::Mod if b == 0.0 => return Err(zero_division("float modulo")),
        Binary::Mod => float_rest(a, b),
        Binary::Pow if a == 0.0 && b < 0.0 => return Err(zero_division("0.0 cannot be raised to a negative power")),
        Binary::Pow if a < 0.0 && b.fract() != 0.0 && b.is_finite() => return Err(Error::not_covered("complex numbers")),
        Binary::Pow => {
            let power = a.powf(b);
            if power.is_infinite() && a.is_finite() && b.is_finite() {
                return Err(overflow("(34, 'Numerical result out of range')"));
            }
            power
        }
    }))
}

fn on_integers(operator: Binary, a: &Number, b: &Number) -> Outcome {
    if let (Number::Int(a), Number::Int(b)) = (a, b) {
        let small = match operator {
            Binary::Add => a.checked_add(*b),
            Binary::Sub => a.checked_sub(*b),
            Binary::Mul => a.checked_mul(*b),
            Binary::FloorDiv if *b == 0 => return Err(zero_division("integer division or modulo by zero")),
            Binary::Mod if *b == 0 => return Err(zero_division("integer modulo by zero")),
            Binary::FloorDiv if *b != -1 => Some(a.div_euclid(*b) - i64::from(*b < 0 && a.rem_euclid(*b) != 0)),
            Binary::Mod if *b != -1 => {
                let rest = a % b;
                Some(if rest != 0 && (rest < 0) != (*b < 0) { rest + b } else { rest })
            }
            _ => None,
        };
        if let Some(small) = small {
            return Ok(Value::Int(small));
        }
    }
    let (x, y) = (a.to_big(), b.to_big());
    let zero = BigInt::default();
    if x.bits().max(y.bits()) > MAX_BITS {
        return Err(Error::new(ErrorKind::Limit("output"), "a number is too large"));
    }
    work::charge_digits(x.bits().min(y.bits()))?;
    Ok(match operator {
        Binary::Add => Value::from_big(x + y),
        Binary::Sub => Value::from_big(x - y),
        Binary::Mul => Value::from_big(x * y),
        Binary::Div if y == zero => return Err(zero_division("division by zero")),
        Binary::Div => match (to_float(a), to_float(b)) {
            (Ok(a), Ok(b)) => Value::Float(a / b),
            _ => return Err(Error::not_covered("a division of such large numbers")),
        },
        Binary::FloorDiv if y == zero => return Err(zero_division("integer division or modulo by zero")),
        Binary::Mod if y == zero => return Err(zero_division("integer modulo by zero")),
        Binary::FloorDiv => Value::from_big(divide(&x, &y).0),
        Binary::Mod => Value::from_big(divide(&x, &y).1),
        Binary::Pow if y < zero && x == zero => return Err(zero_division("0.0 cannot be raised to a negative power")),
        Binary::Pow if y < zero => return on_floats(Binary::Pow, to_float(a)?, to_float(b)?),
        Binary::Pow => {
            let Ok(exponent) = u32::try_from(&y) else { return small_power(&x, &y) };
            if x.bits().saturating_mul(u64::from(exponent)) > MAX_BITS && x.bits() > 1 {
                return Err(Error::new(ErrorKind::Limit("output"), "a number is too large"));
            }
            work::charge_digits(x.bits().saturating_mul(u64::from(exponent)).min(MAX_BITS))?;
            Value::from_big(x.pow(exponent))
        }
    })
}

/// A power with an exponent that is too large for any base but these.
fn small_power(base: &BigInt, exponent: &BigInt) -> Outcome {
    let odd = exponent % 2 != BigInt::default();
    match i64::try_from(base) {
        Ok(it @ (0 | 1)) => Ok(Value::Int(it)),
        Ok(-1) => Ok(Value::Int(if odd { -1 } else { 1 })),
        _ => Err(Error::new(ErrorKind::Limit("output"), "a number is too large")),
    }
}

/// `int(value)` of a float.
pub(crate) fn truncate(value: f64) -> Outcome {
    if value.is_nan() {
        return Err(Error::value_error("cannot convert float NaN to integer"));
    }
    if value.is_infinite() {
        return Err(overflow("cannot convert float infinity to integer"));
    }
    Ok(Value::from_big(big_of_float(value)))
}

impl Renderer<'_> {
    pub(crate) fn binary(&mut self, operator: Binary, left: &Value, right: &Value) -> Outcome {
        // Python asks the left operand first, and so does the error of an undefined one.
        if operator == Binary::Mod
            && let Value::Str(format) = left.defined()?
        {
            return crate::percent::format(self, format, right);
        }
        let (left, right) = (left.defined()?, right.defined()?);
        if let (Some(a), Some(b)) = (Number::from(left), Number::from(right)) {
            return match (&a, &b) {
                (Number::Float(_), _) | (_, Number::Float(_)) => on_floats(operator, to_float(&a)?, to_float(&b)?),
                _ => on_integers(operator, &a, &b),
            };
        }
        let symbol = match operator {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::FloorDiv => "//",
            Binary::Mod => "%",
            Binary::Pow => "** or pow()",
        };
        match (operator, left, right) {
            (Binary::Add, Value::Str(a), Value::Str(b)) => {
                self.charge_text(a.len() + b.len())?;
                Ok(Value::Str(match (a.is_safe(), b.is_safe()) {
                    (false, false) => Str::new(format!("{}{}", &**a, &**b)),
                    (true, true) => Str::safe(format!("{}{}", &**a, &**b)),
                    (true, false) => Str::safe(format!("{}{}", &**a, crate::filters::escape(b))),
                    (false, true) => Str::safe(format!("{}{}", crate::filters::escape(a), &**b)),
                }))
            }
            (Binary::Add, Value::Str(_), other) => {
                Err(Error::type_error(format!("can only concatenate str (not {}) to str", double_quoted(other))))
            }
            (Binary::Add, Value::List(a), Value::List(b)) => {
                let mut items = a.to_vec();
                self.charge(items.len() + b.len())?;
                items.extend(b.to_vec());
                Ok(Value::list(items))
            }
            (Binary::Add, Value::List(_), other) => {
                Err(Error::type_error(format!("can only concatenate list (not {}) to list", double_quoted(other))))
            }
            (Binary::Add, Value::Tuple(a), Value::Tuple(b)) => {
                self.charge(a.len() + b.len())?;
                Ok(Value::tuple(a.iter().chain(b.iter()).cloned().collect()))
            }
            (Binary::Add, Value::Tuple(_), other) => {
                Err(Error::type_error(format!("can only concatenate tuple (not {}) to tuple", double_quoted(other))))
            }
            (Binary::Mul, Value::Str(_) | Value::List(_) | Value::Tuple(_), times) => self.repeat(left, times),
            (Binary::Mul, times, Value::Str(_) | Value::List(_) | Value::Tuple(_)) => self.repeat(right, times),
            _ if matches!((left, right), (Value::Dict(_) | Value::View(_), Value::Dict(_) | Value::View(_))) => match (left, right) {
                (Value::Dict(_), Value::Dict(_)) | (Value::Dict(_), _) if operator == Binary::Add => Err(unsupported(symbol, left, right)),
                (Value::View(_), _) if operator == Binary::Sub => Err(Error::not_covered("sets")),
                _ => Err(unsupported(symbol, left, right)),
            },
            _ => Err(unsupported(symbol, left, right)),
        }
    }

    fn repeat(&mut self, what: &Value, times: &Value) -> Outcome {
        let times = match Number::from(times) {
            Some(Number::Int(it)) => usize::try_from(it).unwrap_or(0),
            Some(Number::Big(_)) => usize::MAX,
            _ => {
                let message = format!("can't multiply sequence by non-int of type {}", repr_str(&times.type_name()));
                return Err(Error::type_error(message));
            }
        };
        match what {
            Value::Str(text) => {
                self.charge_text(text.len().saturating_mul(times))?;
                Ok(crate::eval::text_like(text, &text.repeat(times)))
            }
            Value::List(_) | Value::Tuple(_) => {
                let items = what.iterate()?;
                let count = items.len().saturating_mul(times);
                self.charge(count)?;
                let repeated: Vec<Value> = items.iter().cycle().take(count).cloned().collect();
                Ok(if matches!(what, Value::List(_)) { Value::list(repeated) } else { Value::tuple(repeated) })
            }
            other => Err(Error::type_error(format!("{} cannot be repeated", other.type_name()))),
        }
    }
}

fn double_quoted(value: &Value) -> String {
    format!("\"{}\"", value.type_name())
}
