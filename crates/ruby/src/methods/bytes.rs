//! `String` where bytes and encodings count.

use std::rc::Rc;

use super::enumerable::size;
use crate::bytes::{self, encoding_of};
use crate::eval::Ruby;
use crate::invoke::{Args, Method, open, row};
use crate::stop::{Outcome, Stop};
use crate::value::{Encoding, Value};

pub const METHODS: &[Method] = &[
    row("*", 1, 1, |ruby, it, given| {
        let count = ruby.needs_integer(&given.at(0))?;
        let Ok(count) = usize::try_from(count) else { return ruby.raise("ArgumentError", "negative argument") };
        let bytes = receiver(ruby, it)?;
        if bytes.len().saturating_mul(count) > ruby.limits.memory {
            return Err(Stop::Limit(crate::Limit::Memory));
        }
        bytes::value(ruby, bytes.repeat(count), encoding_of(it))
    }),
    row("+", 1, 1, |ruby, it, given| ruby.joined(it, &given.at(0))),
    row("<<", 1, 1, |ruby, it, given| {
        let Value::Bytes(own) = it else { return ruby.not_covered("String#<<") };
        if own.frozen.get() {
            let shown = ruby.inspect(it)?;
            return ruby.raise("FrozenError", format!("can't modify frozen String: {shown}"));
        }
        let more = match given.at(0) {
            Value::Integer(byte) if own.encoding == Encoding::Binary => match u8::try_from(byte) {
                Ok(byte) => vec![byte],
                Err(_) => return ruby.raise("RangeError", format!("{byte} out of char range")),
            },
            other => {
                let more = ruby.needs_bytes(&other)?;
                let same = encoding_of(&other) == own.encoding || more.is_ascii();
                if !same && !own.get().is_ascii() {
                    ruby.joined(it, &other)?;
                }
                if !same || own.encoding != Encoding::Binary {
                    return ruby.not_covered("a string that changes its encoding");
                }
                more
            }
        };
        let mut all = own.get().to_vec();
        all.extend(&more);
        ruby.spend(all.len() as u64 / 64)?;
        ruby.heap.count(more.len());
        own.set(all);
        Ok(it.clone())
    }),
    row("==", 1, 1, |ruby, it, given| Ok(Value::Boolean(ruby.equal(it, &given.at(0))?))),
    row("===", 1, 1, |ruby, it, given| Ok(Value::Boolean(ruby.equal(it, &given.at(0))?))),
    row("[]", 1, 2, at),
    row("slice", 1, 2, at),
    row("ascii_only?", 0, 0, |ruby, it, _| {
        let is_ascii = receiver(ruby, it)?.is_ascii() && encoding_of(it).is_ascii_compatible();
        Ok(Value::Boolean(is_ascii))
    }),
    row("b", 0, 0, |ruby, it, _| {
        let bytes = receiver(ruby, it)?;
        Ok(bytes::exact(ruby, bytes, Encoding::Binary))
    }),
    row("bytes", 0, 0, |ruby, it, _| {
        let bytes = receiver(ruby, it)?;
        ruby.spend(bytes.len() as u64 / 8)?;
        Ok(ruby.heap.array(bytes.into_iter().map(|it| Value::Integer(i64::from(it))).collect()))
    }),
    row("bytesize", 0, 0, |ruby, it, _| Ok(Value::Integer(size(receiver(ruby, it)?.len())))),
    row("byteslice", 1, 2, |ruby, it, given| match part(ruby, it, given, "byteslice")? {
        Some(part) => bytes::value(ruby, part, encoding_of(it)),
        None => Ok(Value::Nil),
    }),
    row("crypt", 1, 1, super::hashes::crypt),
    row("each_byte", 0, 0, |ruby, it, given| {
        let block = ruby.needs_block(given)?;
        for byte in receiver(ruby, it)? {
            ruby.yield_one(&block, Value::Integer(i64::from(byte)))?;
        }
        Ok(it.clone())
    }),
    row("empty?", 0, 0, |ruby, it, _| Ok(Value::Boolean(receiver(ruby, it)?.is_empty()))),
    open("encode", 0, encode),
    row("encoding", 0, 0, |ruby, it, _| {
        let encoding = match it {
            Value::String(text) if !text.is_utf8.get() && text.get().is_ascii() => {
                return ruby.not_covered("the encoding of a text that is ASCII");
            }
            other => encoding_of(other),
        };
        let name = match encoding {
            Encoding::Ascii => "Encoding::US_ASCII",
            Encoding::Binary => "Encoding::ASCII_8BIT",
            Encoding::Latin1 => "Encoding::ISO_8859_1",
            Encoding::Utf8 => "Encoding::UTF_8",
            Encoding::Utf16Be => "Encoding::UTF_16BE",
            Encoding::Utf16Le => "Encoding::UTF_16LE",
        };
        match ruby.find_constant(name) {
            Some(it) => Ok(it),
            None => ruby.not_covered("String#encoding"),
        }
    }),
    row("force_encoding", 1, 1, force_encoding),
    row("getbyte", 1, 1, |ruby, it, given| {
        let at = ruby.needs_integer(&given.at(0))?;
        let bytes = receiver(ruby, it)?;
        let at = if at < 0 { at.saturating_add(size(bytes.len())) } else { at };
        Ok(usize::try_from(at).ok().and_then(|it| bytes.get(it)).map_or(Value::Nil, |it| Value::Integer(i64::from(*it))))
    }),
    row("inspect", 0, 0, |ruby, it, _| {
        let text = ruby.inspect(it)?;
        Ok(ruby.heap.text(text))
    }),
    row("length", 0, 0, length),
    row("size", 0, 0, length),
    row("ord", 0, 0, |ruby, it, _| match (receiver(ruby, it)?.first(), encoding_of(it)) {
        (Some(byte), Encoding::Binary) => Ok(Value::Integer(i64::from(*byte))),
        (None, _) => ruby.raise("ArgumentError", "empty string"),
        _ => ruby.not_covered("String#ord of such a string"),
    }),
    row("reverse", 0, 0, |ruby, it, _| {
        if encoding_of(it) != Encoding::Binary {
            return ruby.not_covered("String#reverse of such a string");
        }
        let mut bytes = receiver(ruby, it)?;
        bytes.reverse();
        bytes::value(ruby, bytes, Encoding::Binary)
    }),
    row("scrub", 0, 1, |ruby, it, given| {
        if let Some(block) = &given.block {
            let block = block.clone();
            return scrubbed(ruby, it, &mut |ruby, invalid| {
                let invalid = bytes::exact(ruby, invalid.to_vec(), Encoding::Utf8);
                let text = ruby.yield_one(&block, invalid)?;
                ruby.needs_text(&text)
            });
        }
        let by: Rc<str> = match given.at(0) {
            Value::Nil => "\u{fffd}".into(),
            other => ruby.needs_text(&other)?,
        };
        scrubbed(ruby, it, &mut |_, _| Ok(by.clone()))
    }),
    row("sum", 0, 1, |ruby, it, given| {
        let bits = match given.get(0) {
            None => 16,
            Some(bits) => ruby.needs_integer(bits)?,
        };
        let sum = receiver(ruby, it)?.into_iter().map(i64::from).sum::<i64>();
        Ok(Value::Integer(if matches!(bits, 1..=62) { sum & ((1 << bits) - 1) } else { sum }))
    }),
    row("to_s", 0, 0, |_, it, _| Ok(it.clone())),
    row("to_str", 0, 0, |_, it, _| Ok(it.clone())),
    row("unpack", 1, 1, super::unpack::unpack),
    row("unpack1", 1, 1, |ruby, it, given| match super::unpack::unpack(ruby, it, given)? {
        Value::Array(all) => Ok(all.get(0).unwrap_or(Value::Nil)),
        other => Ok(other),
    }),
    row("valid_encoding?", 0, 0, |ruby, it, _| match encoding_of(it) {
        Encoding::Binary | Encoding::Latin1 => Ok(Value::Boolean(true)),
        Encoding::Utf8 => Ok(Value::Boolean(matches!(it, Value::String(_)))),
        _ => ruby.not_covered("String#valid_encoding? of such a string"),
    }),
];

