//! Python's `str` and `repr`.

use std::cell::RefCell;
use std::fmt::Write as _;

use literals::python_float;

use super::{Str, Value};
use crate::error::{Error, ErrorKind, Outcome};

const MAX_DEPTH: u32 = 150;
const MAX_LENGTH: usize = 64 << 20;

/// Quoting of strings inside of a map; none is as in Python.
pub(crate) type Quote<'a> = &'a dyn Fn(&str) -> Option<String>;

pub(crate) struct Printer<'a> {
    /// Maps print their values by `str`, and their texts by this.
    pub(crate) quote: Option<Quote<'a>>,
}

impl Value {
    /// Python's `str`.
    pub fn text(&self) -> Outcome<Str> {
        match self {
            Value::Str(text) => Ok(text.clone()),
            Value::Object(it) => match it.print(false) {
                Some(text) => Ok(text),
                None => Err(no_text(self)),
            },
            other => Ok(Str::new(Printer { quote: None }.print(other)?)),
        }
    }

    /// Python's `str`, with texts in maps quoted so.
    pub(crate) fn print_with(&self, quote: Quote<'_>) -> Outcome<Str> {
        Ok(Str::new(Printer { quote: Some(quote) }.print(self)?))
    }

    /// Python's `repr`.
    pub fn repr(&self) -> Outcome<String> {
        let mut out = String::new();
        Printer { quote: None }.write(self, true, &mut outer(), &mut out)?;
        Ok(out)
    }
}

fn no_text(value: &Value) -> Error {
    Error::not_covered(format!("the text of a {}", value.type_name()))
}

thread_local! {
    /// The lists and dicts around an object that is being printed.
    static AROUND: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// The lists and dicts that are being printed already.
fn outer() -> Vec<usize> {
    AROUND.with_borrow(Clone::clone)
}

impl Printer<'_> {
    pub(crate) fn print(&self, value: &Value) -> Outcome<String> {
        let mut out = String::new();
        self.write(value, false, &mut outer(), &mut out)?;
        Ok(out)
    }

    fn write(&self, value: &Value, repr: bool, around: &mut Vec<usize>, out: &mut String) -> Outcome<()> {
        if around.len() > MAX_DEPTH as usize {
            return Err(Error::new(
                ErrorKind::Python("RecursionError"),
                "maximum recursion depth exceeded while getting the repr of an object",
            ));
        }
        if out.len() > MAX_LENGTH {
            return Err(Error::new(ErrorKind::Limit("output"), "a text is too long"));
        }
        super::work::charge(1)?;
        match value.known()? {
            Value::None => out.push_str("None"),
            Value::Bool(true) => out.push_str("True"),
            Value::Bool(false) => out.push_str("False"),
            Value::Int(it) => {
                let _ = write!(out, "{it}");
            }
            Value::Big(it) => {
                super::work::charge_digits(it.bits())?;
                out.push_str(&it.to_string());
            }
            Value::Float(it) => out.push_str(&python_float(*it)),
            Value::Str(it) if !repr => out.push_str(it),
            Value::Str(it) if it.is_safe() => {
                out.push_str("Markup(");
                out.push_str(&repr_str(it));
                out.push(')');
            }
            Value::Str(it) => out.push_str(&repr_str(it)),
            Value::Undefined(it) if !repr && it.lenient => {}
            Value::Undefined(it) if !repr => return Err(it.error()),
            Value::Undefined(_) => out.push_str("Undefined"),
            Value::List(it) => self.sequence("[", &it.to_vec(), "]", it.address(), around, out)?,
            Value::Tuple(it) => self.sequence("(", it, if it.len() == 1 { ",)" } else { ")" }, it.address(), around, out)?,
            Value::View(it) => {
                out.push_str(it.kind.type_name());
                self.sequence("([", &it.items(), "])", it.dict.address(), around, out)?;
            }
            Value::Range(it) if it.step == 1 => out.push_str(&format!("range({}, {})", it.start, it.stop)),
            Value::Range(it) => out.push_str(&format!("range({}, {}, {})", it.start, it.stop, it.step)),
            Value::Dict(it) => {
                if around.contains(&it.address()) {
                    out.push_str("{...}");
                    return Ok(());
                }
                // Python 3.12 prints it in another way than 3.11, and hosts run with both.
                if it.is_ordered() && self.quote.is_none() {
                    return Err(Error::unknown("the text of an `odict`"));
                }
                around.push(it.address());
                out.push('{');
                for (index, (key, value)) in it.pairs().iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.write(key, true, around, out)?;
                    out.push_str(": ");
                    match (self.quote, value) {
                        (Some(quote), Value::Str(text)) => match quote(text) {
                            Some(quoted) => out.push_str(&quoted),
                            None => self.write(value, true, around, out)?,
                        },
                        (Some(_), other) => self.write(other, repr, around, out)?,
                        (None, other) => self.write(other, true, around, out)?,
                    }
                }
                out.push('}');
                around.pop();
            }
            Value::Object(it) => {
                // What it prints of its own values goes on with what is around it.
                let before = AROUND.replace(around.clone());
                let text = it.print(repr);
                AROUND.replace(before);
                out.push_str(&text.ok_or_else(|| no_text(value))?);
            }
            Value::Iter(_) | Value::Unknown(_) => return Err(no_text(value)),
        }
        Ok(())
    }

    fn sequence(&self, open: &str, items: &[Value], close: &str, address: usize, around: &mut Vec<usize>, out: &mut String) -> Outcome<()> {
        if around.contains(&address) {
            out.push_str(if open == "[" { "[...]" } else { "(...)" });
            return Ok(());
        }
        around.push(address);
        out.push_str(open);
        for (index, item) in items.iter().enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            self.write(item, true, around, out)?;
        }
        out.push_str(close);
        around.pop();
        Ok(())
    }
}

/// `%g` and the format `g`: a number of significant digits.
pub(crate) fn format_general(value: f64, precision: usize, alternate: bool) -> String {
    if value.is_nan() || value.is_infinite() {
        return python_float(value);
    }
    let precision = precision.clamp(1, 500);
    let scientific = format!("{value:.*e}", precision - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i64 = exponent.parse().unwrap_or(0);
    let strip = |text: &str| -> String {
        if alternate || !text.contains('.') { text.to_owned() } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
    };
    if exponent < -4 || exponent >= i64::try_from(precision).unwrap_or(i64::MAX) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", strip(digits), exponent.abs());
    }
    let after = usize::try_from(i64::try_from(precision).unwrap_or(0) - 1 - exponent).unwrap_or(0);
    strip(&format!("{value:.after$}"))
}

/// `repr` of a text.
pub fn repr_str(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                out.push_str(&match code {
                    0..=0xff => format!("\\x{code:02x}"),
                    0x100..=0xffff => format!("\\u{code:04x}"),
                    _ => format!("\\U{code:08x}"),
                });
            }
        }
    }
    out.push(quote);
    out
}

/// Whether Python prints the character unescaped.
pub(crate) fn is_printable(c: char) -> bool {
    if c == ' ' {
        return true;
    }
    let format = matches!(
        u32::from(c),
        0xad | 0x600..=0x605
            | 0x61c
            | 0x6dd
            | 0x70f
            | 0x180e
            | 0x200b..=0x200f
            | 0x202a..=0x202e
            | 0x2060..=0x206f
            | 0xfeff
            | 0xfff9..=0xfffb
            | 0xe000..=0xf8ff
            | 0xfffe..=0xffff
            | 0xe0000..
    );
    !(c.is_control() || c.is_whitespace() || format)
}
