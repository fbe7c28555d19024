//! `str.format`, as the sandbox has it.

use literals::python_float;

use super::MAX_WIDTH;
use super::spec::{self, Padding};
use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::{Renderer, text_like};
use crate::filters::escape;
use crate::number::to_float;
use crate::value::{Args, Number, Str, Value, format_general, repr_str, work};

pub(crate) fn format(r: &mut Renderer<'_>, text: &Str, args: &Args) -> Outcome {
    let mut numbering = Numbering::None;
    let out = Formatter { r, args, escapes: text.is_safe() }.format(text, &mut numbering, 2)?;
    Ok(text_like(text, &out))
}

const UNMATCHED: &str = "unmatched '{' in format spec";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    None,
    Automatic(usize),
    Manual,
}

struct Formatter<'r, 'h, 'a> {
    r: &'r mut Renderer<'h>,
    args: &'a Args,
    escapes: bool,
}

impl Formatter<'_, '_, '_> {
    fn format(&mut self, text: &str, numbering: &mut Numbering, depth: u32) -> Outcome<String> {
        if depth == 0 {
            return Err(Error::value_error("Max string recursion exceeded"));
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            out.push_str(rest.get(..at).unwrap_or(""));
            let mark = rest.as_bytes().get(at).copied();
            rest = rest.get(at + 1..).unwrap_or("");
            if rest.as_bytes().first().copied() == mark {
                out.extend(mark.map(char::from));
                rest = rest.get(1..).unwrap_or("");
                continue;
            }
            if mark == Some(b'}') {
                return Err(Error::value_error("Single '}' encountered in format string"));
            }
            if rest.is_empty() {
                return Err(Error::value_error("Single '{' encountered in format string"));
            }
            let mut open = 1;
            let mut bracket = false;
            let end = rest.char_indices().find(|(_, c)| {
                match c {
                    '[' => bracket = true,
                    ']' => bracket = false,
                    '{' if !bracket => open += 1,
                    '}' if !bracket => open -= 1,
                    _ => {}
                }
                open == 0
            });
            let Some((end, _)) = end else {
                let in_name = rest.split([':', '!']).next().is_some_and(|it| it.contains('{'));
                if in_name {
                    return Err(Error::value_error("unexpected '{' in field name"));
                }
                let message = if rest.contains([':', '!']) { UNMATCHED } else { "expected '}' before end of string" };
                return Err(Error::value_error(message));
            };
            let field = rest.get(..end).unwrap_or("");
            rest = rest.get(end + 1..).unwrap_or("");
            let printed = self.field(field, numbering, depth)?;
            out.push_str(&printed);
            self.r.charge_added(out.len(), printed.len())?;
        }
        out.push_str(rest);
        Ok(out)
    }

    fn field(&mut self, field: &str, numbering: &mut Numbering, depth: u32) -> Outcome<String> {
        let mut bracket = false;
        let split = field.char_indices().find(|(_, c)| {
            match c {
                '[' => bracket = true,
                ']' => bracket = false,
                _ => {}
            }
            !bracket && matches!(c, ':' | '!')
        });
        let (name, after) = match split {
            Some((at, _)) => (field.get(..at).unwrap_or(""), field.get(at..).unwrap_or("")),
            None => (field, ""),
        };
        let (conversion, format_spec) = match after.strip_prefix('!') {
            None => (None, after.strip_prefix(':').unwrap_or("")),
            Some(after) => {
                let mut chars = after.chars();
                let Some(conversion) = chars.next() else {
                    return Err(Error::value_error(UNMATCHED));
                };
                let format_spec = match chars.as_str() {
                    "" => "",
                    rest => match rest.strip_prefix(':') {
                        Some(format_spec) => format_spec,
                        None => return Err(Error::value_error("expected ':' after conversion specifier")),
                    },
                };
                (Some(conversion), format_spec)
            }
        };
        let mut value = self.value(name, numbering)?;
        match conversion {
            None => {}
            Some('s') => value = Value::Str(value.text()?),
            Some('r') => value = Value::str(value.repr()?),
            Some('a') if value.repr()?.is_ascii() => value = Value::str(value.repr()?),
            Some('a') => return Err(Error::not_covered("the conversion !a of such a text")),
            Some(other) => return Err(Error::value_error(format!("Unknown conversion specifier {other}"))),
        }
        let format_spec =
            if format_spec.contains(['{', '}']) { self.format(format_spec, numbering, depth - 1)? } else { format_spec.to_owned() };
        let text = format_value(&value, &format_spec)?;
        let is_safe = matches!(&value, Value::Str(text) if text.is_safe());
        Ok(if self.escapes && !is_safe { escape(&text) } else { text })
    }

    fn value(&mut self, name: &str, numbering: &mut Numbering) -> Outcome {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (first, mut rest) = name.split_at(end);
        let index = if name.is_empty() {
            match numbering {
                Numbering::Manual => {
                    return Err(Error::value_error("cannot switch from manual field specification to automatic field numbering"));
                }
                Numbering::Automatic(next) => {
                    *next += 1;
                    Some(*next - 1)
                }
                Numbering::None => {
                    *numbering = Numbering::Automatic(1);
                    Some(0)
                }
            }
        } else if !first.is_empty() && first.bytes().all(|it| it.is_ascii_digit()) {
            if matches!(numbering, Numbering::Automatic(_)) {
                return Err(Error::value_error("cannot switch from manual field specification to automatic field numbering"));
            }
            *numbering = Numbering::Manual;
            Some(first.parse().unwrap_or(usize::MAX))
        } else {
            None
        };
        let mut value = match index {
            Some(index) => self
                .args
                .positional
                .get(index)
                .cloned()
                .ok_or_else(|| Error::new(ErrorKind::Python("IndexError"), "tuple index out of range"))?,
            None => {
                let found = self.args.named.iter().find(|it| &*it.0 == first).map(|it| it.1.clone());
                found.ok_or_else(|| Error::new(ErrorKind::Python("KeyError"), repr_str(first)))?
            }
        };
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('.') {
                let end = after.find(['.', '[']).unwrap_or(after.len());
                let (attribute, others) = after.split_at(end);
                if attribute.is_empty() {
                    return Err(Error::value_error("Empty attribute in format string"));
                }
                value = self.r.get_attribute(&value, attribute)?;
                rest = others;
            } else if let Some((key, others)) = rest.strip_prefix('[').and_then(|it| it.split_once(']')) {
                if key.is_empty() {
                    return Err(Error::value_error("Empty attribute in format string"));
                }
                let key = match key.parse::<i64>() {
                    Ok(number) if key.bytes().all(|it| it.is_ascii_digit()) => Value::Int(number),
                    _ => Value::str(key),
                };
                value = self.r.get_item(&value, &key)?;
                rest = others;
            } else if rest.starts_with('[') {
                return Err(Error::value_error("Missing ']' in format string"));
            } else {
                return Err(Error::value_error("Only '.' or '[' may follow ']' in format field specifier"));
            }
        }
        Ok(value)
    }
}

