//! Filters on numbers.

use num_bigint::BigInt;

use super::{Filter, argument_error, filter};
use crate::args::{Bound, integer};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::Renderer;
use crate::number::{negate, to_float, truncate};
use crate::syntax::is_space;
use crate::value::{Number, Value, big_of_float, repr_str, work};

pub(super) static FILTERS: &[Filter] = &[
    filter(&["abs"], "abs", &["x"], 1, 0, |_, args| {
        let value = args.value(0);
        match Number::from(value.defined()?) {
            Some(Number::Int(it)) if it < 0 => negate(&Value::Int(it)),
            Some(Number::Int(it)) => Ok(Value::Int(it)),
            Some(Number::Big(it)) => Ok(Value::from_big(BigInt::from(it.magnitude().clone()))),
            Some(Number::Float(it)) => Ok(Value::Float(it.abs())),
            None => Err(Error::type_error(format!("bad operand type for abs(): {}", repr_str(&value.type_name())))),
        }
    }),
    filter(&["int"], "do_int", &["value", "default", "base"], 1, 0, |_, args| {
        let default = args.get(1).cloned().unwrap_or(Value::Int(0));
        let value = args.value(0);
        match value.defined()? {
            Value::Str(text) => {
                let base = args.int(2, 10)?;
                if let Some(found) = parse_int(text, base) {
                    return Ok(found);
                }
                match parse_float(text) {
                    Some(it) if it.is_finite() => truncate(it),
                    _ => Ok(default),
                }
            }
            Value::Float(it) if it.is_nan() => Ok(default),
            Value::Float(it) => truncate(*it),
            Value::Bool(it) => Ok(Value::Int(i64::from(*it))),
            Value::Int(_) | Value::Big(_) => Ok(value),
            _ => Ok(default),
        }
    }),
    filter(&["float"], "do_float", &["value", "default"], 1, 0, |_, args| {
        let default = args.get(1).cloned().unwrap_or(Value::Float(0.0));
        let value = args.value(0);
        Ok(match (value.defined()?, Number::from(&value)) {
            (Value::Str(text), _) => parse_float(text).map_or(default, Value::Float),
            (_, Some(number)) => Value::Float(to_float(&number)?),
            _ => default,
        })
    }),
    filter(&["round"], "do_round", &["value", "precision", "method"], 1, 0, round),
    filter(&["filesizeformat"], "do_filesizeformat", &["value", "binary"], 1, 0, file_size),
];

/// `int(text, base)`
pub(crate) fn parse_int(text: &str, base: i64) -> Option<Value> {
    let text = text.trim_matches(is_space);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let prefix = digits.get(..2).map(str::to_ascii_lowercase);
    let prefixed = match prefix.as_deref() {
        Some("0x") => Some(16),
        Some("0o") => Some(8),
        Some("0b") => Some(2),
        _ => None,
    };
    let base = u32::try_from(base).ok()?;
    let (radix, digits, prefixed) = match prefixed {
        Some(radix) if base == 0 || base == radix => (radix, digits.get(2..)?, true),
        _ if base == 0 => {
            let zeros = digits.bytes().all(|it| it == b'0' || it == b'_');
            if digits.starts_with('0') && !zeros {
                return None;
            }
            (10, digits, false)
        }
        _ => (base, digits, false),
    };
    if !(2..=36).contains(&radix) {
        return None;
    }
    let digits = if prefixed { digits.strip_prefix('_').unwrap_or(digits) } else { digits };
    let well_formed = !digits.is_empty() && !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    if !well_formed || !digits.chars().all(|it| it == '_' || it.is_digit(radix)) || digits.len() > 4300 {
        return None;
    }
    work::note(digits.len() / 8);
    let plain = digits.replace('_', "");
    let value = match i64::from_str_radix(&plain, radix) {
        Ok(small) => Value::Int(small),
        Err(_) => Value::from_big(BigInt::parse_bytes(plain.as_bytes(), radix)?),
    };
    if negative { negate(&value).ok() } else { Some(value) }
}

/// `float(text)`
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_space);
    let well_formed = !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
    let digits_around = |at: usize| {
        let bytes = text.as_bytes();
        let is_digit = |it: Option<&u8>| it.is_some_and(u8::is_ascii_digit);
        is_digit(at.checked_sub(1).and_then(|it| bytes.get(it))) && is_digit(bytes.get(at + 1))
    };
    if !well_formed || !text.match_indices('_').all(|it| digits_around(it.0)) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

