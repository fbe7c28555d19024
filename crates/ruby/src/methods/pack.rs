//! `Array#pack`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigInt;

use crate::big;
use crate::bytes;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::{Outcome, Stop};
use crate::value::{Encoding, Value};

/// How often a directive applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    One,
    Number(usize),
    All,
}

impl Count {
    /// The number, where one directive means one.
    pub fn number(self) -> Option<usize> {
        match self {
            Count::One => Some(1),
            Count::Number(it) => Some(it),
            Count::All => None,
        }
    }
}

/// A letter of a template with what follows it.
#[derive(Clone, Copy, Debug)]
pub struct Directive {
    pub letter: char,
    pub is_big_endian: Option<bool>,
    pub count: Count,
}

impl Directive {
    /// The width of an integer, and whether it has a sign and begins with its highest byte.
    pub fn integer(&self) -> Option<(usize, bool, bool)> {
        let (width, is_signed) = match self.letter {
            'c' => (1, true),
            'C' => (1, false),
            's' => (2, true),
            'S' | 'n' | 'v' => (2, false),
            'l' | 'i' => (4, true),
            'L' | 'I' | 'N' | 'V' => (4, false),
            'q' | 'j' => (8, true),
            'Q' | 'J' => (8, false),
            _ => return None,
        };
        let is_big_endian = match self.letter {
            'n' | 'N' => true,
            'v' | 'V' => false,
            _ => self.is_big_endian.unwrap_or(false),
        };
        Some((width, is_signed, is_big_endian))
    }
}

/// The directives of a template.
pub fn directives(ruby: &mut Ruby<'_>, template: &str) -> Outcome<Vec<Directive>> {
    let mut all = Vec::new();
    let mut letters = template.chars().peekable();
    while let Some(letter) = letters.next() {
        ruby.spend(1)?;
        if letter.is_ascii_whitespace() || letter == '\0' {
            continue;
        }
        if letter == '#' {
            while letters.next_if(|it| *it != '\n').is_some() {}
            continue;
        }
        if !"aAZBbHhCcSsLlIiQqJjNnVvUwmMuxX@".contains(letter) {
            return ruby.not_covered(format!("pack and unpack with the directive {letter}"));
        }
        let mut is_big_endian = None;
        let mut is_native = false;
        while let Some(it) = letters.next_if(|it| matches!(it, '_' | '!' | '<' | '>')) {
            match it {
                '_' | '!' => is_native = true,
                '>' => is_big_endian = Some(true),
                _ => is_big_endian = Some(false),
            }
        }
        let sizes = "sSiIlLqQjJ";
        if (is_native || is_big_endian.is_some()) && !sizes.contains(letter) {
            return ruby.not_covered(format!("pack and unpack with such a directive {letter}"));
        }
        // Native sizes are those of Linux with 64 bits.
        let letter = match letter {
            'l' if is_native => 'q',
            'L' if is_native => 'Q',
            other => other,
        };
        let mut digits = String::new();
        while let Some(it) = letters.next_if(char::is_ascii_digit) {
            digits.push(it);
        }
        let count = if letters.next_if_eq(&'*').is_some() {
            Count::All
        } else if digits.is_empty() {
            Count::One
        } else {
            match digits.parse::<usize>() {
                Ok(it) if it < 1 << 40 => Count::Number(it),
                _ => return ruby.raise("RangeError", "pack length too big"),
            }
        };
        all.push(Directive { letter, is_big_endian, count });
    }
    Ok(all)
}

/// Base64 in lines of a number of bytes.
pub fn base64(bytes: &[u8], line: usize) -> String {
    let mut lines = String::new();
    for part in bytes.chunks(line.max(3)) {
        lines.push_str(&STANDARD.encode(part));
        lines.push('\n');
    }
    lines
}

