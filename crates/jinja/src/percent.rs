//! `%` and `format`: values into texts.

mod braces;
mod spec;

use crate::error::{Error, ErrorKind, Outcome};
use crate::eval::{Renderer, text_like};
use crate::filters::escape;
use crate::number::{to_float, truncate};
use crate::value::work;
use crate::value::{Key, Number, Str, Value, repr_str};

pub(crate) use braces::format as format_braces;
use spec::Padding;

/// More than any real width; wider texts would only fill the memory.
const MAX_WIDTH: usize = 1 << 20;

struct Arguments<'a> {
    values: &'a Value,
    next: usize,
    used_map: bool,
}

impl Arguments<'_> {
    fn next(&mut self) -> Outcome {
        let found = match self.values {
            _ if self.used_map => None,
            Value::Tuple(items) => items.get(self.next).cloned(),
            one if self.next == 0 => Some(one.clone()),
            _ => None,
        };
        self.next += 1;
        found.ok_or_else(|| Error::type_error("not enough arguments for format string"))
    }
}

/// Reader of a format.
struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        self.peek().filter(|it| wanted(*it)).and_then(|_| self.next())
    }

    /// `(name)`, after the parenthesis.
    fn name(&mut self) -> Outcome<String> {
        let mut depth = 1;
        let mut name = String::new();
        loop {
            let Some(c) = self.next() else { return Err(Error::value_error("incomplete format key")) };
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(name);
            }
            name.push(c);
        }
    }

    /// A number, or `*` for that of an argument.
    fn number(&mut self, arguments: &mut Arguments<'_>) -> Outcome<Option<i64>> {
        if self.next_if(|it| it == '*').is_some() {
            return match arguments.next()?.defined()? {
                Value::Int(it) => Ok(Some(*it)),
                _ => Err(Error::type_error("* wants int")),
            };
        }
        let mut number = None;
        while let Some(digit) = self.next_if(|it| it.is_ascii_digit()) {
            let digit = i64::from(digit.to_digit(10).unwrap_or(0));
            number = Some(number.unwrap_or(0i64).saturating_mul(10).saturating_add(digit));
        }
        Ok(number)
    }
}

/// `format % values`
pub(crate) fn format(r: &mut Renderer<'_>, format: &Str, values: &Value) -> Outcome {
    let mut out = String::new();
    let mut arguments = Arguments { values, next: 0, used_map: false };
    let mut reader = Reader { chars: format.chars().collect(), at: 0 };
    while let Some(c) = reader.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        if reader.next_if(|it| it == '%').is_some() {
            out.push('%');
            continue;
        }
        let mut named = None;
        if reader.next_if(|it| it == '(').is_some() {
            let Value::Dict(dict) = values.known()? else { return Err(Error::type_error("format requires a mapping")) };
            let name = reader.name()?;
            arguments.used_map = true;
            let found = dict.get(&Key::text(name.as_str().into()));
            named = Some(found.ok_or_else(|| Error::new(ErrorKind::Python("KeyError"), repr_str(&name)))?);
        }
        let mut padding = Padding { fill: ' ', ..Padding::default() };
        while let Some(flag) = reader.next_if(|it| matches!(it, '-' | '+' | ' ' | '#' | '0')) {
            match flag {
                '-' => padding.align = Some('<'),
                '+' => padding.sign = Some('+'),
                ' ' => padding.sign = padding.sign.or(Some(' ')),
                '#' => padding.alternate = true,
                _ => padding.zero = true,
            }
        }
        if let Some(width) = reader.number(&mut arguments)? {
            if width < 0 {
                padding.align = Some('<');
            }
            padding.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
        }
        let mut precision = None;
        if reader.next_if(|it| it == '.').is_some() {
            precision = Some(usize::try_from(reader.number(&mut arguments)?.unwrap_or(0)).unwrap_or(0));
        }
        if padding.width > MAX_WIDTH || precision.is_some_and(|it| it > MAX_WIDTH) {
            return Err(Error::new(ErrorKind::Limit("output"), "a text is too long"));
        }
        while reader.next_if(|it| matches!(it, 'h' | 'l' | 'L')).is_some() {}
        let at = reader.at;
        let Some(conversion) = reader.next() else { return Err(Error::value_error("incomplete format")) };
        let value = match named {
            Some(value) => value,
            None => arguments.next()?,
        };
        let converted = convert(format, &value, conversion, at, &padding, precision)?;
        out.push_str(&converted);
        r.charge_added(out.len(), converted.len())?;
    }
    let left = match values {
        Value::Tuple(items) => arguments.next < items.len(),
        // What has items may have more than the format takes.
        Value::Dict(_) | Value::List(_) | Value::Object(_) | Value::Range(_) | Value::Undefined(_) => false,
        _ => arguments.next == 0,
    };
    if left {
        return Err(Error::type_error("not all arguments converted during string formatting"));
    }
    Ok(text_like(format, &out))
}

