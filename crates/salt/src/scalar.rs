//! Values of plain scalars: YAML 1.1 as PyYAML resolves it, with Salt's changes.

use crate::value::{Key, Str, Value};

/// The tags that a scalar may have, by PyYAML's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Null,
    Bool,
    Int,
    Float,
    Str,
    Merge,
    /// `=`
    Default,
    Timestamp,
}

/// Returns the tag of a plain scalar.
pub fn resolve(text: &str) -> Tag {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Tag::Null,
        "<<" => return Tag::Merge,
        "=" => return Tag::Default,
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE" | "on" | "On" | "ON"
        | "off" | "Off" | "OFF" => return Tag::Bool,
        _ => {}
    }
    let bytes = text.as_bytes();
    if !matches!(bytes.first(), Some(b'-' | b'+' | b'0'..=b'9' | b'.')) {
        return Tag::Str;
    }
    if is_float(bytes) {
        Tag::Float
    } else if is_int(bytes) {
        Tag::Int
    } else {
        Tag::Str
    }
}

fn unsigned(text: &[u8]) -> &[u8] {
    match text {
        [b'-' | b'+', rest @ ..] => rest,
        all => all,
    }
}

fn all(text: &[u8], test: impl Fn(u8) -> bool) -> bool {
    text.iter().all(|it| test(*it))
}

fn is_digit(it: u8) -> bool {
    it.is_ascii_digit() || it == b'_'
}

fn is_int(text: &[u8]) -> bool {
    match unsigned(text) {
        [] => false,
        [b'0'] => true,
        [b'0', b'b', rest @ ..] => !rest.is_empty() && all(rest, |it| matches!(it, b'0' | b'1' | b'_')),
        [b'0', b'x', rest @ ..] => !rest.is_empty() && all(rest, |it| it.is_ascii_hexdigit() || it == b'_'),
        [b'0', rest @ ..] => all(rest, |it| matches!(it, b'0'..=b'7' | b'_')),
        [b'1'..=b'9', rest @ ..] => {
            let end = rest.iter().position(|it| !is_digit(*it)).unwrap_or(rest.len());
            is_sixties(rest.get(end..).unwrap_or_default()).is_some_and(<[u8]>::is_empty)
        }
        _ => false,
    }
}

/// Reads the next part of a number of base 60: a colon and one or two digits. None if a part is no such number.
fn is_sixties(mut text: &[u8]) -> Option<&[u8]> {
    while let [b':', rest @ ..] = text {
        text = match rest {
            [b'0'..=b'5', b'0'..=b'9', rest @ ..] | [b'0'..=b'9', rest @ ..] => rest,
            _ => return None,
        };
    }
    Some(text)
}

fn is_exponent(text: &[u8]) -> bool {
    match text {
        [] => true,
        [b'e' | b'E', b'-' | b'+', rest @ ..] => !rest.is_empty() && all(rest, |it| it.is_ascii_digit()),
        _ => false,
    }
}

fn is_float(text: &[u8]) -> bool {
    if matches!(text, b".nan" | b".NaN" | b".NAN") {
        return true;
    }
    let number = unsigned(text);
    if matches!(number, b".inf" | b".Inf" | b".INF") {
        return true;
    }
    let after = |text: &[u8]| text.iter().position(|it| !is_digit(*it)).unwrap_or(text.len());
    // Only this form may have no sign.
    if let [b'.', rest @ ..] = text {
        return rest.first().is_some_and(u8::is_ascii_digit) && is_exponent(rest.get(after(rest)..).unwrap_or_default());
    }
    if !number.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    match number.get(after(number)..).unwrap_or_default() {
        [b'.', rest @ ..] => is_exponent(rest.get(after(rest)..).unwrap_or_default()),
        rest @ [b':', ..] => match is_sixties(rest) {
            Some([b'.', rest @ ..]) => all(rest, is_digit),
            _ => false,
        },
        _ => false,
    }
}

/// Returns the value of a scalar with a tag; none if Python refuses it.
pub fn value(tag: Tag, text: &Str) -> Option<Value> {
    match tag {
        Tag::Str | Tag::Merge | Tag::Default | Tag::Timestamp => Some(Value::Str(text.clone())),
        other => unlike_text(other, text),
    }
}

