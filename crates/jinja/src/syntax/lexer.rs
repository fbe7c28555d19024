//! Text to tokens, after the rules of Jinja's own lexer. Every byte of the text belongs to exactly one token.

use text_size::{TextRange, TextSize};

use super::kind::SyntaxKind::{self, *};
use super::text::unescape;
use super::{Dialect, Problem, ProblemKind};
use crate::error::ErrorKind;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tok {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// For what is no token: the index of its problem.
    pub(crate) problem: Option<u32>,
}

impl Tok {
    pub(crate) fn range(&self) -> TextRange {
        TextRange::new(TextSize::new(self.start), TextSize::new(self.end.max(self.start)))
    }
}

pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Tok>,
    pub(crate) problems: Vec<Problem>,
}

pub(crate) fn lex(text: &str, dialect: &Dialect) -> Lexed {
    let mut lexer = Lexer {
        text,
        dialect,
        pos: 0,
        end: text.len(),
        tokens: Vec::new(),
        problems: Vec::new(),
        line_starting: true,
        counted: (0, 0),
        endless: 0,
    };
    if !dialect.keep_trailing_newline {
        lexer.end -= ["\r\n", "\n", "\r"].iter().find(|it| text.ends_with(**it)).map_or(0, |it| it.len());
    }
    lexer.root();
    if lexer.end < text.len() {
        let end = lexer.end;
        lexer.end = text.len();
        lexer.pos = text.len();
        lexer.push(STRIPPED, end, text.len());
    }
    Lexed { tokens: lexer.tokens, problems: lexer.problems }
}

struct Lexer<'a> {
    text: &'a str,
    dialect: &'a Dialect,
    pos: usize,
    /// Where Jinja's text ends, which knows no last line break.
    end: usize,
    tokens: Vec<Tok>,
    problems: Vec<Problem>,
    line_starting: bool,
    /// An offset, and the number of characters before it.
    counted: (usize, usize),
    /// Quotes without an end; after some, no other end is looked for.
    endless: u32,
}

const MAX_ENDLESS: u32 = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Variable,
    Block,
}

