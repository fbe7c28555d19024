//! The events of a text, from a translation of the parser that Psych uses: the same grammar, the same texts of errors.

mod lookahead;

use std::borrow::Cow;

use libyaml_safer::{Event, EventData, MappingStyle, Mark, Parser, SequenceStyle};

use crate::{Error, ErrorKind, Parts, Stage};

/// The mark that some editors write at the start of a text, and that the parser does not count.
const ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text that the parser reads to its end.
pub(crate) struct Input<'t> {
    text: &'t [u8],
    /// Text for the parser: with a few blanks and a last line break.
    passable: Cow<'t, [u8]>,
    /// The blanks in it that the text does not have.
    blanks: Vec<Blank>,
    /// The line, from 0, that begins after the break that was added at the end.
    pub added_line: Option<u64>,
    /// Whether the line before that is blank.
    pub blank_end: bool,
}

/// A blank that was added.
struct Blank {
    /// Its place in what the parser reads.
    at: usize,
    line: u64,
}

/// Where something stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// In bytes.
    pub offset: usize,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

impl<'t> Input<'t> {
    /// The parser fails on a block of text whose last line has no break, and on a comma right after a tag in a list.
    pub fn new(text: &'t [u8]) -> Input<'t> {
        let has_end = matches!(text.last(), None | Some(b'\n' | b'\r'));
        let whole = if has_end { Cow::Borrowed(text) } else { Cow::Owned([text, b"\n"].concat()) };
        let added_line = (!has_end).then(|| breaks(&whole));
        let last = text.iter().rev().take_while(|it| !matches!(it, b'\n' | b'\r'));
        let blank_end = !has_end && last.into_iter().all(|it| matches!(it, b' ' | b'\t'));
        let mut input = Input { text, passable: whole, blanks: Vec::new(), added_line, blank_end };
        let commas = input.commas_after_tags();
        if !commas.is_empty() {
            input.passable = Cow::Owned(insert_blanks(&input.passable, &commas));
            input.blanks = blanks(&input.passable, &commas);
        }
        input
    }

    pub fn events(&self) -> Events<'_> {
        Events { input: self, parser: parser(&self.passable) }
    }

    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    pub fn place(&self, mark: Mark) -> Place {
        let at = usize::try_from(mark.index).unwrap_or(usize::MAX).saturating_add(order_mark(self.text));
        let added = self.blanks.partition_point(|it| it.at < at);
        let before_line = self.blanks.partition_point(|it| it.line < mark.line).min(added);
        let mut offset = (at - added).min(self.text.len());
        // Places stay between characters, whatever the parser counts.
        while offset > 0 && self.text.get(offset).is_some_and(|it| it & 0xc0 == 0x80) {
            offset -= 1;
        }
        let from_one = |it: u64| u32::try_from(it.saturating_add(1)).unwrap_or(u32::MAX);
        let on_line = u64::try_from(added - before_line).unwrap_or(u64::MAX);
        Place { offset, line: from_one(mark.line), column: from_one(mark.column.saturating_sub(on_line)) }
    }

    /// Psych names the place where the context begins, whether there is one or not.
    fn problem(&self, error: &libyaml_safer::Error) -> Error {
        let place = error.problem_mark().map_or(Place { offset: 0, line: 1, column: 1 }, |it| self.place(it));
        let (line, column) = match (error.kind(), error.context_mark().map(|it| self.place(it))) {
            (_, Some(context)) => (context.line, context.column),
            (libyaml_safer::ErrorKind::Scanner, None) => (place.line, place.column),
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
        let stage = match error.kind() {
            libyaml_safer::ErrorKind::Scanner => Stage::Scanner,
            libyaml_safer::ErrorKind::Parser | libyaml_safer::ErrorKind::Composer => Stage::Parser,
            _ => Stage::Reader,
        };
        let begun = error.context_mark().map_or(place, |it| self.place(it));
        let context = error.context().map(|it| (it.to_owned(), begun.line, begun.column));
        let parts = Parts { stage, problem: error.problem().to_owned(), context };
        let message = format!("{text} at line {line} column {column}");
        Error { parts: Some(Box::new(parts)), ..Error::at(place, ErrorKind::Syntax, message) }
    }

    /// The commas in lists that stand right after a tag.
    fn commas_after_tags(&self) -> Vec<usize> {
        let mut commas = commas_after_bangs(&self.passable);
        if commas.is_empty() {
            return commas;
        }
        // Which of them follow a tag and not a text, the parser says itself, once they are apart.
        let apart = insert_blanks(&self.passable, &commas);
        let tags = tags_in_lists(&apart);
        let lookahead = tags.lookahead.map_or_else(Vec::new, |(from, lists)| lookahead::commas_after_tags(&apart, from, lists));
        let mut before = 0;
        commas.retain(|comma| {
            // Each comma before it moved it by one.
            let end = comma + before;
            before += 1;
            // The blank that sets the comma apart is at its place.
            if lookahead.binary_search(&(end + 1)).is_ok() {
                return true;
            }
            let start = tags.starts.partition_point(|it| *it < end).checked_sub(1).and_then(|last| tags.starts.get(last));
            start.is_some_and(|start| apart.get(*start..end).is_some_and(is_properties))
        });
        commas
    }
}

/// The events of an input, one after the other.
pub(crate) struct Events<'i> {
    input: &'i Input<'i>,
    parser: Parser<&'i [u8]>,
}