/// `format(value, spec)`
fn format_value(value: &Value, format_spec: &str) -> Outcome<String> {
    if format_spec.is_empty() {
        return Ok(value.text()?.to_string());
    }
    if value.is_undefined() {
        return Err(Error::type_error(format!("unsupported format string passed to {}.__format__", value.type_name())));
    }
    let mut chars = format_spec.chars().peekable();
    let mut padding = Padding { fill: ' ', ..Padding::default() };
    let is_align = |c: char| matches!(c, '<' | '>' | '=' | '^');
    let second = format_spec.chars().nth(1);
    if second.is_some_and(is_align) {
        padding.fill = chars.next().unwrap_or(' ');
        padding.align = chars.next();
    } else if chars.peek().is_some_and(|it| is_align(*it)) {
        padding.align = chars.next();
    }
    padding.sign = chars.next_if(|it| matches!(it, '+' | '-' | ' '));
    padding.alternate = chars.next_if(|it| *it == '#').is_some();
    let zero = chars.next_if(|it| *it == '0').is_some();
    let read = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| -> Outcome<Option<usize>> {
        let mut number: Option<usize> = None;
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            let digit = usize::try_from(digit.to_digit(10).unwrap_or(0)).unwrap_or(0);
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        if number.is_some_and(|it| it > MAX_WIDTH) {
            return Err(Error::new(ErrorKind::Limit("output"), "a text is too long"));
        }
        Ok(number)
    };
    padding.width = read(&mut chars)?.unwrap_or(0);
    let grouping = chars.next_if(|it| matches!(it, ',' | '_'));
    let mut precision = None;
    if chars.next_if(|it| *it == '.').is_some() {
        precision = read(&mut chars)?;
        if precision.is_none() {
            return Err(Error::value_error("Format specifier missing precision"));
        }
    }
    let conversion = chars.next();
    if chars.next().is_some() {
        let message = format!("Invalid format specifier {} for object of type {}", repr_str(format_spec), repr_str(&value.type_name()));
        return Err(Error::value_error(message));
    }
    let name = value.type_name();
    let unknown = |c: char| Error::value_error(format!("Unknown format code '{c}' for object of type '{name}'"));
    match value.defined()? {
        Value::Str(text) => {
            if zero && padding.align.is_none() {
                padding.fill = '0';
                padding.align = Some('<');
            }
            if let Some(other) = conversion.filter(|it| *it != 's') {
                return Err(unknown(other));
            }
            if padding.sign.is_some() {
                return Err(Error::value_error("Sign not allowed in string format specifier"));
            }
            if padding.align == Some('=') {
                return Err(Error::value_error("'=' alignment not allowed in string format specifier"));
            }
            if padding.alternate || grouping.is_some() {
                return Err(Error::not_covered("such a format of a text"));
            }
            let text = precision.map_or_else(|| text.to_string(), |it| text.chars().take(it).collect());
            Ok(padding.text(&text, '<'))
        }
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => {
            padding.zero = zero;
            let number = Number::from(value).unwrap_or(Number::Int(0));
            let whole = number.to_big();
            work::charge_digits(whole.bits())?;
            if matches!(value, Value::Bool(_)) && conversion.is_none() && grouping.is_none() && precision.is_none() {
                return Ok(padding.number(&whole.to_string(), ""));
            }
            match conversion {
                Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => real(to_float(&number)?, conversion, precision, grouping, &padding),
                _ if precision.is_some() => Err(Error::value_error("Precision not allowed in integer format specifier")),
                Some('c') => match i64::try_from(&whole).ok().and_then(|it| u32::try_from(it).ok()).and_then(char::from_u32) {
                    Some(c) => Ok(padding.text(c.encode_utf8(&mut [0; 4]), '<')),
                    None => Err(Error::new(ErrorKind::Python("OverflowError"), "%c arg not in range(0x110000)")),
                },
                None | Some('d' | 'n') => Ok(padding.number(&group(&whole.to_string(), grouping, 3, &padding)?, "")),
                Some(c @ ('b' | 'o' | 'x' | 'X')) => {
                    let (radix, prefix) = match c {
                        'b' => (2, "0b"),
                        'o' => (8, "0o"),
                        'x' => (16, "0x"),
                        _ => (16, "0X"),
                    };
                    if grouping == Some(',') {
                        return Err(Error::value_error(format!("Cannot specify ',' with '{c}'.")));
                    }
                    let digits = whole.to_str_radix(radix);
                    let digits = if c == 'X' { digits.to_uppercase() } else { digits };
                    Ok(padding.number(&group(&digits, grouping, 4, &padding)?, if padding.alternate { prefix } else { "" }))
                }
                Some(other) => Err(unknown(other)),
            }
        }
        Value::Float(it) => {
            padding.zero = zero;
            real(*it, conversion, precision, grouping, &padding).map_err(|error| match error.kind() {
                ErrorKind::Unknown => unknown(conversion.unwrap_or('?')),
                _ => error,
            })
        }
        _ => Err(Error::type_error(format!("unsupported format string passed to {name}.__format__"))),
    }
}