/// Whether Python's `\s` matches.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.pos..self.end).unwrap_or("")
    }

    fn push(&mut self, kind: SyntaxKind, start: usize, end: usize) {
        if start < end {
            self.push_any(kind, start, end, None);
        }
    }

    fn push_any(&mut self, kind: SyntaxKind, start: usize, end: usize, problem: Option<u32>) {
        let narrow = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        self.tokens.push(Tok { kind, start: narrow(start), end: narrow(end), problem });
    }

    fn problem(&mut self, message: String, start: usize, end: usize) {
        self.problem_of_kind(ProblemKind::Syntax, message, start, end);
    }

    fn problem_of_kind(&mut self, kind: ProblemKind, message: String, start: usize, end: usize) {
        let narrow = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
        let index = u32::try_from(self.problems.len()).ok();
        self.problems.push(Problem { message, range: TextRange::new(narrow(start), narrow(end)), kind });
        self.push_any(ERROR, start, end, index);
    }

    /// The number of the character at an offset, as Jinja counts them.
    fn index_of(&mut self, offset: usize) -> usize {
        let between = self.text.get(self.counted.0..offset).unwrap_or("");
        let count = self.counted.1 + between.chars().count() - between.matches("\r\n").count();
        self.counted = (offset, count);
        count
    }

    fn root(&mut self) {
        while self.pos < self.end {
            let start = self.pos;
            let Some(found) = self.next_opening() else {
                self.push(TEXT, start, self.end);
                self.pos = self.end;
                return;
            };
            let open = start + found;
            let sign = self.text.as_bytes().get(open + 2).copied().filter(|it| matches!(it, b'-' | b'+'));
            let kind = self.text.as_bytes().get(open + 1).copied().unwrap_or(b'{');
            self.text_before(start, open, sign, kind != b'{');
            self.pos = open + 2 + usize::from(sign.is_some());
            match kind {
                b'#' => self.comment(open),
                b'{' => {
                    self.push(VARIABLE_BEGIN, open, self.pos);
                    self.tag(Tag::Variable);
                }
                _ => match self.raw_opening() {
                    Some(end) => {
                        self.push(RAW_BEGIN, open, end);
                        self.pos = end;
                        self.raw(open);
                    }
                    None => {
                        self.push(BLOCK_BEGIN, open, self.pos);
                        self.tag(Tag::Block);
                    }
                },
            }
        }
    }

    fn next_opening(&self) -> Option<usize> {
        let rest = self.rest().as_bytes();
        let mut from = 0;
        while let Some(at) = rest.get(from..)?.iter().position(|it| *it == b'{') {
            if matches!(rest.get(from + at + 1), Some(b'{' | b'%' | b'#')) {
                return Some(from + at);
            }
            from += at + 1;
        }
        None
    }

    /// The text before a tag, without what the tag strips.
    fn text_before(&mut self, start: usize, open: usize, sign: Option<u8>, strips_line: bool) {
        let text = self.text.get(start..open).unwrap_or("");
        let mut keep = text.len();
        if sign == Some(b'-') {
            keep = text.trim_end_matches(is_space).len();
        } else if sign != Some(b'+') && self.dialect.lstrip_blocks && strips_line {
            let line = text.rfind(['\n', '\r']).map_or(0, |it| it + 1);
            if (line > 0 || self.line_starting) && text.get(line..).is_some_and(|it| it.chars().all(is_space)) {
                keep = line;
            }
        }
        self.push(TEXT, start, start + keep);
        self.push(STRIPPED, start + keep, open);
    }

    fn spaces(&self, from: usize) -> usize {
        let rest = self.text.get(from..self.end).unwrap_or("");
        from + (rest.len() - rest.trim_start_matches(is_space).len())
    }

    /// Length that a closing delimiter takes, when it is at the offset.
    fn closing(&self, at: usize, close: &str, plus: bool, trims: bool) -> Option<(usize, usize)> {
        let rest = self.text.get(at..self.end)?;
        if let Some(after) = rest.strip_prefix('-').and_then(|it| it.strip_prefix(close)) {
            let end = self.end - after.len();
            return Some((end, self.spaces(end)));
        }
        if plus && let Some(after) = rest.strip_prefix('+').and_then(|it| it.strip_prefix(close)) {
            let end = self.end - after.len();
            return Some((end, end));
        }
        let after = rest.strip_prefix(close)?;
        let end = self.end - after.len();
        let line = if trims && self.dialect.trim_blocks {
            ["\r\n", "\n", "\r"].iter().find(|it| after.starts_with(**it)).map_or(0, |it| it.len())
        } else {
            0
        };
        Some((end, end + line))
    }

    fn close(&mut self, kind: SyntaxKind, start: usize, end: usize, stripped: usize) {
        self.push(kind, start, end);
        self.push(STRIPPED, end, stripped);
        self.pos = stripped;
        self.line_starting = self.text.get(..stripped).is_some_and(|it| it.ends_with(['\n', '\r']));
    }

    fn comment(&mut self, open: usize) {
        let mut from = self.pos;
        while let Some(at) = self.text.get(from..self.end).and_then(|it| it.find("#}")) {
            let mark = from + at;
            let signed = mark > self.pos && matches!(self.text.as_bytes().get(mark - 1), Some(b'-' | b'+'));
            let start = if signed { mark - 1 } else { mark };
            match self.closing(start, "#}", true, true) {
                Some((end, stripped)) => return self.close(COMMENT, open, end, stripped),
                None => from = mark + 2,
            }
        }
        let end = self.end;
        let at = self.pos;
        self.pos = end;
        if at < end {
            self.problem("Missing end of comment tag".to_owned(), open, end);
        } else {
            self.push(COMMENT, open, end);
        }
    }

    /// Where `{% raw %}` ends, when the tag that was opened is one.
    fn raw_opening(&self) -> Option<usize> {
        let word = self.spaces(self.pos);
        self.text.get(word..self.end)?.strip_prefix("raw")?;
        let after = self.spaces(word + 3);
        let rest = self.text.get(after..self.end)?;
        if rest.starts_with("-%}") {
            return Some(self.spaces(after + 3));
        }
        rest.starts_with("%}").then_some(after + 2)
    }

    fn raw(&mut self, open: usize) {
        let start = self.pos;
        let mut from = start;
        while let Some(at) = self.text.get(from..self.end).and_then(|it| it.find("{%")) {
            let mark = from + at;
            from = mark + 2;
            let sign = self.text.as_bytes().get(mark + 2).copied().filter(|it| matches!(it, b'-' | b'+'));
            let word = self.spaces(mark + 2 + usize::from(sign.is_some()));
            if !self.text.get(word..self.end).is_some_and(|it| it.starts_with("endraw")) {
                continue;
            }
            if let Some((end, stripped)) = self.closing(self.spaces(word + 6), "%}", true, true) {
                self.line_starting = false;
                self.text_before(start, mark, sign, true);
                return self.close(RAW_END, mark, end, stripped);
            }
        }
        let end = self.end;
        self.pos = end;
        if start < end {
            self.problem("Missing end of raw directive".to_owned(), open.max(start), end);
        }
    }

    fn tag(&mut self, tag: Tag) {
        let mut open: Vec<u8> = Vec::new();
        let (close, kind) = if tag == Tag::Variable { ("}}", VARIABLE_END) } else { ("%}", BLOCK_END) };
        while self.pos < self.end {
            let start = self.pos;
            if open.is_empty()
                && let Some((end, stripped)) = self.closing(start, close, tag == Tag::Block, tag == Tag::Block)
            {
                return self.close(kind, start, end, stripped);
            }
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return };
            // Neither can be in a tag: the tag before it has no end yet.
            if rest.starts_with("{%") || rest.starts_with("{#") {
                self.push_any(L_BRACE, start, start, None);
                if rest.starts_with("{#") {
                    let index = self.index_of(start + 1);
                    self.problem(format!("unexpected char '#' at {index}"), start, start);
                } else {
                    self.push_any(MOD, start, start, None);
                }
                self.push_any(kind, start, start, None);
                return;
            }
            if is_space(first) {
                self.pos = self.spaces(start);
                self.push(WHITESPACE, start, self.pos);
                continue;
            }
            if let Some((kind, length)) = number(rest, start > 0 && self.text.as_bytes().get(start - 1) == Some(&b'.')) {
                self.pos = start + length;
                self.push(kind, start, self.pos);
                continue;
            }
            if first.is_alphabetic() || first == '_' || first.is_alphanumeric() && !first.is_ascii() {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                self.pos = start + length;
                self.push(NAME, start, self.pos);
                continue;
            }
            if matches!(first, '"' | '\'') && self.endless < MAX_ENDLESS {
                if let Some(length) = string(rest, first) {
                    self.pos = start + length;
                    match unescape(rest.get(1..length - 1).unwrap_or("")) {
                        Ok(_) => self.push(STRING, start, self.pos),
                        Err(error) => {
                            let kind = if error.kind() == ErrorKind::NotCovered { ProblemKind::NotCovered } else { ProblemKind::Syntax };
                            self.problem_of_kind(kind, error.to_string(), start, self.pos);
                        }
                    }
                    continue;
                }
                self.endless += 1;
            }
            let Some((operator, length)) = operator(rest.as_bytes()) else {
                self.pos = start + first.len_utf8();
                let message = format!("unexpected char {} at {}", super::text::quoted(first), self.index_of(start));
                self.problem(message, start, self.pos);
                continue;
            };
            self.pos = start + length;
            match operator {
                L_BRACE => open.push(b'}'),
                L_PAREN => open.push(b')'),
                L_BRACKET => open.push(b']'),
                R_BRACE | R_PAREN | R_BRACKET => match open.pop() {
                    Some(expected) if rest.as_bytes().first() == Some(&expected) => {}
                    expected => {
                        let message = match expected {
                            Some(expected) => format!("unexpected '{first}', expected '{}'", char::from(expected)),
                            None => format!("unexpected '{first}'"),
                        };
                        // What follows may be the end of the tag.
                        let ends = expected.is_some() && self.closing(start, close, false, false).is_some();
                        open.clear();
                        self.pos = if ends { start } else { self.pos };
                        self.problem(message, start, self.pos);
                        continue;
                    }
                },
                _ => {}
            }
            self.push(operator, start, self.pos);
        }
    }
}

