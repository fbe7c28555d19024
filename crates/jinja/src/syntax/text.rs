//! Quoted texts: their values, and Python's quoting.

use crate::error::{Error, ErrorKind};

/// Reads escapes as Python's codec `unicode-escape` does; the error has its text. A character by its name in Unicode is
/// [`ErrorKind::NotCovered`].
pub(crate) fn unescape(body: &str) -> Result<String, Error> {
    if !body.contains(['\\', '\r']) {
        return Ok(body.to_owned());
    }
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = String::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(next) = chars.next() else { return Err(Error::new(ErrorKind::Syntax, "\\ at end of string")) };
        match next {
            '\n' => {}
            '\\' | '\'' | '"' => out.push(next),
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{b}'),
            '0'..='7' => {
                let mut value = next.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|it| it.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    chars.next();
                }
                out.push(char::from_u32(value).unwrap_or('\u{fffd}'));
            }
            'x' | 'u' | 'U' => {
                let wanted = match next {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let mut value = 0u32;
                for _ in 0..wanted {
                    let Some(digit) = chars.peek().and_then(|it| it.to_digit(16)) else {
                        return Err(Error::new(ErrorKind::Syntax, truncated(next)));
                    };
                    value = value.wrapping_mul(16).wrapping_add(digit);
                    chars.next();
                }
                match char::from_u32(value) {
                    Some(c) => out.push(c),
                    None if value > 0x10_ffff => return Err(Error::new(ErrorKind::Syntax, "illegal Unicode character")),
                    // Half of a pair: no text can have it.
                    None => out.push('\u{fffd}'),
                }
            }
            'N' if chars.peek() == Some(&'{') => return Err(Error::not_covered("a character by its name")),
            'N' => return Err(Error::new(ErrorKind::Syntax, "malformed \\N character escape")),
            // Python keeps what is no escape; other characters were escapes before they came to the codec.
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    Ok(out)
}

/// Error of an escape whose letter has too few digits after it.
fn truncated(letter: char) -> &'static str {
    match letter {
        'x' => "truncated \\xXX escape",
        'u' => "truncated \\uXXXX escape",
        _ => "truncated \\UXXXXXXXX escape",
    }
}

/// `repr` of a character.
pub(crate) fn quoted(c: char) -> String {
    crate::value::repr_str(c.encode_utf8(&mut [0; 4]))
}
