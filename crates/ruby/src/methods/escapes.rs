//! Escapes for HTML and URLs: `CGI`, `ERB::Util`, `URI`.

use crate::eval::Ruby;
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const CGI: &[Method] = &[
    row("escape", 1, 1, |ruby, _, given| escaped(ruby, given, b"_.-~", b"+")),
    row("escapeHTML", 1, 1, html),
    row("escape_html", 1, 1, html),
    row("h", 1, 1, html),
    row("unescape", 1, 1, unescape).of_ruby(1, 2),
    row("unescapeHTML", 1, 1, unescape_html),
    row("unescape_html", 1, 1, unescape_html),
];

pub const ERB_UTIL: &[Method] =
    &[row("h", 1, 1, html_of_any), row("html_escape", 1, 1, html_of_any), row("u", 1, 1, url_of_any), row("url_encode", 1, 1, url_of_any)];

pub const URI: &[Method] =
    &[row("encode_www_form_component", 1, 1, |ruby, _, given| escaped_text(ruby, given, b"*-._", b"+")).of_ruby(1, 2)];

fn escaped(ruby: &mut Ruby<'_>, given: &Args, unescaped: &[u8], blank: &[u8]) -> Outcome {
    let text = ruby.needs_text(&given.at(0))?;
    encode(ruby, &text, unescaped, blank)
}

/// The same of anything that has a text.
fn escaped_text(ruby: &mut Ruby<'_>, given: &Args, unescaped: &[u8], blank: &[u8]) -> Outcome {
    let text = ruby.text_of(&given.at(0))?;
    encode(ruby, &text, unescaped, blank)
}

/// Letters, digits and what is kept stay; all other bytes become `%XX`.
fn encode(ruby: &mut Ruby<'_>, text: &str, unescaped: &[u8], blank: &[u8]) -> Outcome {
    ruby.spend(text.len() as u64 / 16)?;
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => blank.iter().for_each(|it| encoded.push(char::from(*it))),
            it if it.is_ascii_alphanumeric() || unescaped.contains(&it) => encoded.push(char::from(it)),
            it => encoded.push_str(&format!("%{it:02X}")),
        }
    }
    Ok(ruby.heap.text(encoded))
}

/// Undoes `CGI.escape`.
fn unescape(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let text = ruby.needs_text(&given.at(0))?;
    ruby.spend(text.len() as u64 / 16)?;
    let digit = |it: Option<&u8>| it.and_then(|it| char::from(*it).to_digit(16)).and_then(|it| u8::try_from(it).ok());
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'%' && at + 2 >= bytes.len() {
            // Ruby looks at no more.
            decoded.extend(bytes.get(at..).unwrap_or_default());
            break;
        }
        let escaped = if *byte == b'%' { digit(bytes.get(at + 1)).zip(digit(bytes.get(at + 2))) } else { None };
        match (escaped, byte) {
            (Some((high, low)), _) => {
                decoded.push(high << 4 | low);
                at += 2;
            }
            (None, b'+') => decoded.push(b' '),
            (None, other) => decoded.push(*other),
        }
        at += 1;
    }
    match String::from_utf8(decoded) {
        Ok(text) => Ok(ruby.heap.text(text)),
        Err(error) => crate::bytes::value(ruby, error.into_bytes(), crate::value::Encoding::Utf8),
    }
}

/// Undoes `CGI.escapeHTML`, and replaces the numbers of letters.
fn unescape_html(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let text = ruby.needs_text(&given.at(0))?;
    ruby.spend(text.len() as u64 / 16)?;
    let mut decoded = String::with_capacity(text.len());
    let mut rest: &str = &text;
    while let Some(at) = rest.find('&') {
        let (before, after) = rest.split_at(at);
        decoded.push_str(before);
        let entity = after.get(1..).and_then(|it| it.split_once(';')).map(|it| it.0);
        let number = |it: &str| match it.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+')),
            None => it.parse().ok().filter(|_| !it.starts_with('+')),
        };
        let letter = match entity {
            Some("apos") => Some('\''),
            Some("amp") => Some('&'),
            Some("quot") => Some('"'),
            Some("gt") => Some('>'),
            Some("lt") => Some('<'),
            Some(entity) if entity.starts_with('#') && entity.contains('&') => {
                return ruby.not_covered("CGI.unescapeHTML of a number that does not end");
            }
            Some(entity) => match entity.strip_prefix('#').and_then(number) {
                Some(number) if (0xd800..0xe000).contains(&number) => return ruby.not_covered("CGI.unescapeHTML of such a number"),
                Some(number) => char::from_u32(number),
                None => None,
            },
            None => None,
        };
        match (letter, entity) {
            (Some(letter), Some(entity)) => {
                decoded.push(letter);
                rest = after.get(entity.len() + 2..).unwrap_or_default();
            }
            _ => {
                decoded.push('&');
                rest = after.get(1..).unwrap_or_default();
            }
        }
    }
    decoded.push_str(rest);
    Ok(ruby.heap.text(decoded))
}

fn url_of_any(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    escaped_text(ruby, given, b"_.-~", b"%20")
}

fn html(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let text = ruby.needs_text(&given.at(0))?;
    escape_html(ruby, &text)
}

fn html_of_any(ruby: &mut Ruby<'_>, _: &Value, given: &Args) -> Outcome {
    let text = ruby.text_of(&given.at(0))?;
    escape_html(ruby, &text)
}

fn escape_html(ruby: &mut Ruby<'_>, text: &str) -> Outcome {
    ruby.spend(text.len() as u64 / 16)?;
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\'' => escaped.push_str("&#39;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    Ok(ruby.heap.text(escaped))
}
