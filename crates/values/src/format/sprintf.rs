//! Ruby's `sprintf`.

mod float;
mod integer;
mod number;

use crate::{Type, Value, print, ty};

use crate::error::{FormatError, Part, Taking};
use float::{fixed, float};
use integer::integer;
use number::Whole;
pub(crate) use number::{parse_float, parse_integer, to_float, to_whole};

/// Longer texts are refused, where Ruby would take the memory.
pub(super) const LONGEST: usize = 16 << 20;

/// Flags and numbers between `%` and the letter.
#[derive(Clone, Debug, Default)]
pub(super) struct Directive {
    pub space: bool,
    pub sharp: bool,
    pub plus: bool,
    pub minus: bool,
    pub zero: bool,
    pub width: Option<usize>,
    pub precision: Option<usize>,
    /// A precision was written, if only a negative one that does not count.
    pub dot: bool,
}

impl Directive {
    fn is_plain(&self) -> bool {
        !(self.space || self.sharp || self.plus || self.minus || self.zero || self.dot || self.width.is_some())
    }

    /// The sign in front of a number.
    pub(super) fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// The text within its width, cut at its precision.
    pub(super) fn text(&self, text: &str) -> String {
        let text: String = match self.precision {
            Some(precision) => text.chars().take(precision).collect(),
            None => text.to_owned(),
        };
        self.padded(&text)
    }

    pub(super) fn padded(&self, text: &str) -> String {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        let fill = " ".repeat(missing);
        if self.minus { format!("{text}{fill}") } else { format!("{fill}{text}") }
    }
}

/// How arguments were taken up to now: the kinds cannot be mixed.
#[derive(Clone, Copy, PartialEq)]
enum Taken {
    Next(usize),
    Numbered,
    Named,
}

struct Formatter<'a> {
    format: &'a [char],
    at: usize,
    arguments: &'a [Value],
    taken: Taken,
}

/// Texts and lists are as [`print::ruby`] shows them.
pub fn sprintf(format: &str, arguments: &[Value]) -> Result<String, FormatError> {
    let characters: Vec<char> = format.chars().collect();
    let mut formatter = Formatter { format: &characters, at: 0, arguments, taken: Taken::Next(0) };
    let mut out = String::new();
    while let Some(c) = formatter.next() {
        if c == '%' {
            if formatter.peek().is_none() {
                return Err(FormatError::Incomplete);
            }
            formatter.directive(&mut out)?;
        } else {
            out.push(c);
        }
        if out.len() > LONGEST {
            return Err(FormatError::TooBig(Part::Argument));
        }
    }
    Ok(out)
}

impl<'a> Formatter<'a> {
    fn peek(&self) -> Option<char> {
        self.format.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn directive(&mut self, out: &mut String) -> Result<(), FormatError> {
        let mut directive = Directive::default();
        let mut given: Option<&'a Value> = None;
        let mut name: Option<String> = None;
        loop {
            // Ruby's text has a zero byte at its end.
            let ended = self.peek().is_none();
            let c = self.next().unwrap_or('\0');
            match c {
                ' ' | '#' | '+' | '-' | '0' => {
                    if directive.width.is_some() {
                        return Err(FormatError::FlagAfter(Part::Width));
                    }
                    if directive.dot {
                        return Err(FormatError::FlagAfter(Part::Precision));
                    }
                    match c {
                        ' ' => directive.space = true,
                        '#' => directive.sharp = true,
                        '+' => directive.plus = true,
                        '-' => directive.minus = true,
                        _ => directive.zero = true,
                    }
                }
                '1'..='9' => {
                    self.at -= 1;
                    let number = self.number(Part::Width)?;
                    if self.peek() == Some('$') {
                        if given.is_some() {
                            return Err(FormatError::ValueTwice(number));
                        }
                        given = Some(self.numbered(number)?);
                        self.at += 1;
                    } else {
                        check_width(&directive)?;
                        directive.width = Some(number);
                    }
                }
                '<' | '{' => {
                    let value = self.named(c, &mut name)?;
                    if c == '{' {
                        let value = value.unwrap_or(&Value::Undef);
                        out.push_str(&directive.text(&text_of(value)));
                        return Ok(());
                    }
                    given = value;
                }
                '*' => {
                    check_width(&directive)?;
                    let width = self.star(Part::Width)?;
                    directive.minus |= width < 0;
                    directive.width = Some(bounded(width.unsigned_abs(), Part::Width)?);
                }
                '.' => {
                    if directive.dot {
                        return Err(FormatError::Twice(Part::Precision));
                    }
                    directive.dot = true;
                    if self.peek() == Some('*') {
                        self.at += 1;
                        let precision = self.star(Part::Precision)?;
                        directive.precision = if precision < 0 { None } else { Some(bounded(precision.unsigned_abs(), Part::Precision)?) };
                    } else {
                        directive.precision = Some(self.number(Part::Precision)?);
                    }
                }
                '\n' | '\0' | '%' => {
                    if !directive.is_plain() {
                        return Err(FormatError::Percent);
                    }
                    out.push('%');
                    if c == '\n' || (c == '\0' && !ended) {
                        out.push(c);
                    }
                    return Ok(());
                }
                'c' | 's' | 'p' | 'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' | 'B' | 'f' | 'g' | 'G' | 'e' | 'E' | 'a' | 'A' => {
                    let value = match given {
                        Some(value) => value,
                        None => self.unnumbered()?,
                    };
                    out.push_str(&one(c, &directive, value)?);
                    return Ok(());
                }
                c if c.is_ascii_graphic() => return Err(FormatError::Malformed(Some(c))),
                _ => return Err(FormatError::Malformed(None)),
            }
        }
    }

    /// Digits, after which something has to come.
    fn number(&mut self, part: Part) -> Result<usize, FormatError> {
        let mut number: u64 = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(u64::from(digit));
            self.at += 1;
        }
        let number = bounded(number, part)?;
        if self.peek().is_none() {
            return Err(FormatError::NumberAtEnd);
        }
        Ok(number)
    }

