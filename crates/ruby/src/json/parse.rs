//! `JSON.parse` as version 2.6 of Ruby's library reads a text, with its errors.
//!
//! Ruby's parser accepts more than JSON: comments, escapes that JSON lacks, single surrogates. It reports an error at the place where
//! its state machine stops: in a list the element, at a hash, text or number its first character.

use crate::eval::Ruby;
use crate::json::DEEPEST;
use crate::stop::Outcome;
use crate::value::{Hash, Value};
use crate::version::Version;

/// Line of Ruby's parser that raises an error. Ruby 3.1 has it in the message.
#[derive(Clone, Copy)]
enum Line {
    NotANumber = 225,
    Infinity = 232,
    MinusInfinity = 249,
    Array = 451,
    Surrogates = 521,
    Document = 859,
}

/// Value of a JSON text; `JSON::ParserError` for another text.
pub fn parse(ruby: &mut Ruby<'_>, text: &str, has_symbols: bool) -> Outcome {
    let mut reader = Reader { text, at: 0, has_symbols };
    if reader.skip()
        && reader.begins_value()
        && let Some(value) = reader.value(ruby, 1)?
        && reader.skip()
        && reader.peek().is_none()
    {
        return Ok(value);
    }
    reader.fail(ruby, Line::Document, "unexpected token", reader.at)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Whether the keys of hashes are symbols.
    has_symbols: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Reads one byte if it is the next.
    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn begins_value(&self) -> bool {
        self.peek().is_some_and(|it| it.is_ascii_digit() || b"nft\"-[{NI".contains(&it))
    }

    /// Reads whitespace and comments. Stops in a comment that does not end, and returns false.
    fn skip(&mut self) -> bool {
        loop {
            while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
                self.at += 1;
            }
            if !self.eat(b'/') {
                return true;
            }
            let (end, from) = match self.peek() {
                Some(b'*') => ("*/", self.at + 1),
                Some(b'/') => ("\n", self.at + 1),
                _ => return false,
            };
            let length = self.text.get(from..).and_then(|it| it.find(end));
            let Some(length) = length else {
                self.at = self.text.len();
                return false;
            };
            self.at = from + length + end.len();
        }
    }

    /// Reads the value that begins here. Without one, nothing is read.
    fn value(&mut self, ruby: &mut Ruby<'_>, depth: usize) -> Outcome<Option<Value>> {
        ruby.spend(1)?;
        let start = self.at;
        let value = match self.peek() {
            Some(b'[') => Some(self.array(ruby, depth)?),
            Some(b'{') => self.object(ruby, depth)?,
            Some(b'"') => self.string(ruby)?.map(|it| ruby.heap.text(it)),
            Some(b'-' | b'0'..=b'9') => self.number(ruby)?,
            Some(b'N') if self.rest().starts_with(b"NaN") => return self.fail(ruby, Line::NotANumber, "unexpected token", start),
            Some(b'I') if self.rest().starts_with(b"Infinity") => match start.checked_sub(1) {
                // Ruby counts one character too many.
                Some(at) => return self.fail(ruby, Line::Infinity, "unexpected token", at),
                None => return ruby.not_covered("JSON.parse of Infinity"),
            },
            _ => self.word(),
        };
        if value.is_none() {
            self.at = start;
        }
        Ok(value)
    }

    fn word(&mut self) -> Option<Value> {
        let words = [("null", Value::Nil), ("true", Value::Boolean(true)), ("false", Value::Boolean(false))];
        let (word, value) = words.into_iter().find(|(word, _)| self.rest().starts_with(word.as_bytes()))?;
        self.at += word.len();
        Some(value)
    }

    fn array(&mut self, ruby: &mut Ruby<'_>, depth: usize) -> Outcome {
        too_deep(ruby, depth)?;
        self.at += 1;
        let mut items = Vec::new();
        let mut is_whole = self.skip();
        if is_whole && self.eat(b']') {
            return Ok(ruby.heap.array(items));
        }
        while is_whole
            && self.begins_value()
            && let Some(item) = self.value(ruby, depth + 1)?
        {
            items.push(item);
            is_whole = self.skip();
            if is_whole && self.eat(b']') {
                return Ok(ruby.heap.array(items));
            }
            is_whole = is_whole && self.eat(b',') && self.skip();
        }
        self.fail(ruby, Line::Array, "unexpected token", self.at)
    }

    /// Reads a hash. Of an error, only the beginning of the hash is reported, thus nothing here.
    fn object(&mut self, ruby: &mut Ruby<'_>, depth: usize) -> Outcome<Option<Value>> {
        too_deep(ruby, depth)?;
        self.at += 1;
        let hash = Hash::default();
        let mut is_whole = self.skip();
        if is_whole && self.eat(b'}') {
            return Ok(Some(ruby.heap.hash_of(hash)));
        }
        while is_whole
            && self.peek() == Some(b'"')
            && let Some(key) = self.string(ruby)?
            && self.skip()
            && self.eat(b':')
            && self.skip()
            && self.begins_value()
            && let Some(value) = self.value(ruby, depth + 1)?
        {
            let key = if self.has_symbols { Value::Symbol(key.into()) } else { ruby.heap.frozen(key) };
            ruby.store(&hash, key, value)?;
            is_whole = self.skip();
            if is_whole && self.eat(b'}') {
                return Ok(Some(ruby.heap.hash_of(hash)));
            }
            is_whole = is_whole && self.eat(b',') && self.skip();
        }
        Ok(None)
    }

    fn number(&mut self, ruby: &mut Ruby<'_>) -> Outcome<Option<Value>> {
        if self.rest().starts_with(b"-Infinity") {
            return self.fail(ruby, Line::MinusInfinity, "unexpected token", self.at);
        }
        let start = self.at;
        if let Some(length) = float(self.rest()) {
            self.at += length;
            let digits = self.text.get(start..self.at).unwrap_or_default();
            return Ok(digits.parse().ok().map(Value::Float));
        }
        let Some(length) = integer(self.rest()).filter(|it| !self.rest().get(*it).is_some_and(u8::is_ascii_digit)) else {
            return Ok(None);
        };
        self.at += length;
        let digits = self.text.get(start..self.at).unwrap_or_default();
        match digits.parse() {
            Ok(small) => Ok(Some(Value::Integer(small))),
            Err(_) => crate::big::read(ruby, digits, 10).map(Some),
        }
    }

    /// Reads a text in quotes; nothing where it does not end, or has a control character or wrong escape.
    fn string(&mut self, ruby: &mut Ruby<'_>) -> Outcome<Option<String>> {
        let start = self.at + 1;
        let mut at = start;
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(at) {
                None | Some(0..=0x1f) => return Ok(None),
                Some(b'"') => break,
                Some(b'\\') => match bytes.get(at + 1) {
                    Some(b'u') if bytes.get(at + 2..at + 6).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit)) => at += 6,
                    None | Some(b'u' | 0..=0x1f) => return Ok(None),
                    Some(_) => at += 2,
                },
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        match self.unescaped(ruby, start, at).map(String::from_utf8)? {
            Ok(text) => Ok(Some(text)),
            Err(_) => ruby.not_covered("JSON.parse of a text that is not UTF-8"),
        }
    }

    /// Text between two places, without its escapes.
    fn unescaped(&self, ruby: &mut Ruby<'_>, start: usize, end: usize) -> Outcome<Vec<u8>> {
        let bytes = self.text.as_bytes();
        let mut out = Vec::with_capacity(end - start);
        // Where the text begins that is copied next.
        let (mut copied, mut at) = (start, start);
        while at < end {
            if bytes.get(at) != Some(&b'\\') {
                at += 1;
                continue;
            }
            out.extend_from_slice(bytes.get(copied..at).unwrap_or_default());
            at += 1;
            match bytes.get(at) {
                Some(b'n') => out.push(b'\n'),
                Some(b'r') => out.push(b'\r'),
                Some(b't') => out.push(b'\t'),
                Some(b'b') => out.push(8),
                Some(b'f') => out.push(12),
                Some(quoted @ (b'"' | b'\\')) => out.push(*quoted),
                Some(b'u') => {
                    let first = self.code(at + 1);
                    at += 4;
                    let code = if first & 0xfc00 == 0xd800 {
                        at += 1;
                        if at + 6 > end {
                            return self.fail(ruby, Line::Surrogates, "incomplete surrogate pair", copied);
                        }
                        if bytes.get(at..at + 2) == Some(br"\u") {
                            let second = self.code(at + 2);
                            at += 5;
                            ((first & 0x3f) << 10) | ((((first >> 6) & 0xf) + 1) << 16) | (second & 0x3ff)
                        } else {
                            // As in Ruby, the character after it is lost.
                            u32::from(b'?')
                        }
                    } else {
                        first
                    };
                    match char::from_u32(code) {
                        Some(it) => out.extend_from_slice(it.encode_utf8(&mut [0; 4]).as_bytes()),
                        None => return ruby.not_covered("JSON.parse of a text that is not UTF-8"),
                    }
                }
                // Any other character stands for itself.
                _ => {
                    copied = at;
                    continue;
                }
            }
            at += 1;
            copied = at;
        }
        out.extend_from_slice(bytes.get(copied..end).unwrap_or_default());
        Ok(out)
    }

    /// Number of four hexadecimal digits.
    fn code(&self, at: usize) -> u32 {
        self.text.get(at..at + 4).and_then(|it| u32::from_str_radix(it, 16).ok()).unwrap_or_default()
    }

    /// Raises the error that Ruby's parser raises at a place.
    fn fail<T>(&self, ruby: &mut Ruby<'_>, line: Line, words: &str, at: usize) -> Outcome<T> {
        let line = match ruby.needs_version("the message of JSON::ParserError")? {
            Version::V3_1 => format!("{}: ", line as u32),
            Version::V3_2 => String::new(),
        };
        // It is a text of C, which ends at a null character.
        let rest = self.text.get(at..).unwrap_or_default().split('\0').next().unwrap_or_default();
        ruby.raise("JSON::ParserError", format!("{line}{words} at '{rest}'"))
    }
}

