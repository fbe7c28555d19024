//! Reads a manifest as puppet-lint reads it.
//!
//! It is not Puppet's lexer, and not ours: what is a name, where a string ends and in which column a token stands are its own. They
//! decide what every check finds, and what a fix writes: so it is done over again here, and `syntax` is not asked.

mod seen;
mod strings;
mod words;

use std::borrow::Cow;
use std::collections::VecDeque;

use memchr::{memchr, memchr2, memmem};

use crate::check::Problem;
use crate::token::{Id, Kind, NONE, Token, written};
use seen::Missing;
use strings::{Segment, Slurped};

/// Interpolations within interpolations: deeper ones are refused.
const DEPTH: usize = 48;

/// The tokens of a text; or where the lexer stops, and why.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>, Box<Problem>> {
    let mut lexer = Lexer::new();
    lexer.tokens.reserve(text.len() / 3);
    lexer.read(text, &mut VecDeque::new(), 0)?;
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    tokens: Vec<Token<'t>>,
    line: u32,
    column: u32,
    /// The last token that is code.
    last_code: Id,
    /// Where no `]` stands, and no `)`.
    brackets: Missing,
    parentheses: Missing,
    /// No comment ends any more.
    no_stars: bool,
}

impl<'t> Lexer<'t> {
    fn new() -> Self {
        Self {
            tokens: Vec::new(),
            line: 1,
            column: 1,
            last_code: NONE,
            brackets: Missing::default(),
            parentheses: Missing::default(),
            no_stars: false,
        }
    }

    fn refused(&self, reason: Option<&str>) -> Box<Problem> {
        let message = reason.map_or("Syntax error".into(), |it| format!("Syntax error ({it})").into());
        Box::new(Problem::syntax(message, self.line, self.column))
    }

    fn kind(&self, id: Id) -> Option<Kind> {
        self.tokens.get(id as usize).map(|token| token.kind)
    }

    fn add(&mut self, kind: Kind, value: impl Into<Cow<'t, str>>) {
        self.add_raw(kind, value.into(), None);
    }

    fn add_raw(&mut self, kind: Kind, value: Cow<'t, str>, raw: Option<Cow<'t, str>>) {
        if kind == Kind::UnencVariable {
            // The text before it was counted as if it ended in `${`.
            self.column = self.column.wrapping_sub(2);
        }
        let id = self.tokens.len() as Id;
        let mut token = Token::new(kind, value);
        token.raw = raw;
        token.line = self.line;
        token.column = self.column;
        if let Some(last) = self.tokens.last_mut() {
            last.next = id;
            token.prev = id - 1;
        }
        if !kind.is_formatting() {
            if let Some(last) = self.tokens.get_mut(self.last_code as usize) {
                last.next_code = id;
                token.prev_code = self.last_code;
            }
            self.last_code = id;
        }
        if kind == Kind::Newline {
            self.line += 1;
            self.column = 1;
        } else {
            let (before, text, after) = written(&token, self.kind(token.prev_code), self.kind(token.prev), None);
            if before.is_empty() && text.is_empty() && after.is_empty() {
                // An empty `//` counts as a line less.
                self.line = self.line.wrapping_sub(1);
            }
            self.column = self.column.wrapping_add(before.len() as u32);
            self.advance(text);
            self.column = self.column.wrapping_add(after.len() as u32);
        }
        self.tokens.push(token);
    }

    fn advance(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = memchr2(b'\n', b'\r', rest.as_bytes()) {
            let end = words::line_end(&rest[at..]).unwrap_or(1);
            self.line = self.line.wrapping_add(1);
            self.column = 1;
            rest = &rest[at + end..];
        }
        self.column = self.column.wrapping_add(characters(rest));
    }

