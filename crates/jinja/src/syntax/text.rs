//! What quoted texts mean, and how Python quotes.

/// A character by its name in Unicode.
pub(crate) const NAMED: &str = "a character by its name";

/// Reads escapes as Python's codec `unicode-escape` does; the error is its text.
pub(crate) fn unescape(body: &str) -> Result<String, String> {
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
        let Some(next) = chars.next() else { return Err("\\ at end of string".to_owned()) };
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
                let (wanted, shape) = match next {
                    'x' => (2, "truncated \\xXX escape"),
                    'u' => (4, "truncated \\uXXXX escape"),
                    _ => (8, "truncated \\UXXXXXXXX escape"),
                };
                let mut value = 0u32;
                for _ in 0..wanted {
                    let Some(digit) = chars.peek().and_then(|it| it.to_digit(16)) else { return Err(shape.to_owned()) };
                    value = value.wrapping_mul(16).wrapping_add(digit);
                    chars.next();
                }
                match char::from_u32(value) {
                    Some(c) => out.push(c),
                    None if value > 0x10_ffff => return Err("illegal Unicode character".to_owned()),
                    // Half of a pair: no text can have it.
                    None => out.push('\u{fffd}'),
                }
            }
            'N' if chars.peek() == Some(&'{') => return Err(NAMED.to_owned()),
            'N' => return Err("malformed \\N character escape".to_owned()),
            // Python keeps what is no escape; other characters were escapes before they came to the codec.
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    Ok(out)
}

/// `repr` of a character.
pub(crate) fn quoted(c: char) -> String {
    crate::value::repr_str(c.encode_utf8(&mut [0; 4]))
}
