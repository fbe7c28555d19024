//! Heredocs: `@(TAG)` in a line, their text on the lines below.

use super::{Lexer, Mode, NO_HEREDOC, Tok, is_blank, offset32, range, size};
use crate::{Code, Place, SyntaxKind::*};
use literals::escapes::{Escapes, bad_escapes};

/// Tag of a heredoc, and the tokens of its text.
#[derive(Clone, Debug)]
pub(crate) struct Heredoc {
    /// The text without its end line, then the end line without its line break.
    pub(crate) body: (u32, u32, u32),
    /// The tokens of the body, in the coordinates of the file.
    pub(crate) tokens: Vec<Tok>,
    /// The white space that is cut from the start of its lines.
    pub(crate) margin: String,
    /// For each line (offset in the text without margin, offset in the file).
    pub(crate) map: Vec<(usize, usize)>,
    /// The length of the text without margin and without a line break that the end line removes.
    pub(crate) length: usize,
}

/// Options of a heredoc's tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    pub(crate) end_tag: &'a str,
    pub(crate) syntax: &'a str,
    pub(crate) interpolates: bool,
    pub(crate) escapes: Escapes,
}

/// The parts of the line that ends a heredoc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeredocEnd {
    /// Where the matched part begins; what stands before it is lost.
    pub(crate) start: usize,
    /// The white space in front, which is the margin if a `|` follows.
    pub(crate) leading_end: usize,
    pub(crate) has_margin: bool,
    pub(crate) removes_break: bool,
}

pub(crate) enum TagError {
    Syntax,
    Empty,
    Repeated(Vec<char>),
    Invalid(char),
}

/// Reads `@(TAG:syntax/flags)`.
pub(crate) fn tag(text: &str) -> Result<Tag<'_>, TagError> {
    let at = tag_start(text).ok_or(TagError::Syntax)?;
    tag_at(text, at)
}

/// The `@(` at which a tag begins. It may be a later one than the first: whatever stands before the last one that fits is
/// ignored by Puppet.
fn tag_start(text: &str) -> Option<usize> {
    text.match_indices("@(").map(|(at, _)| at).find(|at| text.get(at + 2..).and_then(tag_parts).is_some())
}

fn tag_at(text: &str, at: usize) -> Result<Tag<'_>, TagError> {
    let found = text.get(at + 2..).and_then(tag_parts);
    let (end_tag, syntax, flags) = found.ok_or(TagError::Syntax)?;
    let mut end_tag = end_tag.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
    let mut interpolates = false;
    if end_tag.len() >= 2 && end_tag.starts_with('"') && end_tag.ends_with('"') {
        end_tag = end_tag.get(1..end_tag.len() - 1).unwrap_or("").trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
        interpolates = true;
    }
    if end_tag.is_empty() {
        return Err(TagError::Empty);
    }
    let mut escapes = Escapes::NONE;
    if let Some(flags) = flags {
        let flags: Vec<char> = if flags.is_empty() { "trnsuL$".chars().collect() } else { flags.chars().collect() };
        if flags.iter().enumerate().any(|(i, c)| flags.iter().skip(i + 1).any(|d| c == d)) {
            return Err(TagError::Repeated(flags));
        }
        escapes = Escapes::heredoc(&flags).map_err(TagError::Invalid)?;
    }
    Ok(Tag { end_tag, syntax, interpolates, escapes })
}

/// `TAG[:syntax][/flags])` as (tag, syntax, flags).
fn tag_parts(text: &str) -> Option<(&str, &str, Option<&str>)> {
    let end = text.find([':', '/', '\r', '\n', ')'])?;
    if end == 0 {
        return None;
    }
    let tag = text.get(..end)?;
    let mut rest = text.get(end..)?;
    let mut syntax = "";
    if let Some(after) = rest.strip_prefix(':') {
        let after = after.trim_start_matches(is_blank);
        let len = after.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '+')).unwrap_or(after.len());
        if len < 2 || !after.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        syntax = after.get(..len)?;
        rest = after.get(len..)?.trim_start_matches(is_blank);
    }
    let mut flags = None;
    if let Some(after) = rest.strip_prefix('/') {
        let len = after.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$')).unwrap_or(after.len());
        flags = Some(after.get(..len)?);
        rest = after.get(len..)?.trim_start_matches(is_blank);
    }
    rest.starts_with(')').then_some((tag, syntax, flags))
}

/// Reads a line (with or without its line break) as the end of a heredoc with this tag.
pub(crate) fn heredoc_end(line: &str, end_tag: &str) -> Option<HeredocEnd> {
    let text = line.strip_suffix('\n').unwrap_or(line);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let text = text.trim_end_matches(is_blank);
    let before = text.strip_suffix(end_tag)?;
    let mut leading = before.trim_end_matches(is_blank);
    let mut leading_end = before.len();
    let (mut has_margin, mut removes_break) = (false, false);
    if let Some(rest) = leading.strip_suffix('-') {
        removes_break = true;
        leading_end = rest.len();
        leading = rest.trim_end_matches(is_blank);
    }
    if let Some(rest) = leading.strip_suffix('|') {
        has_margin = true;
        leading_end = rest.len();
        leading = rest.trim_end_matches(is_blank);
    }
    Some(HeredocEnd { start: leading.len(), leading_end, has_margin, removes_break })
}