/// Methods of every value, for strings that are no text in UTF-8.
pub const OWN: &[Method] = &[
    row("!=", 1, 1, |ruby, it, given| Ok(Value::Boolean(!ruby.equal(it, &given.at(0))?))),
    row("<=>", 1, 1, |ruby, it, given| {
        Ok(match ruby.compare(it, &given.at(0))? {
            Some(order) => Value::Integer(order as i64),
            None => Value::Nil,
        })
    }),
    row("class", 0, 0, |_, _, _| Ok(Value::Class("String".into()))),
    row("dup", 0, 0, super::object::DUP),
    row("freeze", 0, 0, |_, it, _| {
        if let Value::Bytes(it) = it {
            it.freeze();
        }
        Ok(it.clone())
    }),
    row("is_a?", 1, 1, super::object::IS_A),
    row("kind_of?", 1, 1, super::object::IS_A),
    row("nil?", 0, 0, |_, _, _| Ok(Value::Boolean(false))),
];

fn receiver(ruby: &mut Ruby<'_>, it: &Value) -> Outcome<Vec<u8>> {
    ruby.needs_bytes(it)
}

fn length(ruby: &mut Ruby<'_>, it: &Value, _: &Args) -> Outcome {
    let bytes = receiver(ruby, it)?;
    match encoding_of(it) {
        Encoding::Binary | Encoding::Latin1 | Encoding::Ascii => Ok(Value::Integer(size(bytes.len()))),
        _ => ruby.not_covered("the length of such a string"),
    }
}