fn too_deep(ruby: &mut Ruby<'_>, depth: usize) -> Outcome<()> {
    match depth > DEEPEST {
        true => ruby.raise("JSON::NestingError", format!("nesting of {depth} is too deep")),
        false => Ok(()),
    }
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|it| it.is_ascii_digit()).count()
}

/// Length of the integer at the beginning. A zero is one of its own.
fn integer(text: &[u8]) -> Option<usize> {
    let sign = usize::from(text.first() == Some(&b'-'));
    match text.get(sign)? {
        b'0' => Some(sign + 1),
        b'1'..=b'9' => Some(sign + digits(text.get(sign..)?)),
        _ => None,
    }
}

/// Length of the float at the beginning.
fn float(text: &[u8]) -> Option<usize> {
    let whole = integer(text)?;
    let mut length = whole;
    if text.get(length) == Some(&b'.') {
        let fraction = digits(text.get(length + 1..)?);
        if fraction == 0 {
            return None;
        }
        length += 1 + fraction;
    }
    if let Some(b'e' | b'E') = text.get(length) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits(text.get(length + 1 + sign..)?);
        if exponent == 0 {
            return None;
        }
        length += 1 + sign + exponent;
    }
    let is_float = length > whole && !matches!(text.get(length), Some(b'0'..=b'9' | b'e' | b'E' | b'.' | b'-'));
    is_float.then_some(length)
}
