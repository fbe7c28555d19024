//! Ruby's conversion to numbers.

use crate::Value;
use crate::error::{FormatError, Number};

/// A whole number of any size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Whole {
    pub negative: bool,
    pub decimal: String,
    /// The lowest bit first, without zeros at the end.
    pub bits: Vec<bool>,
}

impl Whole {
    pub(crate) fn new(value: i128) -> Whole {
        let magnitude = value.unsigned_abs();
        let bits = (0..128 - magnitude.leading_zeros()).map(|bit| magnitude >> bit & 1 == 1).collect();
        Whole { negative: value < 0, decimal: magnitude.to_string(), bits }
    }

    /// The part before the point; the number is finite.
    fn of_float(value: f64) -> Whole {
        let bits = value.abs().to_bits();
        let exponent = i64::try_from(bits >> 52).unwrap_or(0) - 1075;
        let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
        let Ok(exponent) = usize::try_from(exponent) else {
            // Below 2^53 the whole part is exact.
            return Whole::new(value.trunc() as i128);
        };
        let bits = std::iter::repeat_n(false, exponent).chain((0..53).map(|bit| mantissa >> bit & 1 == 1)).collect();
        Whole { negative: value < 0.0, decimal: format!("{:.0}", value.abs()), bits }
    }
}

pub(super) fn ruby_name(value: &Value) -> &'static str {
    match value {
        Value::Undef => "nil",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        Value::Default => "Symbol",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Regex(_) => "Regexp",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Version(_) => "SemanticPuppet::Version",
        Value::VersionRange(_) => "SemanticPuppet::VersionRange",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Uri(_) => "URI::Generic",
        _ => "Object",
    }
}

/// Ruby's `Integer()`; of a number the part before the point.
pub(crate) fn to_whole(value: &Value) -> Result<Whole, FormatError> {
    match value {
        Value::Integer(it) => Ok(Whole::new(i128::from(*it))),
        Value::Float(it) if it.is_nan() => Err(FormatError::NotFinite("NaN")),
        Value::Float(it) if it.is_infinite() => Err(FormatError::NotFinite(if *it < 0.0 { "-Infinity" } else { "Infinity" })),
        Value::Float(it) => Ok(Whole::of_float(it.trunc())),
        Value::Timestamp(it) => Ok(Whole::new(it.seconds())),
        Value::Timespan(it) => Ok(Whole::new(it.seconds())),
        Value::String(text) => Ok(Whole::new(parse_integer(text, None)?)),
        other => Err(FormatError::Class { class: ruby_name(other), into: Number::Integer }),
    }
}

/// Ruby's `Float()`.
pub(crate) fn to_float(value: &Value) -> Result<f64, FormatError> {
    match value {
        Value::Integer(it) => Ok(*it as f64),
        Value::Float(it) => Ok(*it),
        Value::Timestamp(it) => Ok(it.to_f64()),
        Value::Timespan(it) => Ok(it.to_f64()),
        Value::String(text) => parse_float(text),
        other => Err(FormatError::Class { class: ruby_name(other), into: Number::Float }),
    }
}

/// Ruby's `Integer(text, radix)`.
pub(crate) fn parse_integer(text: &str, radix: Option<u32>) -> Result<i128, FormatError> {
    let invalid = || FormatError::NoNumber { text: text.to_owned(), into: Number::Integer };
    let trimmed = text.trim_matches(is_space);
    let (negative, body) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let prefix: String = body.chars().take(2).collect::<String>().to_ascii_lowercase();
    let prefixed = match prefix.as_str() {
        "0x" => Some(16),
        "0b" => Some(2),
        "0o" => Some(8),
        "0d" => Some(10),
        _ => None,
    };
    let (radix, digits) = match (radix, prefixed) {
        (None, Some(own)) => (own, body.get(2..).unwrap_or_default()),
        (Some(radix), Some(own)) if radix == own => (radix, body.get(2..).unwrap_or_default()),
        (Some(radix), _) => (radix, body),
        (None, None) if body.len() > 1 && body.starts_with('0') => (8, body.strip_prefix("0_").unwrap_or(body)),
        (None, None) => (10, body),
    };
    let value = parse_digits(digits, radix).ok_or_else(invalid)?;
    Ok(if negative { -value } else { value })
}

fn is_space(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\x0b'
}

/// Single underscores may stand between digits.
fn parse_digits(digits: &str, radix: u32) -> Option<i128> {
    let mut value: i128 = 0;
    let mut after_digit = false;
    for c in digits.chars() {
        if c == '_' {
            if !after_digit {
                return None;
            }
            after_digit = false;
            continue;
        }
        value = value.checked_mul(i128::from(radix))?.checked_add(i128::from(c.to_digit(radix)?))?;
        after_digit = true;
    }
    after_digit.then_some(value)
}

pub(crate) fn parse_float(text: &str) -> Result<f64, FormatError> {
    if text.contains('\0') {
        return Err(FormatError::NullByte);
    }
    float_of(text.trim_matches(is_space)).ok_or_else(|| FormatError::NoNumber { text: text.to_owned(), into: Number::Float })
}

fn float_of(text: &str) -> Option<f64> {
    let (sign, body) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(hex) = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        return hex_float(hex).map(|it| sign * it);
    }
    let bytes = body.as_bytes();
    let is_digit = |index: Option<usize>| index.and_then(|it| bytes.get(it)).is_some_and(u8::is_ascii_digit);
    let mut plain = String::with_capacity(body.len());
    for (index, byte) in bytes.iter().enumerate() {
        let (before, after) = (is_digit(index.checked_sub(1)), is_digit(Some(index + 1)));
        match byte {
            b'0'..=b'9' => plain.push(char::from(*byte)),
            b'_' if before && after => {}
            b'.' if after && (before || index == 0) => plain.push('.'),
            b'e' | b'E' if before => plain.push('e'),
            b'+' | b'-' if plain.ends_with('e') && after => plain.push(char::from(*byte)),
            _ => return None,
        }
    }
    plain.parse::<f64>().ok().map(|it| sign * it)
}

fn hex_float(text: &str) -> Option<f64> {
    let (number, exponent) = match text.split_once(['p', 'P']) {
        Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || (number.contains('.') && fraction.is_empty()) {
        return None;
    }
    let mut value = 0.0;
    for c in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    let scale = exponent.saturating_sub(i32::try_from(fraction.len()).ok()?.saturating_mul(4));
    Some(value * 2_f64.powi(scale))
}