/// Returns the value of a scalar whose tag makes something else of it than a text.
fn unlike_text(tag: Tag, text: &str) -> Option<Value> {
    Some(match tag {
        Tag::Null => Value::Null,
        Tag::Bool => match text.to_lowercase().as_str() {
            "yes" | "true" | "on" => Value::Bool(true),
            "no" | "false" | "off" => Value::Bool(false),
            _ => return None,
        },
        Tag::Int => int(text)?,
        Tag::Float => Value::Float(float(text)?),
        Tag::Str | Tag::Merge | Tag::Default | Tag::Timestamp => return None,
    })
}

/// Returns the key that a step of a path may name, besides the text itself.
pub fn step(text: &str) -> Option<Key> {
    let key = unlike_text(resolve(text), text)?.to_key()?;
    matches!(key, Key::Null | Key::Bool(_) | Key::Int(_) | Key::Float(_)).then_some(key)
}

fn int(text: &str) -> Option<Value> {
    // Salt takes zeros away that stand before a number, where no sign does.
    let text = if text != "0" && text.starts_with('0') && !text.starts_with("0b") && !text.starts_with("0x") {
        match text.trim_start_matches('0') {
            "" => "0",
            rest => rest,
        }
    } else {
        text
    };
    let plain = text.replace('_', "");
    let (negative, digits) = match plain.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let signed = |it: i128| if negative { -it } else { it };
    let radix = |digits: &str, radix: u32| i128::from_str_radix(digits, radix).ok();
    let number = if let Some(rest) = digits.strip_prefix("0b") {
        radix(rest, 2)?
    } else if let Some(rest) = digits.strip_prefix("0x") {
        radix(rest, 16)?
    } else if digits.len() > 1 && digits.starts_with('0') {
        radix(digits, 8)?
    } else if digits.contains(':') {
        digits.split(':').try_fold(0_i128, |sum, part| sum.checked_mul(60)?.checked_add(part.parse().ok()?))?
    } else {
        match digits.parse::<i128>() {
            Ok(number) => number,
            Err(_) if !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) => {
                return Some(Value::Big(format!("{}{digits}", if negative { "-" } else { "" }).into()));
            }
            Err(_) => return None,
        }
    };
    let number = signed(number);
    Some(i64::try_from(number).map_or_else(|_| Value::Big(number.to_string().into()), Value::Int))
}

fn float(text: &str) -> Option<f64> {
    let plain = text.replace('_', "").to_lowercase();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let number = match digits {
        ".inf" => f64::INFINITY,
        ".nan" => f64::NAN,
        sixties if sixties.contains(':') => {
            sixties.split(':').try_fold(0.0_f64, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))?
        }
        digits => digits.parse().ok()?,
    };
    Some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Value> {
        value(resolve(text), &text.into())
    }

    #[test]
    fn scalars_mean_what_salt_says() {
        for (text, expected) in [
            ("yes", "Bool(true)"),
            ("y", "Str(\"y\")"),
            ("none", "Str(\"none\")"),
            ("~", "Null"),
            ("0644", "Int(644)"),
            ("0o644", "Str(\"0o644\")"),
            ("1_000", "Int(1000)"),
            ("0x10", "Int(16)"),
            ("1e3", "Str(\"1e3\")"),
            ("1.0e+3", "Float(1000.0)"),
            ("12:30:45", "Int(45045)"),
            ("2024-01-01", "Str(\"2024-01-01\")"),
            ("1.10", "Float(1.1)"),
            ("-0644", "Int(-420)"),
            ("00", "Int(0)"),
            ("1.2.3", "Str(\"1.2.3\")"),
            ("12:99", "Str(\"12:99\")"),
            (".5", "Float(0.5)"),
            ("-.5", "Str(\"-.5\")"),
            ("-.inf", "Float(-inf)"),
            ("08", "Str(\"08\")"),
            ("99999999999999999999", "Big(\"99999999999999999999\")"),
        ] {
            assert_eq!(format!("{:?}", read(text).unwrap()), expected, "{text}");
        }
    }
}