/// The bytes that an index, a range or a start and a length mean.
fn part(ruby: &mut Ruby<'_>, it: &Value, given: &Args, name: &str) -> Outcome<Option<Vec<u8>>> {
    let bytes = receiver(ruby, it)?;
    let length = size(bytes.len());
    let (start, count) = match (given.at(0), given.get(1)) {
        (Value::Integer(start), None) => (start, 1),
        (Value::Integer(start), Some(count)) => (start, ruby.needs_integer(count)?),
        (Value::Range(range), None) => {
            let from = if range.from.is_nil() { 0 } else { ruby.needs_integer(&range.from)? };
            let to = if range.to.is_nil() { -1 } else { ruby.needs_integer(&range.to)? };
            let from = if from < 0 { from + length } else { from };
            let to = if to < 0 { to + length } else { to } + i64::from(!range.exclusive || range.to.is_nil());
            if from < 0 {
                return Ok(None);
            }
            (from, (to - from).max(0))
        }
        _ => return ruby.not_covered(format!("String#{name} of such an index")),
    };
    let from = if start < 0 { start.saturating_add(length) } else { start };
    let (Ok(from), Ok(count)) = (usize::try_from(from), usize::try_from(count)) else { return Ok(None) };
    let is_one = given.list.len() == 1 && matches!(given.at(0), Value::Integer(_));
    if from > bytes.len() || (is_one && from == bytes.len()) {
        return Ok(None);
    }
    Ok(bytes.get(from..from.saturating_add(count).min(bytes.len())).map(<[u8]>::to_vec))
}

/// `bytes[1, 2]` of a string whose characters are bytes.
fn at(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    if encoding_of(it) != Encoding::Binary {
        return ruby.not_covered("a part of a string that is no UTF-8");
    }
    match part(ruby, it, given, "[]")? {
        Some(part) => bytes::value(ruby, part, Encoding::Binary),
        None => Ok(Value::Nil),
    }
}

fn force_encoding(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let encoding = ruby.encoding(&given.at(0))?;
    let is_alone = match it {
        Value::String(text) => {
            super::string::change_check(ruby, it)?;
            if encoding == Encoding::Utf8 {
                text.set_utf8();
                return Ok(it.clone());
            }
            Rc::strong_count(text) == 1
        }
        Value::Bytes(own) => {
            if own.frozen.get() {
                let shown = ruby.inspect(it)?;
                return ruby.raise("FrozenError", format!("can't modify frozen String: {shown}"));
            }
            if own.encoding == encoding {
                return Ok(it.clone());
            }
            Rc::strong_count(own) == 1
        }
        _ => false,
    };
    // Another encoding is another value here, which a variable would not get.
    if !is_alone {
        return ruby.not_covered("force_encoding of a string that something else holds");
    }
    let bytes = receiver(ruby, it)?;
    if encoding == Encoding::Utf8 {
        return bytes::value(ruby, bytes, encoding);
    }
    Ok(bytes::exact(ruby, bytes, encoding))
}

/// Text for bytes that are none.
type Replacement<'r> = &'r mut dyn FnMut(&mut Ruby<'_>, &[u8]) -> Outcome<Rc<str>>;

fn scrubbed(ruby: &mut Ruby<'_>, it: &Value, replace: Replacement<'_>) -> Outcome {
    let Value::Bytes(own) = it else {
        return super::object::DUP(ruby, it, &Args::default());
    };
    match own.encoding {
        Encoding::Binary | Encoding::Latin1 => return super::object::DUP(ruby, it, &Args::default()),
        Encoding::Utf8 => {}
        _ => return ruby.not_covered("String#scrub of such a string"),
    }
    let bytes = own.get();
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        ruby.spend(1)?;
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push_str(&replace(ruby, chunk.invalid())?);
        }
    }
    Ok(ruby.heap.utf8(text))
}

/// Replacements of `encode` for characters that the encoding lacks, and for bytes that are none.
#[derive(Default)]
struct Replace {
    invalid: bool,
    undefined: bool,
    by: Option<Rc<str>>,
}

