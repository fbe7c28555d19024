//! `base64`, `convert_base`, `fqdn_uuid` and `to_bytes`: texts that stand for something else.

use values::{Value, binary};

use crate::core::{digest, fqdn_rand};
use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) fn base64(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return Err(Failure::plain(format!("base64(): Wrong number of arguments ({count}; must be >= 2)")));
    }
    let action = call.text(0);
    if !matches!(action, "encode" | "decode") {
        return Err(Failure::plain("base64(): the first argument must be one of 'encode' or 'decode'"));
    }
    let Value::String(text) = call.at(1) else {
        return Err(Failure::plain("base64(): the second argument must be a string to base64"));
    };
    let method = call.get(2).map_or("default", |it| it.as_str().unwrap_or_default());
    let decoded = match (action, method) {
        ("encode", "default") => return Ok(Value::from(binary::encode_lines(text.as_bytes()))),
        ("encode", "strict") => return Ok(Value::from(binary::encode(text.as_bytes()))),
        ("encode", "urlsafe") => return Ok(Value::from(binary::encode_url(text.as_bytes()))),
        (_, "default") => Ok(binary::decode_lenient(text)),
        (_, "strict") => binary::decode(text),
        (_, "urlsafe") => binary::decode_url(text),
        _ => return Err(Failure::plain("base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'")),
    };
    let bytes = decoded.map_err(|_| Failure::plain("invalid base64"))?;
    Ok(Value::from(String::from_utf8_lossy(&bytes).into_owned()))
}

pub(super) fn convert_base(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let number = |value: &Value, which: &str| match value {
        Value::Integer(it) => Ok(*it),
        Value::String(text) if text.split('\n').any(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())) => {
            Ok(ruby::to_i(text))
        }
        Value::String(_) => {
            let message = "convert_base(): First argument must be an integer or a string corresponding to an integer in base 10";
            Err(Failure::plain(message))
        }
        _ => Err(Failure::plain(format!("convert_base(): {which} argument must be either a string or an integer"))),
    };
    let (value, base) = (number(call.at(0), "First")?, number(call.at(1), "Second")?);
    let Some(base) = u64::try_from(base).ok().filter(|it| (2..=36).contains(it)) else {
        return Err(Failure::plain("convert_base(): base must be at least 2 and must not be greater than 36"));
    };
    let mut rest = value.unsigned_abs();
    let mut digits = Vec::new();
    while rest > 0 || digits.is_empty() {
        digits.push(char::from_digit(u32::try_from(rest % base).unwrap_or(0), 36).unwrap_or('0'));
        rest /= base;
    }
    digits.extend((value < 0).then_some('-'));
    Ok(Value::from(digits.into_iter().rev().collect::<String>()))
}

/// The namespace of names in the DNS, which every such identifier begins with.
const DNS: [u8; 16] = [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

pub(super) fn fqdn_uuid(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let name = match call.arguments {
        [] => return Err(Failure::plain("fqdn_uuid: No arguments given")),
        [name] => name,
        many => return Err(Failure::plain(format!("fqdn_uuid: Too many arguments given ({})", many.len()))),
    };
    let Value::String(name) = name else { return Err(digest::no_conversion(name)) };
    let mut bytes = digest::sha1_of(&[&DNS, name.as_bytes()].concat());
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = digest::hexadecimal(&bytes[..16]);
    Ok(Value::from([&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")))
}

pub(super) fn to_bytes(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let [value] = call.arguments else {
        return Err(Failure::plain(format!("to_bytes(): Wrong number of arguments given ({} for 1)", call.arguments.len())));
    };
    let text = match value {
        Value::Integer(_) | Value::Float(_) => return Ok(value.clone()),
        Value::String(text) => &**text,
        // A symbol is matched as its name.
        Value::Default => "default",
        other => return Err(digest::no_conversion(other)),
    };
    let number = text.find(|it: char| !it.is_ascii_digit() && !matches!(it, '.' | 'e' | '+' | '-')).unwrap_or(text.len());
    let (number, rest) = text.split_at(number);
    let prefix = rest.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']).chars().next().filter(|it| !matches!(it, 'b' | 'B'));
    let shift = match prefix {
        None => 0,
        Some('k') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        Some('P') => 50,
        Some('E') => 60,
        Some(other) => return Err(Failure::plain(format!("to_bytes(): Unknown prefix {other}"))),
    };
    #[expect(clippy::cast_precision_loss, reason = "a power of two is exact")]
    let bytes = literals::to_f(number) * (1_u64 << shift) as f64;
    fqdn_rand::to_i(&Value::Float(bytes)).map(Value::Integer)
}