fn operator(rest: &[u8]) -> Option<(SyntaxKind, usize)> {
    let two = match rest.get(..2) {
        Some(b"//") => Some(FLOORDIV),
        Some(b"**") => Some(POW),
        Some(b"==") => Some(EQ),
        Some(b"!=") => Some(NE),
        Some(b">=") => Some(GTEQ),
        Some(b"<=") => Some(LTEQ),
        _ => None,
    };
    if let Some(two) = two {
        return Some((two, 2));
    }
    let one = match rest.first()? {
        b'+' => ADD,
        b'-' => SUB,
        b'/' => DIV,
        b'*' => MUL,
        b'%' => MOD,
        b'~' => TILDE,
        b'[' => L_BRACKET,
        b']' => R_BRACKET,
        b'(' => L_PAREN,
        b')' => R_PAREN,
        b'{' => L_BRACE,
        b'}' => R_BRACE,
        b'>' => GT,
        b'<' => LT,
        b'=' => ASSIGN,
        b'.' => DOT,
        b':' => COLON,
        b'|' => PIPE,
        b',' => COMMA,
        b';' => SEMICOLON,
        _ => return None,
    };
    Some((one, 1))
}

/// The length of a quoted text.
fn string(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next()?;
        } else if c == quote {
            return Some(at + 1);
        }
    }
    None
}