/// `list.pack(template)`
pub fn pack(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let template = ruby.needs_text(&given.at(0))?;
    let mut items = ruby.elements(it)?.into_iter();
    let mut out = Vec::new();
    // Characters alone make a text, letters of Base64 alone one in ASCII.
    let mut encoding = Encoding::Ascii;
    for directive in directives(ruby, &template)? {
        encoding = match directive.letter {
            'U' if encoding == Encoding::Ascii => Encoding::Utf8,
            'U' | 'm' | 'M' | 'u' => encoding,
            _ => Encoding::Binary,
        };
        let count = directive.count;
        let repeats = match count.number() {
            Some(it) => it,
            None => items.len(),
        };
        if let Some((width, _, is_big_endian)) = directive.integer() {
            for _ in 0..repeats {
                let item = next(ruby, &mut items)?;
                let bytes = integer(ruby, &item, width)?;
                if is_big_endian { out.extend(bytes.iter().rev()) } else { out.extend(bytes) }
            }
            continue;
        }
        match directive.letter {
            'a' | 'A' | 'Z' => text(ruby, &mut items, directive, &mut out)?,
            'B' | 'b' | 'H' | 'h' => digits(ruby, &mut items, directive, &mut out)?,
            'U' => {
                for _ in 0..repeats {
                    let item = next(ruby, &mut items)?;
                    let code = super::big::small(ruby, &item)?;
                    match u32::try_from(code).ok().and_then(char::from_u32) {
                        Some(it) => out.extend(it.encode_utf8(&mut [0; 4]).as_bytes()),
                        None if code < 0 => return ruby.raise("RangeError", "pack(U): value out of range"),
                        None => return ruby.not_covered("pack with such a character"),
                    }
                }
            }
            'w' => {
                for _ in 0..repeats {
                    let item = next(ruby, &mut items)?;
                    let Ok(mut rest) = u64::try_from(super::big::small(ruby, &item)?) else {
                        return ruby.raise("ArgumentError", "can't compress negative numbers");
                    };
                    let mut parts = vec![(rest & 0x7f) as u8];
                    while rest > 0x7f {
                        rest >>= 7;
                        parts.push((rest & 0x7f) as u8 | 0x80);
                    }
                    out.extend(parts.iter().rev());
                }
            }
            'm' => {
                let item = next(ruby, &mut items)?;
                let bytes = ruby.needs_bytes(&item)?;
                ruby.spend(bytes.len() as u64 / 16)?;
                match count {
                    Count::Number(0) => out.extend(STANDARD.encode(bytes).into_bytes()),
                    Count::Number(number) if number > 2 => out.extend(base64(&bytes, number / 3 * 3).into_bytes()),
                    _ => out.extend(base64(&bytes, 45).into_bytes()),
                }
            }
            'M' => {
                let item = next(ruby, &mut items)?;
                let text = ruby.text_of(&item)?;
                ruby.spend(text.len() as u64 / 8)?;
                let width = count.number().filter(|it| *it > 1).unwrap_or(72);
                quoted(text.as_bytes(), width, &mut out);
            }
            'u' => return ruby.not_covered("pack with the directive u"),
            'x' => fill(ruby, &mut out, count.number().unwrap_or(0), 0)?,
            'X' => {
                let length = count.number().unwrap_or(0);
                match out.len().checked_sub(length) {
                    Some(length) => out.truncate(length),
                    None => return ruby.raise("ArgumentError", "X outside of string"),
                }
            }
            _ => {
                let length = count.number().unwrap_or(0);
                out.truncate(length);
                let missing = length - out.len();
                fill(ruby, &mut out, missing, 0)?;
            }
        }
        ruby.spend(out.len() as u64 / 1024)?;
    }
    bytes::value(ruby, out, encoding)
}

fn next(ruby: &mut Ruby<'_>, items: &mut std::vec::IntoIter<Value>) -> Outcome {
    ruby.spend(1)?;
    match items.next() {
        Some(Value::Unknown) => Err(Stop::Unknown),
        Some(it) => Ok(it),
        None => ruby.raise("ArgumentError", "too few arguments"),
    }
}

