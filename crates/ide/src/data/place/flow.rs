//! Brackets: mappings and lists as JSON writes them, and YAML, too.

use std::ops::Range;

use super::{Place, Sibling, Step, plain};

/// Limit of the bytes after the cursor that are searched for other keys.
const MOST_BEHIND: usize = 64 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Open { is_map: bool },
    Close,
    Comma,
    Colon,
    Scalar { quote: Option<char>, is_closed: bool },
    Comment,
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    is_json: bool,
}

impl Iterator for Tokens<'_> {
    type Item = (Token, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.find(|it: char| !it.is_whitespace())?;
        let rest = self.text.get(start..)?;
        let first = rest.chars().next()?;
        let one = |token| (token, first.len_utf8());
        let (token, length) = match first {
            '{' => one(Token::Open { is_map: true }),
            '[' => one(Token::Open { is_map: false }),
            '}' | ']' => one(Token::Close),
            ',' => one(Token::Comma),
            ':' => one(Token::Colon),
            '#' if !self.is_json => (Token::Comment, line(rest).len()),
            '"' => string(rest, '"'),
            '\'' if !self.is_json => string(rest, '\''),
            _ => (Token::Scalar { quote: None, is_closed: true }, bare(rest, self.is_json)),
        };
        self.at = start + length.max(1);
        Some((token, start..self.at))
    }
}

/// Up to the end of the line.
fn line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// A text in quotes; one that is not closed ends with its line.
fn string(text: &str, quote: char) -> (Token, usize) {
    let line = line(text);
    let mut is_escaped = false;
    for (at, it) in line.char_indices().skip(1) {
        if it == quote && !is_escaped {
            return (Token::Scalar { quote: Some(quote), is_closed: true }, at + 1);
        }
        is_escaped = !is_escaped && it == '\\' && quote == '"';
    }
    (Token::Scalar { quote: Some(quote), is_closed: false }, line.len())
}

/// A text without quotes.
fn bare(text: &str, is_json: bool) -> usize {
    let line = line(text);
    let ends = |(at, it): (usize, char)| {
        let next = line.get(at + it.len_utf8()..).and_then(|it| it.chars().next());
        let is_end = match it {
            ',' | '[' | ']' | '{' | '}' => !(it == '{' && at > 0 && line.get(..at).is_some_and(|it| it.ends_with('%')) && !is_json),
            ':' => is_json || next.is_none_or(|it| it.is_whitespace() || matches!(it, ',' | ']' | '}')),
            ' ' => is_json || next == Some('#'),
            _ => false,
        };
        is_end.then_some(at)
    };
    let end = line.char_indices().find_map(ends).unwrap_or(line.len());
    line.get(..end).unwrap_or_default().trim_end().len()
}

/// Open bracket at a place.
struct Frame {
    is_map: bool,
    /// The key whose value comes, or is there.
    key: Option<String>,
    expects: Expects,
    siblings: Vec<Sibling>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expects {
    Key,
    Colon,
    Value,
    Comma,
}

impl Frame {
    fn new(is_map: bool) -> Frame {
        Frame { is_map, key: None, expects: if is_map { Expects::Key } else { Expects::Value }, siblings: Vec::new() }
    }

    fn scalar(&mut self, text: &str) {
        match self.expects {
            Expects::Value => {
                if let Some(key) = self.key.clone().filter(|_| self.is_map) {
                    self.siblings.push(Sibling { key, value: plain(text).to_owned() });
                }
                self.expects = Expects::Comma;
            }
            // Without a comma, as it is while somebody writes.
            Expects::Key | Expects::Comma if self.is_map => {
                self.key = Some(plain(text).to_owned());
                self.expects = Expects::Colon;
            }
            _ => {}
        }
    }

    /// A value that is in brackets itself has begun.
    fn inner(&mut self) {
        if let Some(key) = self.key.clone().filter(|_| self.is_map) {
            self.siblings.push(Sibling { key, value: String::new() });
        }
        self.expects = Expects::Comma;
    }

