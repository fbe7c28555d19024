//! Numbers from texts, as `int` and `float` of Python read them.

use num_bigint::BigInt;

use crate::number::negate;
use crate::syntax::is_space;
use crate::value::{Value, work};

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
