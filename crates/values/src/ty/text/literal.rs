//! Words, numbers, strings and patterns.

use std::num::IntErrorKind;

use literals::escapes::{Escapes, bad_escapes, single_quoted, unescape};
use literals::{first_quote_as_text, number_length};

use super::Parser;
use super::expression::{Expression, ExpressionKind};

/// Words that are no values in manifests; those of definitions may be elements.
const KEYWORDS: &[&str] = &[
    "and", "attr", "case", "class", "define", "else", "elsif", "function", "if", "in", "inherits", "node", "or", "private", "type",
    "unless",
];

/// Keywords that are strings where elements and entries stand.
const ELEMENTS: &[&str] = &["type", "function"];

impl Parser<'_> {
    /// A type's name, a keyword that is a value, or a word that is a string.
    pub(super) fn word(&mut self) -> Option<ExpressionKind> {
        let start = self.at;
        let qualified = self.rest().starts_with("::");
        self.at += if qualified { 2 } else { 0 };
        let is_type = self.byte().is_ascii_uppercase();
        self.part(is_type)?;
        while self.rest().starts_with("::") {
            self.at += 2;
            self.part(is_type)?;
        }
        let word = self.text.get(start..self.at)?;
        Some(match word {
            word if is_type => ExpressionKind::Type(word.into()),
            "undef" => ExpressionKind::Undef,
            "default" => ExpressionKind::Default,
            "true" => ExpressionKind::Boolean(true),
            "false" => ExpressionKind::Boolean(false),
            word if KEYWORDS.contains(&word) => return None,
            word => ExpressionKind::Text(word.into()),
        })
    }

    /// A keyword that is a string here.
    pub(super) fn keyword_element(&mut self) -> Option<Expression> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | ':')).unwrap_or(rest.len());
        let word = rest.get(..end).filter(|it| ELEMENTS.contains(it))?;
        let (start, kind) = (self.at, ExpressionKind::Text(word.into()));
        self.at += end;
        self.finish(start, kind)
    }

    /// One part of a name. Words may have dashes in them, but not at their ends.
    fn part(&mut self, is_type: bool) -> Option<()> {
        let first = self.byte();
        let begins = if is_type { first.is_ascii_uppercase() } else { first.is_ascii_lowercase() || first == b'_' };
        if !begins {
            return None;
        }
        let part = self.rest();
        let belongs = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' && !is_type;
        let length = part.find(|c| !belongs(c)).unwrap_or(part.len());
        self.at += part.get(..length)?.trim_end_matches('-').len();
        Some(())
    }

    pub(super) fn number(&mut self) -> Option<ExpressionKind> {
        let length = number_length(self.rest())?;
        let text = self.text.get(self.at..self.at + length)?;
        self.at += length;
        let whole = |digits: &str, radix| match i64::from_str_radix(digits, radix) {
            Ok(it) => Some(ExpressionKind::Integer(it)),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(ExpressionKind::Other),
            Err(_) => None,
        };
        match text.as_bytes() {
            [b'0', b'x' | b'X', ..] => whole(text.get(2..)?, 16),
            [b'0', second, ..] if *second != b'.' => whole(text, 8),
            digits if digits.iter().all(u8::is_ascii_digit) => whole(text, 10),
            _ => text.parse().ok().filter(|it: &f64| it.is_finite()).map(ExpressionKind::Float),
        }
    }

    pub(super) fn single_quoted(&mut self) -> Option<ExpressionKind> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut end = first_quote_as_text(bytes, start, b'\'').unwrap_or(start);
        loop {
            match bytes.get(end)? {
                b'\'' => break,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        self.at = end + 1;
        Some(ExpressionKind::Text(single_quoted(self.text.get(start..end)?).into()))
    }

    /// A string without interpolations.
    pub(super) fn double_quoted(&mut self) -> Option<ExpressionKind> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut end = first_quote_as_text(bytes, start, b'"').unwrap_or(start);
        loop {
            match bytes.get(end)? {
                b'"' => break,
                b'\\' => end += 2,
                b'$' if interpolates(self.text.get(end + 1..)?) => return None,
                b'$' => end = first_quote_as_text(bytes, end + 1, b'"').unwrap_or(end + 1),
                _ => end += 1,
            }
        }
        self.at = end + 1;
        let text = self.text.get(start..end)?;
        if text.contains('\\') && bad_escapes(text, &Escapes::DOUBLE_QUOTED).iter().any(|it| it.no_character) {
            return None;
        }
        Some(ExpressionKind::Text(unescape(text, &Escapes::DOUBLE_QUOTED).into()))
    }

    pub(super) fn regex(&mut self) -> Option<ExpressionKind> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut end = start;
        loop {
            match bytes.get(end)? {
                b'/' => break,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        self.at = end + 1;
        let source = self.text.get(start..end)?;
        if literals::regex_problem(source).is_some() {
            return None;
        }
        Some(ExpressionKind::Regex(source.replace("\\/", "/").into()))
    }
}

/// Whether what follows a `$` is a variable's name or an expression.
fn interpolates(text: &str) -> bool {
    let name = text.strip_prefix("::").unwrap_or(text);
    text.starts_with('{') || name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}