fn fill(ruby: &mut Ruby<'_>, out: &mut Vec<u8>, count: usize, by: u8) -> Outcome<()> {
    if out.len().saturating_add(count) > ruby.limits.memory {
        return Err(Stop::Limit(crate::Limit::Memory));
    }
    ruby.heap.count(count);
    out.resize(out.len() + count, by);
    Ok(())
}

/// The lowest bytes of an integer, the lowest first.
fn integer(ruby: &mut Ruby<'_>, value: &Value, width: usize) -> Outcome<Vec<u8>> {
    let number = match value {
        Value::Nil => return ruby.raise("TypeError", "no implicit conversion of nil into Integer"),
        other => match big::number(other) {
            Some(it) => it,
            None => BigInt::from(ruby.needs_integer(other)?),
        },
    };
    let mut bytes = number.to_signed_bytes_le();
    let sign = if number.sign() == num_bigint::Sign::Minus { 0xff } else { 0 };
    bytes.resize(width.max(bytes.len()), sign);
    bytes.truncate(width);
    Ok(bytes)
}

fn text(ruby: &mut Ruby<'_>, items: &mut std::vec::IntoIter<Value>, directive: Directive, out: &mut Vec<u8>) -> Outcome<()> {
    let bytes = match next(ruby, items)? {
        Value::Nil => Vec::new(),
        other => ruby.needs_bytes(&other)?,
    };
    let length = match directive.count.number() {
        Some(it) => it,
        None => bytes.len() + usize::from(directive.letter == 'Z'),
    };
    out.extend(bytes.iter().take(length));
    let by = if directive.letter == 'A' { b' ' } else { 0 };
    fill(ruby, out, length.saturating_sub(bytes.len()), by)
}

/// Bits or halves of bytes.
fn digits(ruby: &mut Ruby<'_>, items: &mut std::vec::IntoIter<Value>, directive: Directive, out: &mut Vec<u8>) -> Outcome<()> {
    let text = match next(ruby, items)? {
        Value::Nil => Vec::new(),
        other => ruby.needs_bytes(&other)?,
    };
    let length = directive.count.number().unwrap_or(text.len());
    if length > text.len() {
        return ruby.not_covered("pack of fewer digits than the template says");
    }
    let is_hex = matches!(directive.letter, 'H' | 'h');
    let each = if is_hex { 2 } else { 8 };
    for part in text.get(..length).unwrap_or_default().chunks(each) {
        let mut byte = 0_u8;
        for (index, digit) in part.iter().enumerate() {
            let (value, width) = match is_hex {
                true if digit.is_ascii_alphabetic() => (((digit & 7) + 9) & 15, 4),
                true => (digit & 15, 4),
                false => (digit & 1, 1),
            };
            let is_high_first = matches!(directive.letter, 'H' | 'B');
            let at = if is_high_first { each - 1 - index } else { index };
            byte |= value << (at * width);
        }
        out.push(byte);
    }
    Ok(())
}

/// Quoted-printable text in lines of about a number of letters.
fn quoted(text: &[u8], width: usize, out: &mut Vec<u8>) {
    let mut length = 0;
    let mut before = None;
    for byte in text {
        if (*byte > 126) || (*byte < 32 && !matches!(byte, b'\n' | b'\t')) || *byte == b'=' {
            out.extend(format!("={byte:02X}").into_bytes());
            length += 3;
            before = None;
        } else if *byte == b'\n' {
            if matches!(before, Some(b' ' | b'\t')) {
                out.extend(b"=\n");
            }
            out.push(*byte);
            length = 0;
            before = Some(*byte);
        } else {
            out.push(*byte);
            length += 1;
            before = Some(*byte);
        }
        if length > width {
            out.extend(b"=\n");
            length = 0;
            before = Some(b'\n');
        }
    }
    if length > 0 {
        out.extend(b"=\n");
    }
}