/// The length of digits with single underscores between them.
fn digits(rest: &[u8], from: usize, is_digit: fn(&u8) -> bool) -> usize {
    let mut at = from;
    loop {
        if rest.get(at).is_some_and(is_digit) {
            at += 1;
        } else if at > from && rest.get(at) == Some(&b'_') && rest.get(at + 1).is_some_and(is_digit) {
            at += 2;
        } else {
            return at;
        }
    }
}

fn number(rest: &str, after_dot: bool) -> Option<(SyntaxKind, usize)> {
    let bytes = rest.as_bytes();
    if !bytes.first()?.is_ascii_digit() {
        return None;
    }
    let whole = digits(bytes, 0, u8::is_ascii_digit);
    if !after_dot {
        let fraction = match bytes.get(whole) {
            Some(b'.') => digits(bytes, whole + 1, u8::is_ascii_digit),
            _ => whole,
        };
        let fraction = if fraction > whole + 1 { fraction } else { whole };
        let mut exponent = fraction;
        if matches!(bytes.get(fraction), Some(b'e' | b'E')) {
            let sign = fraction + 1 + usize::from(matches!(bytes.get(fraction + 1), Some(b'+' | b'-')));
            let end = digits(bytes, sign, u8::is_ascii_digit);
            if end > sign {
                exponent = end;
            }
        }
        if exponent > whole {
            return Some((FLOAT, exponent));
        }
    }
    if bytes.first() == Some(&b'0') {
        let based: Option<fn(&u8) -> bool> = match bytes.get(1) {
            Some(b'b' | b'B') => Some(|it| matches!(it, b'0' | b'1')),
            Some(b'o' | b'O') => Some(|it| (b'0'..=b'7').contains(it)),
            Some(b'x' | b'X') => Some(u8::is_ascii_hexdigit),
            _ => None,
        };
        if let Some(is_digit) = based {
            let from = 2 + usize::from(bytes.get(2) == Some(&b'_'));
            let end = digits(bytes, from, is_digit);
            if end > from {
                return Some((INTEGER, end));
            }
        }
        return Some((INTEGER, digits(bytes, 0, |it| *it == b'0')));
    }
    Some((INTEGER, whole))
}
