//! The tokens that begin with what they are: words, numbers, signs.

use super::seen::Missing;
use crate::token::Kind;

const TYPES: &[&str] = &[
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Integer",
    "NotUndef",
    "Numeric",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "Runtime",
    "Scalar",
    "Sensitive",
    "String",
    "Struct",
    "Tuple",
    "Type",
    "Undef",
    "Variant",
];

/// The token at the beginning of a text, and its length.
pub fn word(text: &str) -> Option<(Kind, usize)> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    match first {
        b'a'..=b'z' | b'_' => return Some(name(text, 0)),
        b' ' | b'\t' | 0x0b | 0x0c | 0x80.. => {
            let length = blank(text);
            return (length > 0).then_some((Kind::Whitespace, length));
        }
        b'A'..=b'Z' => return Some(type_or_reference(text)),
        b'0'..=b'9' => return Some(number(text).map_or_else(|| name(text, 0), |length| (Kind::Number, length))),
        b':' if bytes.get(1) == Some(&b':') => {
            if bytes.get(2).is_some_and(u8::is_ascii_uppercase) {
                return Some((Kind::ClassRef, reference(bytes)));
            }
            if bytes.get(2).is_some_and(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'_')) {
                return Some(name(text, 2));
            }
        }
        _ => {}
    }
    sign(bytes)
}