fn round(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let method = args.get(2).map_or(Ok(crate::value::Str::new("common")), Value::text)?;
    if !matches!(&*method, "common" | "ceil" | "floor") {
        return Err(argument_error("method must be common, ceil or floor"));
    }
    let value = args.value(0);
    let Some(number) = Number::from(value.known()?) else {
        let name = value.type_name();
        if &*method == "common" {
            return Err(Error::type_error(format!("type {name} doesn't define __round__ method")));
        }
        return Err(Error::not_covered(format!("rounding a {name}")));
    };
    let precision = match args.get(1) {
        Some(Value::None) if &*method == "common" => None,
        Some(other) => Some(integer(other)?),
        None => Some(0),
    };
    if &*method != "common" {
        let precision = i32::try_from(precision.unwrap_or(0)).unwrap_or(i32::MAX);
        let factor = 10f64.powi(precision);
        let scaled = to_float(&number)? * factor;
        if !scaled.is_finite() {
            return truncate(scaled);
        }
        let whole = if &*method == "ceil" { scaled.ceil() } else { scaled.floor() };
        return Ok(Value::Float(whole / factor));
    }
    match number {
        Number::Float(it) => match precision {
            None => {
                let even = it.round_ties_even();
                truncate(even)
            }
            Some(_) if !it.is_finite() => Ok(Value::Float(it)),
            Some(precision @ 0..) => {
                let digits = usize::try_from(precision).unwrap_or(400).min(400);
                Ok(Value::Float(format!("{it:.digits$}").parse().unwrap_or(it)))
            }
            Some(precision) => {
                let factor = 10f64.powi(i32::try_from(-precision).unwrap_or(400).min(400));
                let scaled = (it / factor).round_ties_even() * factor;
                Ok(Value::Float(if scaled.is_nan() { 0.0f64.copysign(it) } else { scaled }))
            }
        },
        _ if precision.is_none_or(|it| it >= 0) => crate::number::plus(&value),
        whole => {
            let digits = u32::try_from(-precision.unwrap_or(0)).unwrap_or(u32::MAX);
            let whole = whole.to_big();
            if u64::from(digits) > whole.bits() {
                return Ok(Value::Int(0));
            }
            // Ten to a power has some three bits for each zero.
            work::charge_digits(whole.bits().max(u64::from(digits) * 4))?;
            let factor = BigInt::from(10).pow(digits);
            let (half, zero) = (&factor / 2, BigInt::default());
            let mut rest = &whole % &factor;
            if rest < zero {
                rest += &factor;
            }
            let low = &whole - &rest;
            let odd = (&low / &factor) % 2 != zero;
            Ok(Value::from_big(if rest > half || rest == half && odd { low + factor } else { low }))
        }
    }
}

fn file_size(_: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let value = args.value(0);
    let bytes = match (value.defined()?, Number::from(&value)) {
        (Value::Str(text), _) => {
            parse_float(text).ok_or_else(|| Error::value_error(format!("could not convert string to float: {}", repr_str(text))))?
        }
        (_, Some(number)) => to_float(&number)?,
        (other, None) => {
            let message = format!("float() argument must be a string or a real number, not {}", repr_str(&other.type_name()));
            return Err(Error::type_error(message));
        }
    };
    let binary = args.truth(1, false)?;
    let base: f64 = if binary { 1024.0 } else { 1000.0 };
    if (bytes - 1.0).abs() == 0.0 {
        return Ok(Value::str("1 Byte"));
    }
    if bytes < base {
        if !bytes.is_finite() {
            return Err(Error::new(ErrorKind::Python("OverflowError"), "cannot convert float infinity to integer"));
        }
        return Ok(Value::str(format!("{} Bytes", big_of_float(bytes))));
    }
    let prefixes = ["k", "M", "G", "T", "P", "E", "Z", "Y"];
    let mut unit = base;
    let mut text = String::new();
    for prefix in prefixes {
        unit *= base;
        let prefix = if binary { prefix.to_uppercase() + "iB" } else { prefix.to_owned() + "B" };
        text = format!("{:.1} {prefix}", base * bytes / unit);
        if bytes < unit {
            break;
        }
    }
    Ok(Value::str(text))
}