fn convert(format: &Str, value: &Value, conversion: char, at: usize, padding: &Padding, precision: Option<usize>) -> Outcome<String> {
    let name = value.type_name();
    let number = || -> Outcome<Number> {
        Number::from(value.defined()?)
            .ok_or_else(|| Error::type_error(format!("%{conversion} format: a real number is required, not {name}")))
    };
    match conversion {
        's' | 'r' | 'a' => {
            let mut text = match conversion {
                's' => value.text()?.to_string(),
                _ => value.repr()?,
            };
            if conversion == 'a' && !text.is_ascii() {
                return Err(Error::not_covered("%a of such a text"));
            }
            if format.is_safe() && !matches!(value, Value::Str(text) if text.is_safe() && conversion == 's') {
                text = escape(&text);
            }
            if let Some(precision) = precision {
                text = text.chars().take(precision).collect();
            }
            Ok(Padding { zero: false, sign: None, ..*padding }.text(&text, '>'))
        }
        'd' | 'i' | 'u' => {
            let whole = match number()? {
                Number::Float(it) => truncate(it)?,
                _ => crate::number::plus(value)?,
            };
            let digits = Number::from(&whole).map(|it| it.to_big()).unwrap_or_default();
            work::charge_digits(digits.bits())?;
            Ok(padding.number(&spec::digits(&digits, 10, precision), ""))
        }
        'x' | 'X' | 'o' => {
            let whole = match number() {
                Ok(Number::Float(_)) | Err(_) if !value.is_undefined() && !value.is_unknown() => {
                    return Err(Error::type_error(format!("%{conversion} format: an integer is required, not {name}")));
                }
                other => other?.to_big(),
            };
            let (radix, prefix) = if conversion == 'o' { (8, "0o") } else { (16, if conversion == 'X' { "0X" } else { "0x" }) };
            let digits = spec::digits(&whole, radix, precision);
            let digits = if conversion == 'X' { digits.to_uppercase() } else { digits };
            Ok(padding.number(&digits, if padding.alternate { prefix } else { "" }))
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let value = match Number::from(value.defined()?) {
                Some(number) => to_float(&number)?,
                None => return Err(Error::type_error(format!("must be real number, not {name}"))),
            };
            Ok(padding.number(&spec::real(value, conversion, precision.unwrap_or(6), padding.alternate), ""))
        }
        'c' => {
            let text = match value.defined()? {
                Value::Str(text) if text.chars().count() == 1 => text.to_string(),
                Value::Int(it) => match u32::try_from(*it).ok().and_then(char::from_u32) {
                    Some(c) => c.to_string(),
                    None => return Err(Error::new(ErrorKind::Python("OverflowError"), "%c arg not in range(0x110000)")),
                },
                _ => return Err(Error::type_error("%c requires int or char")),
            };
            Ok(Padding { zero: false, sign: None, ..*padding }.text(&text, '>'))
        }
        other => Err(Error::value_error(format!(
            "unsupported format character '{}' (0x{:x}) at index {at}",
            if (' '..='~').contains(&other) { other } else { '?' },
            u32::from(other)
        ))),
    }
}
