//! The events of a text, from a translation of the parser that Psych uses: the same grammar, the same texts.

use std::borrow::Cow;

use libyaml_safer::{Error, ErrorKind, Event, EventData, MappingStyle, Mark, Parser, SequenceStyle};

use super::{Problem, ProblemKind};

pub(super) struct Events<'t> {
    parser: Parser<&'t [u8]>,
}

impl<'t> Events<'t> {
    pub fn new(text: &'t [u8]) -> Events<'t> {
        let mut parser = Parser::new();
        parser.set_input(text);
        Events { parser }
    }

    pub fn next(&mut self) -> Result<Event, Problem> {
        self.parser.parse().map_err(|error| problem(&error))
    }
}

/// A text that the parser reads to its end.
pub(super) struct Passable<'t> {
    pub bytes: Cow<'t, [u8]>,
    /// The line, from 0, that begins behind the break that was put at the end.
    pub added_line: Option<u64>,
    /// Whether the line before that is blank.
    pub blank_end: bool,
}

/// The parser gives up on a block of text whose last line has no break, and on a comma right behind a tag in a list.
pub(super) fn passable(text: &[u8]) -> Passable<'_> {
    if matches!(text.last(), None | Some(b'\n' | b'\r')) {
        return Passable { bytes: with_apart_commas(Cow::Borrowed(text)), added_line: None, blank_end: false };
    }
    let whole = Cow::Owned([text, b"\n"].concat());
    let last = text.iter().rev().take_while(|it| !matches!(it, b'\n' | b'\r'));
    let blank_end = last.into_iter().all(|it| matches!(it, b' ' | b'\t'));
    Passable { added_line: Some(breaks(&whole)), blank_end, bytes: with_apart_commas(whole) }
}

/// How many lines YAML sees end.
fn breaks(text: &[u8]) -> u64 {
    let mut count = 0;
    let mut rest = text;
    while let Some((first, behind)) = rest.split_first() {
        count += match (first, behind) {
            (b'\r', [b'\n', ..]) => 0,
            (b'\n' | b'\r', _) | (0xc2, [0x85, ..]) | (0xe2, [0x80, 0xa8 | 0xa9, ..]) => 1,
            _ => 0,
        };
        rest = behind;
    }
    count
}

fn with_apart_commas(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let commas = commas_behind_bangs(&text);
    if commas.is_empty() {
        return text;
    }
    // Which of them follow a tag and not a text, the parser says itself, once they are apart.
    let apart = insert_blanks(&text, &commas);
    let mut tags = Vec::new();
    let mut lists = 0_usize;
    // The parser does not count it.
    let order_mark = if apart.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut events = Events::new(&apart);
    while let Ok(event) = events.next() {
        let tagged = match &event.data {
            EventData::Scalar { tag, .. } | EventData::SequenceStart { tag, .. } | EventData::MappingStart { tag, .. } => tag.is_some(),
            EventData::StreamEnd => break,
            _ => false,
        };
        if tagged && lists > 0 {
            tags.push(usize::try_from(event.start_mark.index).unwrap_or(usize::MAX).saturating_add(order_mark));
        }
        match event.data {
            // What is inside of `[` or `{` has no other form.
            EventData::SequenceStart { style, .. } if lists > 0 || style == SequenceStyle::Flow => lists += 1,
            EventData::MappingStart { style, .. } if lists > 0 || style == MappingStyle::Flow => lists += 1,
            EventData::SequenceEnd | EventData::MappingEnd => lists = lists.saturating_sub(1),
            _ => {}
        }
    }
    let real: Vec<usize> = commas
        .iter()
        .enumerate()
        // Each comma before it moved it by one.
        .filter(|(before, comma)| {
            let end = **comma + before;
            let start = tags.partition_point(|it| *it < end).checked_sub(1).and_then(|last| tags.get(last));
            start.is_some_and(|start| apart.get(*start..end).is_some_and(is_properties))
        })
        .map(|(_, comma)| *comma)
        .collect();
    Cow::Owned(insert_blanks(&text, &real))
}

/// Whether it is a tag, maybe with an anchor before it.
fn is_properties(text: &[u8]) -> bool {
    text.first().is_some_and(|it| matches!(it, b'!' | b'&')) && !text.contains(&b',') && !text.contains(&b'\n')
}

fn commas_behind_bangs(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut bang = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'!' => bang = true,
            b',' if bang => found.push(at),
            b' ' | b'\t' | b'\n' | b'\r' => bang = false,
            _ => {}
        }
    }
    found
}

fn insert_blanks(text: &[u8], at: &[usize]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len() + at.len());
    let mut done = 0;
    for at in at {
        result.extend_from_slice(&text[done..*at]);
        result.push(b' ');
        done = *at;
    }
    result.extend_from_slice(&text[done..]);
    result
}

pub(super) fn line_and_column(mark: Mark) -> (u32, u32) {
    let from_one = |it: u64| u32::try_from(it.saturating_add(1)).unwrap_or(u32::MAX);
    (from_one(mark.line), from_one(mark.column))
}

/// Psych says where the context begins, be there one or not.
fn problem(error: &Error) -> Problem {
    let (line, column) = error.problem_mark().map_or((1, 1), line_and_column);
    let (told_line, told_column) = match (error.kind(), error.context_mark()) {
        (_, Some(context)) => line_and_column(context),
        (ErrorKind::Scanner, None) => (line, column),
        _ => (1, 1),
    };
    let mut text = match error.problem() {
        "invalid UTF-8" | "I/O error" => "invalid leading UTF-8 octet".to_owned(),
        problem => problem.to_owned(),
    };
    if let Some(context) = error.context() {
        text.push(' ');
        text.push_str(context);
    }
    Problem { message: format!("{text} at line {told_line} column {told_column}"), kind: ProblemKind::Syntax, line, column }
}