    fn read(&mut self, text: &'t str, heredocs: &mut VecDeque<&'t str>, depth: usize) -> Result<(), Box<Problem>> {
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            if let Some((kind, length)) = words::word(rest) {
                self.add(kind, &rest[..length]);
                at += length;
                continue;
            }
            at += self.other(rest, heredocs, depth)?;
        }
        Ok(())
    }

    /// Reads a token that no single pattern matches; returns the length that was read.
    fn other(&mut self, rest: &'t str, heredocs: &mut VecDeque<&'t str>, depth: usize) -> Result<usize, Box<Problem>> {
        let bytes = rest.as_bytes();
        match bytes[0] {
            b'$' => {
                let length = words::variable(&rest[1..], &mut self.brackets).ok_or_else(|| self.refused(None))?;
                self.add_raw(Kind::Variable, Cow::Borrowed(&rest[1..=length]), Some(Cow::Borrowed(&rest[..=length])));
                Ok(length + 1)
            }
            b'\'' => {
                memchr(b'\'', &bytes[1..]).ok_or_else(|| self.refused(None))?;
                let end = closing(&rest[1..], b'\'').ok_or_else(|| self.refused(None))?;
                self.add(Kind::SString, &rest[1..=end]);
                Ok(end + 2)
            }
            b'"' => {
                let slurped = strings::quoted(&rest[1..]).ok_or_else(|| self.refused(Some("unterminated string")))?;
                let length = slurped.consumed + 1;
                self.string(slurped, heredocs, depth)?;
                Ok(length)
            }
            b'@' => {
                if let Some(length) = strings::heredoc_tag(rest, &mut self.parentheses) {
                    let tag = &rest[2..2 + length];
                    heredocs.push_back(tag);
                    self.add(Kind::HeredocOpen, tag);
                    return Ok(length + 3);
                }
                self.add(Kind::At, "@");
                Ok(1)
            }
            b'#' => {
                let length = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
                self.add(Kind::Comment, &rest[1..length]);
                Ok(length)
            }
            b'/' => self.slash(rest),
            b'\n' | b'\r' => {
                let end = words::line_end(rest).unwrap_or(1);
                self.add(Kind::Newline, &rest[..end]);
                if let Some(tag) = heredocs.pop_front() {
                    let slurped = strings::heredoc(&rest[end..], tag);
                    let length = end + slurped.consumed;
                    self.heredoc(slurped, heredocs, depth)?;
                    return Ok(length);
                }
                let indent = words::blank(&rest[end..]);
                if indent > 0 {
                    self.add(Kind::Indent, &rest[end..end + indent]);
                }
                Ok(end + indent)
            }
            _ => Err(self.refused(None)),
        }
    }

    /// A comment, a regular expression, or the sign of a division.
    fn slash(&mut self, rest: &'t str) -> Result<usize, Box<Problem>> {
        let bytes = rest.as_bytes();
        if rest.starts_with("//") {
            let length = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
            self.add(Kind::SlashComment, &rest[2..length]);
            return Ok(length);
        }
        if rest.starts_with("/*") && !self.no_stars {
            if let Some(end) = memmem::find(&bytes[2..], b"*/") {
                let raw = &rest[..end + 4];
                self.add_raw(Kind::MlComment, Cow::Owned(words::within_stars(raw)), Some(Cow::Borrowed(raw)));
                return Ok(raw.len());
            }
            self.no_stars = true;
        }
        if self.regex_may_follow() && memchr(b'/', &bytes[1..]).is_some() {
            let end = closing(&rest[1..], b'/').ok_or_else(|| self.refused(None))?;
            self.add(Kind::Regex, &rest[1..=end]);
            return Ok(end + 2);
        }
        self.add(Kind::Div, "/");
        Ok(1)
    }

    fn regex_may_follow(&self) -> bool {
        self.kind(self.last_code).is_none_or(|kind| {
            matches!(
                kind,
                Kind::Node
                    | Kind::LBrace
                    | Kind::RBrace
                    | Kind::Match
                    | Kind::NoMatch
                    | Kind::Comma
                    | Kind::LBrack
                    | Kind::If
                    | Kind::Elsif
                    | Kind::LParen
                    | Kind::Equals
            )
        })
    }

    fn string(&mut self, slurped: Slurped<'t>, heredocs: &mut VecDeque<&'t str>, depth: usize) -> Result<(), Box<Problem>> {
        let segments = slurped.segments;
        let Some((first, others)) = segments.split_first() else { return Ok(()) };
        let Some((last, middle)) = others.split_last() else {
            self.add(Kind::String, first.text());
            return Ok(());
        };
        self.add(Kind::DqPre, first.text());
        for segment in middle {
            self.segment(segment, Kind::DqMid, heredocs, depth)?;
        }
        self.add(Kind::DqPost, last.text());
        Ok(())
    }

    fn heredoc(&mut self, slurped: Slurped<'t>, heredocs: &mut VecDeque<&'t str>, depth: usize) -> Result<(), Box<Problem>> {
        let Some((end, segments)) = slurped.segments.split_last() else { return Ok(()) };
        // The text and what ends it stand side by side, also as they are written.
        let raw = |last: &Segment<'t>| Some(Cow::Owned(format!("{}{}", last.text(), end.text())));
        let Some((first, others)) = segments.split_first() else { return Ok(()) };
        let Some((last, middle)) = others.split_last() else {
            self.add_raw(Kind::Heredoc, Cow::Borrowed(first.text()), raw(first));
            return Ok(());
        };
        self.add(Kind::HeredocPre, first.text());
        for segment in middle {
            self.segment(segment, Kind::HeredocMid, heredocs, depth)?;
        }
        self.add_raw(Kind::HeredocPost, Cow::Borrowed(last.text()), raw(last));
        Ok(())
    }

    fn segment(&mut self, segment: &Segment<'t>, text: Kind, heredocs: &mut VecDeque<&'t str>, depth: usize) -> Result<(), Box<Problem>> {
        match segment {
            Segment::Text(value) => self.add(text, *value),
            Segment::Variable(value) => self.add(Kind::UnencVariable, value.strip_prefix('$').unwrap_or(value)),
            Segment::Interpolated(code) => {
                if depth >= DEPTH {
                    return Err(self.refused(None));
                }
                // Its errors have lines and columns of its own text.
                let mut inner = Lexer::new();
                inner.read(code, heredocs, depth + 1)?;
                for (index, token) in inner.tokens.into_iter().enumerate() {
                    let names_variable =
                        token.kind == Kind::Name || token.kind.is_word() || (token.kind == Kind::Type && token.value == "type");
                    let kind = if index == 0 && names_variable { Kind::Variable } else { token.kind };
                    self.add_raw(kind, token.value, token.raw);
                }
            }
        }
        Ok(())
    }
}

/// Where the quote is that ends a text: the first with an even number of backslashes before it.
fn closing(text: &str, quote: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = memchr2(quote, b'\\', &bytes[from..]).map(|at| from + at) {
        if bytes[at] == quote {
            return Some(at);
        }
        // A backslash and what follows it.
        from = at + 2;
        if from > bytes.len() {
            return None;
        }
    }
    None
}

pub(crate) fn characters(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.chars().count() as u32 }
}

#[cfg(test)]
mod tests;
