//! Value of a string's text: its escapes resolved.

use std::borrow::Cow;

/// Which escapes a string knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes {
    /// The characters that may follow a backslash.
    chars: &'static [char],
    flags: u8,
    line_break: bool,
    any: bool,
}

const T: u8 = 1;
const R: u8 = 2;
const N: u8 = 4;
const S: u8 = 8;
const U: u8 = 16;
const DOLLAR: u8 = 32;

impl Escapes {
    /// A heredoc without flags: a backslash is a backslash.
    pub const NONE: Escapes = Escapes { chars: &[], flags: 0, line_break: false, any: false };
    pub const DOUBLE_QUOTED: Escapes = Escapes { chars: &['\'', '"'], flags: T | R | N | S | U | DOLLAR, line_break: true, any: true };

    /// The escapes that a heredoc's flags switch on, or the flag that means nothing.
    pub fn heredoc(flags: &[char]) -> Result<Escapes, char> {
        let mut escapes = Escapes { chars: &[], flags: 0, line_break: false, any: true };
        for flag in flags {
            match flag {
                't' => escapes.flags |= T,
                'r' => escapes.flags |= R,
                'n' => escapes.flags |= N,
                's' => escapes.flags |= S,
                'u' => escapes.flags |= U,
                '$' => escapes.flags |= DOLLAR,
                'L' => escapes.line_break = true,
                other => return Err(*other),
            }
        }
        Ok(escapes)
    }

    pub fn unicode(self) -> bool {
        self.flags & U != 0
    }

    pub fn dollar(self) -> bool {
        self.flags & DOLLAR != 0
    }

    fn simple(self, c: char) -> Option<char> {
        let (flag, value) = match c {
            't' => (T, '\t'),
            'r' => (R, '\r'),
            'n' => (N, '\n'),
            's' => (S, ' '),
            '$' => (DOLLAR, '$'),
            '\\' if self.any => return Some('\\'),
            c if self.chars.contains(&c) => return Some(c),
            _ => return None,
        };
        (self.flags & flag != 0).then_some(value)
    }
}

/// An escape that means nothing, as byte offsets in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadEscape {
    pub start: usize,
    pub end: usize,
    pub unicode: bool,
    /// Well written, but for no character.
    pub no_character: bool,
}

/// The value of a single-quoted string's inside: only `\\` and `\'` are escapes.
pub fn single_quoted(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\'
            && let Some(&next) = chars.peek()
            && (next == '\\' || next == '\'')
        {
            out.push(next);
            chars.next();
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The value of a piece of a double-quoted string or heredoc.
pub fn unescape<'t>(text: &'t str, escapes: &Escapes) -> Cow<'t, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(walk(text, escapes, &mut |_| {}))
}

/// The escapes in it that mean nothing.
pub fn bad_escapes(text: &str, escapes: &Escapes) -> Vec<BadEscape> {
    let mut bad = Vec::new();
    walk(text, escapes, &mut |b| bad.push(b));
    bad
}

fn walk(text: &str, escapes: &Escapes, bad: &mut dyn FnMut(BadEscape)) -> String {
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    while let Some(rest) = text.get(i..).filter(|r| !r.is_empty()) {
        let Some(at) = rest.find('\\') else {
            out.push_str(rest);
            break;
        };
        out.push_str(rest.get(..at).unwrap_or(""));
        i += at;
        let after = text.get(i + 1..).unwrap_or("");
        let Some(c) = after.chars().next() else {
            out.push('\\');
            break;
        };
        if c == 'u' && escapes.flags & U != 0 {
            if let Some((value, len)) = unicode(after) {
                match char::from_u32(value) {
                    Some(value) => out.push(value),
                    None => bad(BadEscape { start: i, end: i + 1 + len, unicode: true, no_character: true }),
                }
                i += 1 + len;
                continue;
            }
            bad(BadEscape { start: i, end: i + 2, unicode: true, no_character: false });
            out.push_str("\\u");
            i += 2;
        } else if let Some(value) = escapes.simple(c) {
            out.push(value);
            i += 1 + c.len_utf8();
        } else if escapes.line_break && (c == '\n' || after.starts_with("\r\n")) {
            i += if c == '\n' { 2 } else { 3 };
        } else if c == '\r' && !after.starts_with("\r\n") {
            // A lone carriage return is no line break, and Puppet's pattern skips it.
            out.push('\\');
            i += 1;
        } else {
            let len = if after.starts_with("\r\n") { 2 } else { c.len_utf8() };
            bad(BadEscape { start: i, end: i + 1 + len, unicode: false, no_character: false });
            out.push('\\');
            out.push_str(after.get(..len).unwrap_or(""));
            i += 1 + len;
        }
    }
    out
}

/// `uXXXX` or `u{X…}`: the number and the length read.
fn unicode(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix('u')?;
    let (digits, len) = match rest.strip_prefix('{') {
        Some(braced) => {
            let end = braced.find('}')?;
            let digits = braced.get(..end).filter(|d| (1..=6).contains(&d.len()))?;
            (digits, end + 3)
        }
        None => (rest.get(..4)?, 5),
    };
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok().map(|value| (value, len))
}