fn sign(bytes: &[u8]) -> Option<(Kind, usize)> {
    let second = bytes.get(1).copied().unwrap_or(0);
    let third = bytes.get(2).copied().unwrap_or(0);
    Some(match (*bytes.first()?, second, third) {
        (b'[', ..) => (Kind::LBrack, 1),
        (b']', ..) => (Kind::RBrack, 1),
        (b'{', ..) => (Kind::LBrace, 1),
        (b'}', ..) => (Kind::RBrace, 1),
        (b'(', ..) => (Kind::LParen, 1),
        (b')', ..) => (Kind::RParen, 1),
        (b'=', b'=', _) => (Kind::IsEqual, 2),
        (b'=', b'~', _) => (Kind::Match, 2),
        (b'=', b'>', _) => (Kind::FArrow, 2),
        (b'=', ..) => (Kind::Equals, 1),
        (b'+', b'=', _) => (Kind::Appends, 2),
        (b'+', b'>', _) => (Kind::PArrow, 2),
        (b'+', ..) => (Kind::Plus, 1),
        (b'>', b'=', _) => (Kind::GreaterEqual, 2),
        (b'>', b'>', _) => (Kind::RShift, 2),
        (b'>', ..) => (Kind::GreaterThan, 1),
        (b'<', b'=', _) => (Kind::LessEqual, 2),
        (b'<', b'<', b'|') => (Kind::LlCollect, 3),
        (b'<', b'-', _) => (Kind::OutEdge, 2),
        (b'<', b'~', _) => (Kind::OutEdgeSub, 2),
        (b'<', b'|', _) => (Kind::LCollect, 2),
        (b'<', b'<', _) => (Kind::LShift, 2),
        (b'<', ..) => (Kind::LessThan, 1),
        (b'!', b'~', _) => (Kind::NoMatch, 2),
        (b'!', b'=', _) => (Kind::NotEqual, 2),
        (b'!', ..) => (Kind::Not, 1),
        (b'|', b'>', b'>') => (Kind::RrCollect, 3),
        (b'|', b'>', _) => (Kind::RCollect, 2),
        (b'|', ..) => (Kind::Pipe, 1),
        (b'-', b'>', _) => (Kind::InEdge, 2),
        (b'~', b'>', _) => (Kind::InEdgeSub, 2),
        (b'-', ..) => (Kind::Minus, 1),
        (b',', ..) => (Kind::Comma, 1),
        (b'.', ..) => (Kind::Dot, 1),
        (b':', ..) => (Kind::Colon, 1),
        (b';', ..) => (Kind::Semic, 1),
        (b'?', ..) => (Kind::QMark, 1),
        (b'\\', ..) => (Kind::Backslash, 1),
        (b'*', ..) => (Kind::Times, 1),
        (b'%', ..) => (Kind::Modulo, 1),
        _ => return None,
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_name(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn run(bytes: &[u8], from: usize, is: fn(u8) -> bool) -> usize {
    from + bytes.get(from..).unwrap_or_default().iter().take_while(|byte| is(**byte)).count()
}

/// Whether a word goes on beyond `at`: letters of every script count.
fn goes_on(text: &str, at: usize) -> bool {
    text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(|it| it.is_alphanumeric() || it == '_')
}

/// A name whose first segment begins at `from`.
fn name(text: &str, from: usize) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let mut end = run(bytes, from, is_name);
    while bytes.get(end..end + 2) == Some(b"::") && bytes.get(end + 2).is_some_and(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9')) {
        end = run(bytes, end + 2, is_name);
    }
    let kind = match bytes.get(end) {
        Some(b'(') => Kind::FunctionName,
        _ => Kind::of_word(&text[..end]).unwrap_or(Kind::Name),
    };
    (kind, end)
}

fn type_or_reference(text: &str) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let end = run(bytes, 0, is_word);
    if !goes_on(text, end) && TYPES.binary_search(&&text[..end]).is_ok() {
        return (Kind::Type, end);
    }
    (Kind::ClassRef, reference(bytes))
}

fn reference(bytes: &[u8]) -> usize {
    let mut end = 0;
    loop {
        let from = if bytes.get(end..end + 2) == Some(b"::") { end + 2 } else { end };
        if !bytes.get(from).is_some_and(u8::is_ascii_uppercase) {
            return end;
        }
        end = run(bytes, from, is_name);
    }
}

/// The length of a number, if no letter follows it.
fn number(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from| {
        let end = run(bytes, from, |it| it.is_ascii_digit());
        (end > from).then_some(end)
    };
    let whole = |end: usize| (!goes_on(text, end)).then_some(end);
    if matches!(bytes.get(..2), Some(b"0x" | b"0X")) {
        let end = run(bytes, 2, |it| it.is_ascii_hexdigit());
        if end > 2
            && let Some(end) = whole(end)
        {
            return Some(end);
        }
    }
    let exponent = |from: usize| {
        if !matches!(bytes.get(from), Some(b'e' | b'E')) {
            return None;
        }
        let sign = usize::from(bytes.get(from + 1) == Some(&b'-'));
        digits(from + 1 + sign)
    };
    let integer = digits(0)?;
    let fraction = (bytes.get(integer) == Some(&b'.')).then(|| digits(integer + 1)).flatten();
    fraction
        .and_then(|end| exponent(end).and_then(whole).or_else(|| whole(end)))
        .or_else(|| exponent(integer).and_then(whole))
        .or_else(|| whole(integer))
}

/// The length of a variable's name without its `$`, with the keys in brackets after it.
pub fn variable(text: &str, missing: &mut Missing) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = variable_name(bytes)?;
    while bytes.get(end) == Some(&b'[') {
        // At least one character lies between the brackets, and no end of a line.
        let Some(first) = text[end + 1..].chars().next().filter(|it| *it != '\n') else { break };
        let from = end + 1 + first.len_utf8();
        match missing.find(b']', &bytes[from..]) {
            Some(at) => end = from + at + 1,
            None => break,
        }
    }
    Some(end)
}

/// The length of a variable's name without its `$`: words and dashes, and `::` between them.
pub fn variable_name(bytes: &[u8]) -> Option<usize> {
    let mut from = if bytes.starts_with(b"::") { 2 } else { 0 };
    let mut end = segment(bytes, from)?;
    while bytes.get(end..end + 2) == Some(b"::") {
        from = end + 2;
        let Some(next) = segment(bytes, from) else { break };
        end = next;
    }
    Some(end)
}

fn segment(bytes: &[u8], from: usize) -> Option<usize> {
    let mut end = run(bytes, from, is_word);
    if end == from {
        return None;
    }
    while bytes.get(end) == Some(&b'-') {
        let next = run(bytes, end + 1, is_word);
        if next == end + 1 {
            break;
        }
        end = next;
    }
    Some(end)
}

/// The length of the white space at the beginning of a text; ends of lines are none.
pub fn blank(text: &str) -> usize {
    let bytes = text.as_bytes();
    let end = run(bytes, 0, |it| matches!(it, b' ' | b'\t' | 0x0b | 0x0c));
    if bytes.get(end).is_none_or(u8::is_ascii) {
        return end;
    }
    text.find(|it| !is_blank(it)).unwrap_or(text.len())
}

fn is_blank(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\u{b}' | '\u{c}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// The length of the end of a line.
pub fn line_end(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// The text of a comment without its stars: those that begin a line are no part of it either.
pub fn within_stars(raw: &str) -> String {
    let text = raw.strip_prefix("/*").unwrap_or(raw);
    let text = text.strip_prefix(' ').unwrap_or(text);
    let text = text.strip_suffix("*/").unwrap_or(text);
    let text = text.strip_suffix(' ').unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        out.push_str(line.trim_start_matches(' ').strip_prefix('*').unwrap_or(line));
    }
    out
}