    /// A number that is an argument.
    fn star(&mut self, part: Part) -> Result<i64, FormatError> {
        let start = self.at;
        let number = self.number(part)?;
        let value = if self.peek() == Some('$') && self.at > start {
            let value = self.numbered(number)?;
            self.at += 1;
            value
        } else {
            self.at = start;
            self.unnumbered()?
        };
        match value {
            Value::Integer(number) => Ok(*number),
            Value::Float(number) => Ok(*number as i64),
            Value::Undef => Err(FormatError::NilToInteger),
            other => Err(FormatError::Implicit(number::ruby_name(other))),
        }
    }

    fn unnumbered(&mut self) -> Result<&'a Value, FormatError> {
        let index = match self.taken {
            Taken::Next(index) => index,
            Taken::Numbered => return Err(mixed(Taking::Next(1), Taking::Numbered(None))),
            Taken::Named => return Err(mixed(Taking::Next(1), Taking::Named(None))),
        };
        self.taken = Taken::Next(index + 1);
        self.arguments.get(index).ok_or(FormatError::TooFew)
    }

    fn numbered(&mut self, number: usize) -> Result<&'a Value, FormatError> {
        match self.taken {
            Taken::Next(count) if count > 0 => return Err(mixed(Taking::Numbered(Some(number)), Taking::Next(count))),
            Taken::Named => return Err(mixed(Taking::Numbered(Some(number)), Taking::Named(None))),
            _ => {}
        }
        self.taken = Taken::Numbered;
        let index = number.checked_sub(1).ok_or(FormatError::Index(number))?;
        self.arguments.get(index).ok_or(FormatError::TooFew)
    }

    /// `<name>` or `{name}`, of which the first character is read.
    fn named(&mut self, open: char, before: &mut Option<String>) -> Result<Option<&'a Value>, FormatError> {
        let close = if open == '<' { '>' } else { '}' };
        let rest = self.format.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|c| *c == close).ok_or(FormatError::UnmatchedName)?;
        let name: String = rest.iter().take(length).collect();
        self.at += length + 1;
        let shown = format!("{open}{name}{close}");
        if let Some(first) = before {
            return Err(FormatError::NameAfterName { name: shown, first: first.clone() });
        }
        match self.taken {
            Taken::Next(count) if count > 0 => return Err(mixed(Taking::Named(Some(shown)), Taking::Next(count))),
            Taken::Numbered => return Err(mixed(Taking::Named(Some(shown)), Taking::Numbered(None))),
            _ => {}
        }
        self.taken = Taken::Named;
        let [Value::Hash(entries)] = self.arguments else { return Err(FormatError::NoHash) };
        let value = entries.get(&Value::string(&name)).ok_or(FormatError::Key(shown))?;
        *before = Some(name);
        Ok(Some(value))
    }
}

fn mixed(taking: Taking, after: Taking) -> FormatError {
    FormatError::Mixed { taking, after }
}

fn check_width(directive: &Directive) -> Result<(), FormatError> {
    if directive.width.is_some() {
        return Err(FormatError::Twice(Part::Width));
    }
    if directive.dot {
        return Err(FormatError::WidthAfterPrecision);
    }
    Ok(())
}

fn bounded(number: u64, part: Part) -> Result<usize, FormatError> {
    usize::try_from(number).ok().filter(|it| *it <= LONGEST).ok_or(FormatError::TooBig(part))
}

/// One value after a letter that Ruby knows.
fn one(letter: char, directive: &Directive, value: &Value) -> Result<String, FormatError> {
    match letter {
        's' => Ok(directive.text(&text_of(value))),
        'p' => Ok(directive.text(&print::ruby(value))),
        'c' => character(directive, value),
        'f' => match value {
            Value::Integer(it) => Ok(fixed(directive, i128::from(*it))),
            other => Ok(float('f', directive, to_float(other)?)),
        },
        'e' | 'E' | 'g' | 'G' | 'a' | 'A' => Ok(float(letter, directive, to_float(value)?)),
        letter => Ok(integer(letter, directive, &to_whole(value)?)),
    }
}

fn character(directive: &Directive, value: &Value) -> Result<String, FormatError> {
    let text = match value {
        Value::String(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) => c.to_string(),
                _ => return Err(FormatError::NoCharacter),
            }
        }
        Value::Integer(code) => code_point(*code)?,
        Value::Float(code) => code_point(*code as i64)?,
        Value::Undef => return Err(FormatError::NilToInteger),
        other => return Err(FormatError::Implicit(number::ruby_name(other))),
    };
    Ok(Directive { precision: None, ..directive.clone() }.padded(&text))
}

pub(super) fn code_point(code: i64) -> Result<String, FormatError> {
    u32::try_from(code).ok().and_then(char::from_u32).map(String::from).ok_or(FormatError::CharacterCode)
}

/// Ruby's `to_s`.
fn text_of(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Hash(_) => print::ruby(value),
        Value::Undef => String::new(),
        Value::Regex(it) => format!("(?-mix:{})", it.source()),
        // Functions of the old kind are given resources in place of their types.
        Value::Type(Type::Resource(Some(name), title)) => format!("{name}[{}]", title.as_deref().unwrap_or_default()),
        Value::Type(Type::Class(Some(name))) => format!("Class[{}]", ty::capitalize(name)),
        other => print::interpolate(other),
    }
}

#[cfg(test)]
mod tests;