impl Lexer<'_> {
    pub(super) fn heredoc(&mut self) {
        let open = self.pos;
        let Some((close, start)) = self.tag_bounds(open) else {
            let message = format!("Unclosed parenthesis after '@(' followed by '{}'", self.followed_by(open));
            self.problem_at(Code::HeredocUnclosedParenthesis, range(open, open + 2), message, Place::Same);
            return self.significant(HEREDOC_TAG, open + 2);
        };
        let spec = self.text.get(open..close).unwrap_or("");
        let place = Place::At(size(close));
        let tag = match start.ok_or(TagError::Syntax).and_then(|at| tag_at(spec, at - open)) {
            Ok(tag) => tag,
            Err(error) => {
                let (code, message) = match error {
                    TagError::Syntax => {
                        (Code::HeredocInvalidSyntax, "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])".to_owned())
                    }
                    TagError::Empty => (Code::HeredocEmptyEndtag, "Heredoc with an empty endtag".to_owned()),
                    TagError::Repeated(flags) => {
                        let flags: Vec<String> = flags.iter().map(char::to_string).collect();
                        (Code::HeredocRepeatedEscape, format!("An escape char for @() may only appear once. Got '{}'", flags.join(", ")))
                    }
                    TagError::Invalid(c) => {
                        (Code::HeredocInvalidEscape, format!("Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{c}'"))
                    }
                };
                self.problem_at(code, range(open, close), message, place);
                // A spec that spans lines is taken for its first characters only.
                let end = if self.line_break(open).is_some_and(|at| at < close) { open + 2 } else { close };
                return self.significant(HEREDOC_TAG, end);
            }
        };
        if self.in_heredoc {
            self.problem_at(
                Code::NestedHeredoc,
                range(open, close),
                "A heredoc cannot stand in the interpolation of another heredoc".to_owned(),
                Place::Same,
            );
            self.help("assign the inner text to a variable first");
            return self.significant(HEREDOC_TAG, close);
        }
        let text_start = match self.jump {
            Some(jump) => jump,
            None => match self.line_break(close) {
                Some(at) => at + 1,
                None => {
                    let message = "Heredoc without any following lines of text".to_owned();
                    self.problem_at(Code::HeredocWithoutText, range(open, close), message, place);
                    return self.significant(HEREDOC_TAG, close);
                }
            },
        };
        let mut line_start = text_start;
        let mut end = None;
        let absent = self.absent.end_lines.len() > super::MAX_ENDLESS
            || self.absent.end_lines.iter().any(|(from, end_tag)| *from <= text_start && end_tag == tag.end_tag);
        while !absent && line_start < self.text.len() {
            let len = self.text.get(line_start..).and_then(|t| t.find('\n')).map_or(self.text.len() - line_start, |n| n + 1);
            let line = self.text.get(line_start..line_start + len).unwrap_or("");
            if let Some(found) = heredoc_end(line, tag.end_tag) {
                end = Some((found, line_start, line_start + len));
                break;
            }
            line_start += len;
        }
        let Some((end, end_line, jump)) = end else {
            if !absent {
                self.absent.end_lines.push((text_start, tag.end_tag.to_owned()));
            }
            let message = "Heredoc without end-tagged line".to_owned();
            self.problem_at(Code::HeredocWithoutEnd, range(open, close), message, Place::At(size(text_start)));
            return self.significant(HEREDOC_TAG, close);
        };
        if end.start > 0 {
            self.problem_at(
                Code::HeredocTextBeforeEnd,
                range(end_line, end_line + end.start),
                "This text is lost: the line ends the heredoc because it ends with its tag".to_owned(),
                Place::None,
            );
            self.help("choose a tag that no line of the text ends with, or write the tag alone on its line");
        }
        let end_text = self.text.get(end_line..jump).unwrap_or("").trim_end_matches('\n').trim_end_matches('\r').len();
        let body = (offset32(text_start), offset32(end_line), offset32(end_line + end_text));
        let margin = self.text.get(end_line + end.start..end_line + end.leading_end).filter(|_| end.has_margin).unwrap_or("").to_owned();
        let (mut text, map) = strip_margin(self.text.get(text_start..end_line).unwrap_or(""), text_start, &margin);
        if end.removes_break {
            let len = text.strip_suffix('\n').map(|t| t.strip_suffix('\r').unwrap_or(t).len());
            text.truncate(len.unwrap_or(text.len()));
        }
        let length = text.len();
        let tokens = self.heredoc_tokens(&tag, (text_start, end_line, end_line + end_text), &text, &map);
        for tok in tokens.iter().filter(|t| t.kind == STRING_TEXT && tag.escapes.unicode()) {
            let text = self.text.get(tok.start as usize..tok.end as usize).unwrap_or("");
            for bad in bad_escapes(text, &tag.escapes).into_iter().filter(|b| b.unicode) {
                self.broken_unicode(range(tok.start as usize + bad.start, tok.start as usize + bad.end));
            }
        }
        let index = offset32(self.lexed.heredocs.len());
        self.lexed.heredocs.push(Heredoc { body, tokens, margin, map, length });
        self.pending.push((text_start, end_line + end_text, index));
        self.jump = Some(jump);
        self.push_with(HEREDOC_TAG, close, 0, index);
        self.after = HEREDOC_TAG;
    }

    /// Where what begins with this `@(` ends, and where in it the tag begins. Many may end with the same parenthesis.
    fn tag_bounds(&mut self, open: usize) -> Option<(usize, Option<usize>)> {
        if self.absent.parenthesis.is_some_and(|from| from <= open) {
            return None;
        }
        if let Some((from, close, start)) = self.absent.tag
            && from <= open
            && open < close
            && start.is_none_or(|at| open <= at)
        {
            return Some((close, start));
        }
        let Some(close) = self.rest().find(')').map(|n| open + n + 1) else {
            self.absent.parenthesis = Some(open);
            return None;
        };
        let start = self.text.get(open..close).and_then(tag_start).map(|at| open + at);
        self.absent.tag = Some((open, close, start));
        Some((close, start))
    }

    /// The tokens of a heredoc's text: read with margin and last line break removed, placed where they stand in the file.
    fn heredoc_tokens(
        &mut self,
        tag: &Tag<'_>,
        (start, end_line, end): (usize, usize, usize),
        text: &str,
        map: &[(usize, usize)],
    ) -> Vec<Tok> {
        let mode = if tag.interpolates { Mode::HeredocText { dollar_escape: tag.escapes.dollar() } } else { Mode::Code { braces: 0 } };
        let mut inner = Lexer::new(text, self.options, mode);
        inner.in_heredoc = true;
        if tag.interpolates {
            inner.run();
        } else {
            inner.push(STRING_TEXT, text.len());
        }
        let lexed = inner.lexed;
        for (_, mut problem) in lexed.problems {
            let start = map_start(map, usize::from(problem.range.start()));
            problem.range = range(start, map_end(map, usize::from(problem.range.end())).max(start));
            if let Place::At(at) = problem.puppet_place {
                problem.puppet_place = Place::At(size(map_start(map, usize::from(at))));
            }
            let trigger = self.trigger();
            self.lexed.problems.push((trigger, problem));
        }
        let mut tokens: Vec<Tok> = Vec::with_capacity(lexed.tokens.len() + 2);
        let mut at = offset32(start);
        for tok in lexed.tokens {
            let from = offset32(map_start(map, tok.start as usize));
            let to = offset32(map_end(map, tok.end as usize));
            if from > at {
                tokens.push(Tok { kind: WHITESPACE, flags: 0, start: at, end: from, aux: NO_HEREDOC });
            }
            // An inner heredoc has no text of its own.
            tokens.push(Tok { start: from, end: to, aux: NO_HEREDOC, ..tok });
            at = to;
        }
        let end_line = offset32(end_line);
        if end_line > at {
            tokens.push(Tok { kind: WHITESPACE, flags: 0, start: at, end: end_line, aux: NO_HEREDOC });
        }
        let end = offset32(end);
        tokens.push(Tok { kind: HEREDOC_END, flags: 0, start: end_line, end, aux: NO_HEREDOC });
        tokens
    }
}

/// The text without its margin, and for each line (offset in it, offset in the file).
fn strip_margin(original: &str, start: usize, margin: &str) -> (String, Vec<(usize, usize)>) {
    let mut text = String::with_capacity(original.len());
    let mut map = Vec::new();
    let mut offset = start;
    for line in original.split_inclusive('\n') {
        let stripped = line.strip_prefix(margin).unwrap_or(line);
        map.push((text.len(), offset + line.len() - stripped.len()));
        text.push_str(stripped);
        offset += line.len();
    }
    if map.is_empty() {
        map.push((0, start));
    }
    (text, map)
}

/// Where an offset that begins something lies in the file: after the margin of its line.
fn map_start(map: &[(usize, usize)], offset: usize) -> usize {
    let line = map.partition_point(|(inner, _)| *inner <= offset).saturating_sub(1);
    map.get(line).map_or(offset, |(inner, outer)| outer + (offset - inner))
}

/// Where an offset that ends something lies in the file: before the margin of the next line.
fn map_end(map: &[(usize, usize)], offset: usize) -> usize {
    match offset.checked_sub(1) {
        Some(last) => map_start(map, last) + 1,
        None => map_start(map, 0),
    }
}