fn encode(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    let mut list = given.list.clone();
    let mut replace = Replace::default();
    if given.keywords
        && let Some(Value::Hash(options)) = list.pop()
    {
        for (key, value) in options.pairs() {
            let is_replace = matches!(&value, Value::Symbol(it) if &**it == "replace");
            match &key {
                Value::Symbol(it) if &**it == "invalid" && (is_replace || value.is_nil()) => replace.invalid = is_replace,
                Value::Symbol(it) if &**it == "undef" && (is_replace || value.is_nil()) => replace.undefined = is_replace,
                Value::Symbol(it) if &**it == "replace" => replace.by = Some(ruby.needs_text(&value)?),
                _ => return ruby.not_covered("such options of String#encode"),
            }
        }
    }
    let to = match list.first() {
        Some(name) => ruby.encoding(name)?,
        None => Encoding::Utf8,
    };
    let from = match list.get(1) {
        Some(name) => ruby.encoding(name)?,
        None => encoding_of(it),
    };
    let bytes = receiver(ruby, it)?;
    ruby.spend(bytes.len() as u64 / 8)?;
    if from == to {
        if to == Encoding::Utf8 && replace.invalid && matches!(it, Value::Bytes(_)) {
            let by = replace.by.unwrap_or_else(|| "\u{fffd}".into());
            return scrubbed(ruby, it, &mut |_, _| Ok(by.clone()));
        }
        return bytes::value(ruby, bytes, to);
    }
    let text = decoded(ruby, &bytes, from, to, &replace)?;
    let mut out = Vec::with_capacity(text.len());
    for character in text.chars() {
        let code = u32::from(character);
        let fits = match to {
            Encoding::Utf8 | Encoding::Utf16Be | Encoding::Utf16Le => true,
            Encoding::Ascii | Encoding::Binary => code < 0x80,
            Encoding::Latin1 => code < 0x100,
        };
        if !fits {
            if !replace.undefined {
                let message = format!(
                    "U+{code:04X} from {} to {}",
                    if from == Encoding::Utf8 { "UTF-8" } else { return ruby.not_covered("such an error of String#encode") },
                    to.name()
                );
                return ruby.raise("Encoding::UndefinedConversionError", message);
            }
            let by = replace.by.clone().unwrap_or_else(|| "?".into());
            if !by.is_ascii() {
                return ruby.not_covered("String#encode with such a replacement");
            }
            out.extend(by.as_bytes());
            continue;
        }
        let mut units = [0; 2];
        match to {
            Encoding::Utf8 => out.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Encoding::Utf16Be => out.extend(character.encode_utf16(&mut units).iter().flat_map(|it| it.to_be_bytes())),
            Encoding::Utf16Le => out.extend(character.encode_utf16(&mut units).iter().flat_map(|it| it.to_le_bytes())),
            _ => out.push(u8::try_from(code).unwrap_or(b'?')),
        }
    }
    bytes::value(ruby, out, to)
}

/// The characters of bytes.
fn decoded(ruby: &mut Ruby<'_>, bytes: &[u8], from: Encoding, to: Encoding, replace: &Replace) -> Outcome<String> {
    let unicode = matches!(to, Encoding::Utf8 | Encoding::Utf16Be | Encoding::Utf16Le);
    let by: Rc<str> = replace.by.clone().unwrap_or_else(|| if unicode { "\u{fffd}" } else { "?" }.into());
    let mut text = String::new();
    match from {
        Encoding::Latin1 => text.extend(bytes.iter().map(|it| char::from(*it))),
        Encoding::Ascii | Encoding::Binary => {
            for byte in bytes {
                match byte {
                    byte if byte.is_ascii() => text.push(char::from(*byte)),
                    // Of bytes that mean nothing Ruby says that they are undefined, of those that ASCII lacks that they are invalid.
                    _ if from == Encoding::Binary && replace.undefined => text.push_str(&by),
                    _ if from == Encoding::Ascii && replace.invalid => text.push_str(&by),
                    byte if from == Encoding::Binary && to == Encoding::Utf8 => {
                        let message = format!("\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8");
                        return ruby.raise("Encoding::UndefinedConversionError", message);
                    }
                    _ => return ruby.not_covered("such an error of String#encode"),
                }
            }
        }
        Encoding::Utf8 => {
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                if !chunk.invalid().is_empty() {
                    if !replace.invalid {
                        return ruby.not_covered("String#encode of what is no UTF-8");
                    }
                    text.push_str(&by);
                }
            }
        }
        Encoding::Utf16Be | Encoding::Utf16Le => {
            let units: Vec<u16> = bytes
                .chunks(2)
                .map(|it| match it {
                    [a, b] if from == Encoding::Utf16Be => u16::from_be_bytes([*a, *b]),
                    [a, b] => u16::from_le_bytes([*a, *b]),
                    _ => 0xD800,
                })
                .collect();
            match String::from_utf16(&units) {
                Ok(it) => text = it,
                Err(_) => return ruby.not_covered("String#encode of what is no UTF-16"),
            }
        }
    }
    Ok(text)
}