impl Events<'_> {
    pub fn next(&mut self) -> Result<Event, Error> {
        self.parser.parse().map_err(|error| self.input.problem(&error))
    }
}

fn parser(text: &[u8]) -> Parser<&[u8]> {
    let mut parser = Parser::new();
    parser.set_input(text);
    parser
}

fn order_mark(text: &[u8]) -> usize {
    if text.starts_with(ORDER_MARK) { ORDER_MARK.len() } else { 0 }
}

/// How many lines YAML sees end.
fn breaks(text: &[u8]) -> u64 {
    let mut count = 0;
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        count += match (first, after) {
            (b'\r', [b'\n', ..]) => 0,
            (b'\n' | b'\r', _) | (0xc2, [0x85, ..]) | (0xe2, [0x80, 0xa8 | 0xa9, ..]) => 1,
            _ => 0,
        };
        rest = after;
    }
    count
}

/// The nodes with a tag inside of `[` or `{`.
struct Tags {
    /// Where they begin.
    starts: Vec<usize>,
    /// Of a broken text: where the part begins that the parser has read for the mistake alone, and in how many lists that is.
    lookahead: Option<(usize, usize)>,
}

fn tags_in_lists(text: &[u8]) -> Tags {
    let mut tags = Tags { starts: Vec::new(), lookahead: None };
    let mut lists = 0_usize;
    let mut end = 0;
    let mut parser = parser(text);
    let offset = |mark: Mark| usize::try_from(mark.index).unwrap_or(usize::MAX).saturating_add(order_mark(text));
    loop {
        let Ok(event) = parser.parse() else {
            tags.lookahead = Some((end, lists));
            break;
        };
        let tagged = match &event.data {
            EventData::Scalar { tag, .. } | EventData::SequenceStart { tag, .. } | EventData::MappingStart { tag, .. } => tag.is_some(),
            EventData::StreamEnd => break,
            _ => false,
        };
        if tagged && lists > 0 {
            tags.starts.push(offset(event.start_mark));
        }
        end = offset(event.end_mark);
        match event.data {
            // What is inside of `[` or `{` has no other form.
            EventData::SequenceStart { style, .. } if lists > 0 || style == SequenceStyle::Flow => lists += 1,
            EventData::MappingStart { style, .. } if lists > 0 || style == MappingStyle::Flow => lists += 1,
            EventData::SequenceEnd | EventData::MappingEnd => lists = lists.saturating_sub(1),
            _ => {}
        }
        // No tree goes as deep, and the parser needs quadratic time for such texts.
        if lists > crate::tree::MAX_DEPTH {
            break;
        }
    }
    tags
}

/// Whether it is a tag, maybe with an anchor before it.
fn is_properties(text: &[u8]) -> bool {
    let last = text.rsplit(|it| *it == b' ').next().unwrap_or_default();
    let is_address = last.starts_with(b"!<") && last.iter().position(|it| *it == b'>') == Some(last.len() - 1);
    let rest = if is_address { text.get(..text.len() - last.len()).unwrap_or_default() } else { text };
    text.first().is_some_and(|it| matches!(it, b'!' | b'&')) && !rest.contains(&b',') && !rest.contains(&b'\n')
}

fn commas_after_bangs(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut bang, mut in_brackets) = (false, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            // A whole address may have commas.
            b'!' if !in_brackets => (bang, in_brackets) = (true, text.get(at + 1) == Some(&b'<')),
            b'>' => in_brackets = false,
            b',' if bang && !in_brackets => found.push(at),
            b' ' | b'\t' | b'\n' | b'\r' => (bang, in_brackets) = (false, false),
            _ => {}
        }
    }
    found
}

fn insert_blanks(text: &[u8], at: &[usize]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len() + at.len());
    let mut done = 0;
    for at in at {
        result.extend_from_slice(text.get(done..*at).unwrap_or_default());
        result.push(b' ');
        done = *at;
    }
    result.extend_from_slice(text.get(done..).unwrap_or_default());
    result
}

/// The blanks before commas, in the text that has them.
fn blanks(passable: &[u8], commas: &[usize]) -> Vec<Blank> {
    let (mut line, mut done) = (0, 0);
    let mut found = Vec::with_capacity(commas.len());
    for (before, comma) in commas.iter().enumerate() {
        let at = comma + before;
        line += breaks(passable.get(done..at).unwrap_or_default());
        done = at;
        found.push(Blank { at, line });
    }
    found
}
