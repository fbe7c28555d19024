//! Texts as numbers.

use literals::is_space;

/// A text as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parsed {
    Integer(i64),
    /// Beyond 64 bits.
    Big,
    None,
}

/// `text.to_i`: the number at the start, or 0.
pub fn to_i(text: &str, base: u32) -> Parsed {
    let text = text.trim_start_matches(is_space);
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let prefix = match base {
        16 => "0x",
        8 => "0o",
        2 => "0b",
        _ => "\0",
    };
    let digits = match digits.get(..2) {
        Some(start) if start.eq_ignore_ascii_case(prefix) => digits.get(2..).unwrap_or_default(),
        _ => digits,
    };
    let mut value: i128 = 0;
    let mut after_digit = false;
    for it in digits.chars() {
        if let Some(digit) = it.to_digit(base) {
            value = value * i128::from(base) + i128::from(digit);
            if value > i128::from(u64::MAX) {
                return Parsed::Big;
            }
            after_digit = true;
        } else if it == '_' && after_digit {
            after_digit = false;
        } else {
            break;
        }
    }
    i64::try_from(if negative { -value } else { value }).map_or(Parsed::Big, Parsed::Integer)
}

/// `Integer(text)`, which refuses what `to_i` cuts off.
pub fn integer(text: &str) -> Parsed {
    let text = text.trim_matches(is_space);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if let Some(rest) = lower.strip_prefix("0o") {
        (8, rest)
    } else if let Some(rest) = lower.strip_prefix("0d") {
        (10, rest)
    } else if let Some(rest) = lower.strip_prefix('0').filter(|it| !it.is_empty()) {
        (8, rest.strip_prefix('_').unwrap_or(rest))
    } else {
        (10, lower.as_str())
    };
    if digits.is_empty() || digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return Parsed::None;
    }
    let digits = digits.replace('_', "");
    if !digits.chars().all(|it| it.is_digit(radix)) {
        return Parsed::None;
    }
    match i128::from_str_radix(&digits, radix) {
        Ok(value) => i64::try_from(if negative { -value } else { value }).map_or(Parsed::Big, Parsed::Integer),
        Err(_) => Parsed::Big,
    }
}

/// `Float(text)`.
pub fn float(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_space);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.get(..2).is_some_and(|it| it.eq_ignore_ascii_case("0x")) {
        return match integer(text) {
            Parsed::Integer(it) => Some(it as f64),
            _ => None,
        };
    }
    let bytes = unsigned.as_bytes();
    let start = bytes.iter().position(|it| *it != b'.').filter(|it| *it <= 1)?;
    if !bytes.get(start)?.is_ascii_digit() || !bytes.last()?.is_ascii_digit() {
        return None;
    }
    for (index, byte) in bytes.iter().enumerate() {
        let (before, after) = (index.checked_sub(1).and_then(|it| bytes.get(it)), bytes.get(index + 1));
        let digit = |it: Option<&u8>| it.is_some_and(u8::is_ascii_digit);
        let fine = match byte {
            b'0'..=b'9' => true,
            b'.' => (index == 0 || digit(before)) && digit(after),
            b'_' => digit(before) && digit(after),
            b'e' | b'E' => digit(before) && (digit(after) || matches!(after, Some(b'-' | b'+'))),
            b'-' | b'+' => matches!(before, Some(b'e' | b'E')) && digit(after),
            _ => false,
        };
        if !fine {
            return None;
        }
    }
    text.replace('_', "").parse().ok()
}