fn real(value: f64, conversion: Option<char>, precision: Option<usize>, grouping: Option<char>, padding: &Padding) -> Outcome<String> {
    let text = match conversion {
        Some('%') => spec::real(value * 100.0, 'f', precision.unwrap_or(6), padding.alternate) + "%",
        Some(c @ ('e' | 'E' | 'f' | 'F' | 'g' | 'G')) => spec::real(value, c, precision.unwrap_or(6), padding.alternate),
        None => match precision {
            None => python_float(value),
            Some(precision) => {
                let text = format_general(value, precision, padding.alternate);
                let is_plain = text.bytes().all(|it| it.is_ascii_digit() || it == b'-');
                if is_plain && text.trim_start_matches('-').len() < precision {
                    text + ".0"
                } else if is_plain && precision > 0 {
                    let scientific = spec::real(value, 'e', precision.saturating_sub(1), false);
                    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
                    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
                    format!("{digits}e{exponent}")
                } else {
                    text
                }
            }
        },
        Some('n') => return Err(Error::not_covered("the format n")),
        // The caller distinguishes them.
        Some(_) => return Err(Error::unknown("")),
    };
    Ok(padding.number(&group(&text, grouping, 3, padding)?, ""))
}

/// Digits before the point in groups.
fn group(text: &str, mark: Option<char>, size: usize, padding: &Padding) -> Outcome<String> {
    let Some(mark) = mark else { return Ok(text.to_owned()) };
    if padding.zero && padding.width > 0 {
        return Err(Error::not_covered("groups of digits that are filled with zeros"));
    }
    let start = usize::from(text.starts_with('-'));
    let end =
        text.get(start..).and_then(|it| it.find(|c: char| !c.is_ascii_alphanumeric() || c == 'e')).map_or(text.len(), |it| it + start);
    let digits = text.get(start..end).unwrap_or("");
    let mut out = text.get(..start).unwrap_or("").to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % size == 0 {
            out.push(mark);
        }
        out.push(digit);
    }
    out.push_str(text.get(end..).unwrap_or(""));
    Ok(out)
}