    fn comma(&mut self) {
        self.expects = if self.is_map { Expects::Key } else { Expects::Value };
        self.key = None;
    }
}

/// Where an offset is in what begins with a bracket at `start`; none where it is closed before.
pub(super) fn place(text: &str, start: usize, offset: usize, path: Vec<Step>, is_json: bool) -> Option<Place> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut tokens = Tokens { text, at: start, is_json };
    let mut last = start;
    let mut found: Option<(Range<usize>, Option<char>, bool)> = None;
    let mut behind = Vec::new();
    for (token, range) in tokens.by_ref() {
        let is_touched = match token {
            Token::Scalar { quote: None, .. } => range.start <= offset && offset <= range.end,
            Token::Scalar { quote: Some(_), is_closed } => range.start < offset && offset < range.end + usize::from(!is_closed),
            _ => false,
        };
        if let Token::Scalar { quote, is_closed } = token
            && is_touched
        {
            let before = quote.map_or(0, char::len_utf8);
            // What follows a text that is not closed may be meant for something else.
            let end = if is_closed { range.end - before } else { offset };
            found = Some((range.start + before..end, quote, is_closed));
            break;
        }
        if range.start >= offset {
            behind.push((token, range));
            break;
        }
        if token == Token::Comment && offset <= range.end {
            return None;
        }
        last = range.end;
        match token {
            Token::Open { is_map } => {
                if let Some(frame) = frames.last_mut() {
                    frame.inner_begins();
                }
                frames.push(Frame::new(is_map));
            }
            Token::Close => {
                frames.pop();
                frames.last_mut()?.inner();
            }
            Token::Comma => frames.last_mut()?.comma(),
            Token::Colon => {
                let frame = frames.last_mut()?;
                if frame.is_map {
                    frame.expects = Expects::Value;
                }
            }
            Token::Scalar { quote, .. } => {
                // Right after a quote nothing can be written.
                if quote.is_some() && range.end == offset {
                    return None;
                }
                frames.last_mut()?.scalar(text.get(range)?);
            }
            Token::Comment => {}
        }
    }
    let is_apart = text.get(last..offset).is_some_and(|it| it.contains(['\n', '\r']));
    let frame = frames.last()?;
    let may_be_key = match frame.expects {
        Expects::Key => true,
        Expects::Comma if frame.is_map && (is_apart || found.is_some()) => true,
        Expects::Value => false,
        Expects::Comma | Expects::Colon => return None,
    };
    let mut path = path;
    let count = frames.len();
    for (number, frame) in frames.iter().enumerate() {
        if number + 1 == count && may_be_key {
            break;
        }
        path.push(if frame.is_map { Step::Key(frame.key.clone().unwrap_or_default()) } else { Step::Item });
    }
    let (scalar, quote, is_closed) = found.unwrap_or((offset..offset, None, true));
    let own = frames.pop()?;
    let mut siblings = own.siblings;
    let rest: Vec<(Token, Range<usize>)> =
        behind.into_iter().chain(tokens).take_while(|(_, range)| range.start < offset.saturating_add(MOST_BEHIND)).collect();
    let has_colon = rest.first().is_some_and(|it| it.0 == Token::Colon);
    if own.is_map {
        siblings.extend(siblings_in(text, &rest));
    }
    Some(Place {
        path,
        may_be_key,
        may_be_value: !may_be_key,
        scalar,
        quote,
        is_closed,
        siblings,
        is_flow: true,
        has_colon,
        is_text: false,
    })
}

impl Frame {
    /// A bracket opens where a value belongs; [`Frame::inner`] shows whether there is a value already.
    fn inner_begins(&mut self) {
        if self.expects == Expects::Comma {
            self.comma();
        }
    }
}

/// The entries of a mapping after the cursor, up to its end.
fn siblings_in(text: &str, tokens: &[(Token, Range<usize>)]) -> Vec<Sibling> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (number, (token, range)) in tokens.iter().enumerate() {
        match token {
            Token::Open { .. } => depth += 1,
            Token::Close if depth == 0 => break,
            Token::Close => depth -= 1,
            Token::Scalar { .. } if depth == 0 && tokens.get(number + 1).is_some_and(|it| it.0 == Token::Colon) => {
                let value = match tokens.get(number + 2) {
                    Some((Token::Scalar { .. }, range)) => text.get(range.clone()).unwrap_or_default(),
                    _ => "",
                };
                let key = plain(text.get(range.clone()).unwrap_or_default()).to_owned();
                found.push(Sibling { key, value: plain(value).to_owned() });
            }
            _ => {}
        }
    }
    found
}
