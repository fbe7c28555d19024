//! `String#unpack`.

use num_bigint::{BigInt, Sign};

use super::pack::{Count, Directive, directives};
use crate::big;
use crate::bytes;
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::stop::Outcome;
use crate::value::{Encoding, Value};

/// `text.unpack(template)`
pub fn unpack(ruby: &mut Ruby<'_>, it: &Value, given: &Args) -> Outcome {
    if given.block.is_some() {
        return ruby.not_covered("String#unpack with a block");
    }
    let template = ruby.needs_text(&given.at(0))?;
    let all = ruby.needs_bytes(it)?;
    let mut at = 0;
    let mut items = Vec::new();
    for directive in directives(ruby, &template)? {
        let rest = all.get(at..).unwrap_or_default();
        if let Some((width, is_signed, is_big_endian)) = directive.integer() {
            let there = rest.len() / width;
            let wanted = directive.count.number().unwrap_or(there);
            for part in rest.chunks_exact(width).take(wanted) {
                ruby.spend(1)?;
                let mut part = part.to_vec();
                if is_big_endian {
                    part.reverse();
                }
                let number = if is_signed { BigInt::from_signed_bytes_le(&part) } else { BigInt::from_bytes_le(Sign::Plus, &part) };
                items.push(big::integer(ruby, number)?);
            }
            at += width * wanted.min(there);
            // What is missing is nil.
            ruby.spend(wanted.saturating_sub(there) as u64)?;
            items.extend((there..wanted).map(|_| Value::Nil));
            continue;
        }
        match directive.letter {
            'a' | 'A' | 'Z' => at += text(ruby, rest, directive, &mut items)?,
            'B' | 'b' | 'H' | 'h' => at += digits(ruby, rest, directive, &mut items)?,
            'U' => {
                let Ok(text) = std::str::from_utf8(rest) else { return ruby.not_covered("unpack of what is no UTF-8") };
                for character in text.chars().take(directive.count.number().unwrap_or(usize::MAX)) {
                    ruby.spend(1)?;
                    items.push(Value::Integer(i64::from(u32::from(character))));
                    at += character.len_utf8();
                }
            }
            'w' => {
                let mut number: u64 = 0;
                let mut wanted = directive.count.number().unwrap_or(usize::MAX);
                for byte in rest {
                    if wanted == 0 {
                        break;
                    }
                    ruby.spend(1)?;
                    if number >> 56 != 0 {
                        return ruby.not_covered("unpack of such a number");
                    }
                    number = (number << 7) | u64::from(byte & 0x7f);
                    at += 1;
                    if byte & 0x80 == 0 {
                        items.push(big::integer(ruby, BigInt::from(number))?);
                        number = 0;
                        wanted -= 1;
                    }
                }
            }
            'm' => {
                let decoded = if directive.count == Count::Number(0) {
                    match base64::Engine::decode(&base64::engine::general_purpose::STANDARD, rest) {
                        Ok(it) => it,
                        Err(_) => return ruby.raise("ArgumentError", "invalid base64"),
                    }
                } else {
                    base64(rest)
                };
                items.push(bytes::value(ruby, decoded, Encoding::Binary)?);
                at = all.len();
            }
            'x' => {
                let count = directive.count.number().unwrap_or(rest.len());
                if count > rest.len() {
                    return ruby.raise("ArgumentError", "x outside of string");
                }
                at += count;
            }
            'X' => match at.checked_sub(directive.count.number().unwrap_or(0)) {
                Some(it) => at = it,
                None => return ruby.raise("ArgumentError", "X outside of string"),
            },
            '@' => {
                let place = directive.count.number().unwrap_or(0);
                if place > all.len() {
                    return ruby.raise("ArgumentError", "@ outside of string");
                }
                at = place;
            }
            letter => return ruby.not_covered(format!("unpack with the directive {letter}")),
        }
    }
    Ok(ruby.heap.array(items))
}

fn text(ruby: &mut Ruby<'_>, rest: &[u8], directive: Directive, items: &mut Vec<Value>) -> Outcome<usize> {
    let length = directive.count.number().unwrap_or(rest.len()).min(rest.len());
    let part = rest.get(..length).unwrap_or_default();
    let (part, used) = match directive.letter {
        'A' => {
            let end = part.iter().rposition(|it| !matches!(it, b' ' | 0)).map_or(0, |it| it + 1);
            (part.get(..end).unwrap_or_default(), length)
        }
        'Z' => match part.iter().position(|it| *it == 0) {
            Some(end) => (part.get(..end).unwrap_or_default(), if directive.count == Count::All { end + 1 } else { length }),
            None => (part, length),
        },
        _ => (part, length),
    };
    items.push(bytes::value(ruby, part.to_vec(), Encoding::Binary)?);
    Ok(used)
}

fn digits(ruby: &mut Ruby<'_>, rest: &[u8], directive: Directive, items: &mut Vec<Value>) -> Outcome<usize> {
    let is_hex = matches!(directive.letter, 'H' | 'h');
    let each = if is_hex { 2 } else { 8 };
    let there = rest.len().saturating_mul(each);
    let length = directive.count.number().unwrap_or(there).min(there);
    ruby.spend(length as u64 / 16)?;
    let mut out = String::with_capacity(length);
    for index in 0..length {
        let byte = rest.get(index / each).copied().unwrap_or(0);
        let place = index % each;
        let is_high_first = matches!(directive.letter, 'H' | 'B');
        let at = if is_high_first { each - 1 - place } else { place };
        let digit = if is_hex { (byte >> (at * 4)) & 15 } else { (byte >> at) & 1 };
        out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
    }
    items.push(bytes::value(ruby, out.into_bytes(), Encoding::Ascii)?);
    Ok(length.div_ceil(each))
}

/// Base64 without errors: what is no letter of it is skipped, and padding ends it.
pub fn base64(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bits: u32 = 0;
    let mut count = 0;
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}
