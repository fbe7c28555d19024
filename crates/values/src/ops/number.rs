//! Numbers in texts.

use crate::Value;

/// The number that Puppet reads from a text: decimal, hexadecimal, octal, floats, with blanks around.
pub fn number_of(text: &str) -> Option<Value> {
    let is_blank =
        |c: char| c == '\t' || (c.is_whitespace() && !matches!(c, '\n' | '\r' | '\x0b' | '\x0c' | '\u{85}' | '\u{2028}' | '\u{2029}'));
    let text = text.strip_prefix("::").unwrap_or(text).trim_matches(is_blank);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.trim_start_matches(is_blank);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return whole(negative, hex, 16);
    }
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (integer, rest) = digits.split_at(end);
    if rest.is_empty() {
        return if integer.len() > 1 && integer.starts_with('0') { whole(negative, integer, 8) } else { whole(negative, integer, 10) };
    }
    is_float_tail(rest).then_some(())?;
    // Puppet reads the digits in front of the point as Ruby does: `09` is a bad octal number. What is 0 whatever its
    // exponent says is refused.
    let Value::Integer(front) = (if integer.len() > 1 && integer.starts_with('0') { whole(false, integer, 8)? } else { front(integer)? })
    else {
        return None;
    };
    if front == 0 && is_zero_with_exponent(rest) {
        return None;
    }
    let value: f64 = digits.parse().ok()?;
    value.is_finite().then_some(Value::Float(if negative { -value } else { value }))
}

fn whole(negative: bool, digits: &str, radix: u32) -> Option<Value> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let value = i128::from_str_radix(digits, radix).ok()?;
    i64::try_from(if negative { -value } else { value }).ok().map(Value::Integer)
}

/// The digits in front of a point may be more than an integer holds.
fn front(digits: &str) -> Option<Value> {
    (!digits.is_empty()).then(|| Value::Integer(i64::from(digits.bytes().any(|b| b != b'0'))))
}

/// `.5`, `.5e-3`, `e3`.
fn is_float_tail(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (fraction, exponent) = match text.find(['e', 'E']) {
        Some(at) => (text.get(..at).unwrap_or(""), text.get(at + 1..)),
        None => (text, None),
    };
    let fraction_fits = fraction.is_empty() || fraction.strip_prefix('.').is_some_and(is_digits);
    fraction_fits && exponent.is_none_or(|it| is_digits(it.strip_prefix('-').unwrap_or(it)))
}

fn is_zero_with_exponent(tail: &str) -> bool {
    tail.strip_prefix('.').unwrap_or(tail).trim_start_matches('0').starts_with(['e', 'E'])
}
