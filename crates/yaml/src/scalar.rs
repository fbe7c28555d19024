//! Values of plain words.

use std::sync::LazyLock;

use fancy_regex::Regex;

use crate::{Data, Text};

/// `pattern` in Ruby's and in this library's syntax alike.
macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($pattern).ok());
    };
}

pattern!(
    TIME,
    r"^-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}:?(?:[0-9]{2})?))?$"
);
pattern!(DATE, r"^[0-9]{4}-(?:1[012]|0[0-9]|[0-9])-(?:[12][0-9]|3[01]|0[0-9]|[0-9])$");
pattern!(SIXTIES, r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}$");
pattern!(SIXTIES_FLOAT, r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\.[0-9_]*$");
pattern!(FLOAT, r"^[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?$");
pattern!(INTEGER, r"^(?:[-+]?0b[01_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$");

fn is(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|it| it.is_match(text).unwrap_or(false))
}

/// A class of Ruby that a word stands for, and that Psych may not make.
pub(crate) fn class(text: &str) -> Option<&'static str> {
    if !text.starts_with(|it: char| it.is_ascii_digit() || it == '-') || text.contains('\n') {
        return None;
    }
    if is(&TIME, text) {
        return Some("Time");
    }
    is(&DATE, text).then_some("Date")
}

/// Value of a word; of those with a [`class`], the text.
pub(crate) fn meaning(text: &Text) -> Data {
    let string = || Data::String(text.clone());
    if text.is_empty() {
        return Data::Undef;
    }
    let is_one_of = |words: &[&str]| words.iter().any(|it| it.eq_ignore_ascii_case(text));
    if begins_as_word(text) || text.contains('\n') {
        return if is_one_of(&["~", "null"]) {
            Data::Undef
        } else if is_one_of(&["yes", "true", "on"]) {
            Data::Boolean(true)
        } else if is_one_of(&["no", "false", "off"]) {
            Data::Boolean(false)
        } else {
            string()
        };
    }
    if class(text).is_some() {
        return string();
    }
    if is_one_of(&[".inf", "+.inf"]) {
        return Data::Float(f64::INFINITY);
    } else if is_one_of(&["-.inf"]) {
        return Data::Float(f64::NEG_INFINITY);
    } else if is_one_of(&[".nan"]) {
        return Data::Float(f64::NAN);
    }
    if let Some(name) = text.strip_prefix(':').filter(|it| !it.is_empty()) {
        return Data::Symbol(unquoted(name).into());
    }
    if is(&SIXTIES, text) {
        return Data::Integer(sixties(
            text,
            |part| part.parse::<i64>().unwrap_or(0),
            |sum, part, weight| part.saturating_mul(weight).saturating_add(sum),
            0,
        ));
    }
    if is(&SIXTIES_FLOAT, text) {
        #[allow(clippy::cast_precision_loss)]
        return Data::Float(sixties(text, |part| part.parse::<f64>().unwrap_or(0.0), |sum, part, weight| sum + part * weight as f64, 0.0));
    }
    if is(&FLOAT, text) {
        if matches!(&**text, "." | "-." | "+.") {
            return string();
        }
        return float(text).map_or_else(string, Data::Float);
    }
    if is(&INTEGER, text) {
        return integer(text).unwrap_or_else(string);
    }
    string()
}

/// Such a text is no number, symbol or date.
fn begins_as_word(text: &str) -> bool {
    let of_words = |it: char| it.is_alphabetic() || is_blank(it) || "_!@#$%^&*(){}<>|/\\~;=".contains(it);
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    of_words(first) || (!first.is_ascii_digit() && !matches!(first, '.' | ':' | '-') && chars.next().is_some_and(of_words))
}

fn is_blank(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

/// `:"a b"` is the symbol `a b`.
fn unquoted(name: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inside) = name.strip_prefix(quote)
            && let Some(end) = inside.rfind(quote)
        {
            let inside = &inside[..end];
            return inside.strip_prefix(':').unwrap_or(inside);
        }
    }
    name
}

/// Hours, minutes and seconds; the first of two is hours.
fn sixties<N: Copy>(text: &str, parse: impl Fn(&str) -> N, add: impl Fn(N, N, i64) -> N, zero: N) -> N {
    let parts = text.split(':').map(|part| parse(&part.replace('_', "")));
    parts.zip([3600, 60, 1]).fold(zero, |sum, (part, weight)| add(sum, part, weight))
}

/// Blanks and points that Ruby would not read are left out.
fn float(text: &str) -> Option<f64> {
    let mut digits = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().filter(|it| !matches!(it, ',' | '_')).collect();
    for (at, it) in chars.iter().enumerate() {
        if !(*it == '.' && matches!(chars.get(at + 1), None | Some('e' | 'E'))) {
            digits.push(*it);
        }
    }
    digits.parse().ok()
}

pub(crate) fn integer(text: &str) -> Option<Data> {
    let text = text.replace([',', '_'], "");
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|it| it.is_digit(radix)) {
        return None;
    }
    match i128::from_str_radix(digits, radix).map(|it| i64::try_from(if negative { -it } else { it })) {
        Ok(Ok(number)) => Some(Data::Integer(number)),
        Ok(Err(_)) | Err(_) => Some(Data::Big(text.as_str().into())),
    }
}
