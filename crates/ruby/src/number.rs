//! Texts as numbers.

use literals::is_space;

/// A text as an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    Integer(i64),
    /// Beyond 64 bits: its digits, and their base.
    Big(String, u32),
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
    let mut digits_read = String::new();
    let mut after_digit = false;
    for it in digits.chars() {
        if it.is_digit(base) {
            digits_read.push(it);
            after_digit = true;
        } else if it == '_' && after_digit {
            after_digit = false;
        } else {
            break;
        }
    }
    parsed(negative, &digits_read, base)
}

fn parsed(negative: bool, digits: &str, base: u32) -> Parsed {
    if digits.is_empty() {
        return Parsed::Integer(0);
    }
    let digits = if negative { format!("-{digits}") } else { digits.to_owned() };
    i64::from_str_radix(&digits, base).map_or(Parsed::Big(digits, base), Parsed::Integer)
}

/// `Integer(text, base)`, which refuses what `to_i` cuts off. Without a base the digits name it.
pub fn integer(text: &str, base: Option<u32>) -> Parsed {
    let text = text.trim_matches(is_space);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let prefix = |word: &str, radix: u32| lower.strip_prefix(word).filter(|_| base.is_none_or(|it| it == radix)).map(|it| (radix, it));
    let named = prefix("0x", 16).or_else(|| prefix("0b", 2)).or_else(|| prefix("0o", 8)).or_else(|| prefix("0d", 10));
    let zero = || prefix("0", 8).filter(|it| !it.1.is_empty()).map(|(radix, rest)| (radix, rest.strip_prefix('_').unwrap_or(rest)));
    let (radix, digits) = named.or_else(zero).unwrap_or((base.unwrap_or(10), lower.as_str()));
    if digits.is_empty() || digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return Parsed::None;
    }
    let digits = digits.replace('_', "");
    if !digits.chars().all(|it| it.is_digit(radix)) {
        return Parsed::None;
    }
    parsed(negative, &digits, radix)
}

/// `Float(text)`.
pub fn float(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_space);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.get(..2).is_some_and(|it| it.eq_ignore_ascii_case("0x")) {
        return match integer(text, None) {
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
