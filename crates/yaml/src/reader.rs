//! From events to a tree.

use libyaml_safer::{Event, EventData, ScalarStyle};

use crate::events::{Events, Input};
use crate::tree::{MAX_DEPTH, Properties};
use crate::{Data, Entry, Error, ErrorKind, Kind, Node, Parts, Stage, Text, Tree, scalar};

pub(crate) const TOO_DEEP: &str = "The data is nested too deeply";

/// The first document of a text; of one with a mistake, what stands before it.
pub(crate) fn tree(text: &[u8]) -> Tree {
    read(text, false)
}

/// The only document of a text; a second one is a mistake.
pub(crate) fn single(text: &[u8]) -> Tree {
    read(text, true)
}

fn read(text: &[u8], single: bool) -> Tree {
    // Ruby reads all data as UTF-8; the parser would take these octets for marks of UTF-16.
    if matches!(text, [0xfe | 0xff, ..]) {
        return failed("invalid leading UTF-8 octet at line 1 column 1", ErrorKind::Syntax);
    }
    // The parser gives up on a few broken texts by a panic. They are mistakes in a file like others.
    std::panic::catch_unwind(|| {
        let input = Input::new(text);
        let mut reader = Reader { input: &input, events: input.events(), problem: None };
        let root = reader.document();
        if single && root.is_some() {
            reader.end(root.as_ref());
        }
        Tree { root, problem: reader.problem }
    })
    .unwrap_or_else(|_| failed("The parser does not get on with the text", ErrorKind::Class))
}

fn failed(message: &str, kind: ErrorKind) -> Tree {
    Tree { root: None, problem: Some(Error { message: message.to_owned(), kind, line: 1, column: 1, at: 0, parts: None }) }
}

struct Reader<'i> {
    input: &'i Input<'i>,
    events: Events<'i>,
    problem: Option<Error>,
}

impl Reader<'_> {
    /// The next event; none after a mistake.
    fn next(&mut self) -> Option<Event> {
        if self.problem.is_some() {
            return None;
        }
        match self.events.next() {
            Ok(event) => Some(event),
            Err(problem) => {
                self.problem = Some(problem);
                None
            }
        }
    }

    fn document(&mut self) -> Option<Node> {
        loop {
            match self.next()?.data {
                EventData::StreamStart { .. } => {}
                EventData::DocumentStart { .. } => break,
                _ => return None,
            }
        }
        let event = self.next()?;
        let root = self.node(event, 0);
        // What follows the document must be fine up to its end; later documents are ignored.
        self.next();
        root
    }

    /// Reads what follows the document, which must be nothing.
    fn end(&mut self, root: Option<&Node>) {
        let Some(event) = self.next() else { return };
        if matches!(event.data, EventData::StreamEnd) {
            return;
        }
        let place = self.input.place(event.start_mark);
        let context = root.map(|it| ("expected a single document in the stream".to_owned(), it.line, it.column));
        let problem = "but found another document".to_owned();
        let parts = Parts { stage: Stage::Composer, problem: problem.clone(), context };
        self.problem = Some(Error { parts: Some(Box::new(parts)), ..Error::at(place, ErrorKind::Syntax, problem) });
    }

    fn node(&mut self, event: Event, depth: usize) -> Option<Node> {
        let (start, end) = (self.input.place(event.start_mark), self.input.place(event.end_mark));
        // The parser's time grows with the depth of brackets for each token: a deeper text is not read to its end.
        if depth > MAX_DEPTH {
            self.problem = Some(Error::at(start, ErrorKind::Other, TOO_DEEP.to_owned()));
            return None;
        }
        let mut range = start.offset..end.offset.max(start.offset);
        let mut properties = None;
        let kind = match event.data {
            EventData::Alias { anchor } => Kind::Alias { anchor: anchor.into() },
            EventData::Scalar { anchor, mut tag, mut value, quoted_implicit, style, .. } => {
                if self.input.added_line == Some(event.end_mark.line) && matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
                    remove_added_break(&mut value, self.input.blank_end);
                }
                // A block of text ends with its last line, not where the next thing begins.
                let written = self.input.text().get(range.clone()).unwrap_or_default();
                range.end = range.start + trimmed_length(written);
                let is_plain = style == ScalarStyle::Plain;
                if tag.is_none() && !is_plain && !quoted_implicit {
                    tag = Some(NO_TEXT.to_owned());
                }
                let text = Text::from(value);
                let value = match tag.as_deref() {
                    None if is_plain => scalar::meaning(&text),
                    Some(NO_TEXT) => scalar::meaning(&text),
                    _ => Data::String(text.clone()),
                };
                properties = Properties::new(anchor, tag);
                Kind::Scalar { text, value, is_plain }
            }
            EventData::SequenceStart { anchor, tag, .. } => {
                properties = Properties::new(anchor, tag);
                // Most lists and maps have one entry: the first push onto an empty vector would reserve four.
                let mut items = Vec::with_capacity(1);
                while let Some(event) = self.next() {
                    if matches!(event.data, EventData::SequenceEnd) {
                        range.end = self.bracket_end(&event, b']').unwrap_or(range.end);
                        break;
                    }
                    items.extend(self.node(event, depth + 1));
                }
                range.end = items.last().map_or(range.end, |it: &Node| it.range.end.max(range.end));
                Kind::List(items)
            }
            EventData::MappingStart { anchor, tag, .. } => {
                properties = Properties::new(anchor, tag);
                let mut entries: Vec<Entry> = Vec::with_capacity(1);
                while let Some(event) = self.next() {
                    if matches!(event.data, EventData::MappingEnd) {
                        range.end = self.bracket_end(&event, b'}').unwrap_or(range.end);
                        break;
                    }
                    let Some(key) = self.node(event, depth + 1) else { break };
                    let value = match self.next() {
                        Some(event) => self.node(event, depth + 1),
                        None => None,
                    };
                    entries.push(Entry { key, value });
                }
                range.end = entries.last().map_or(range.end, |it| it.end().max(range.end));
                Kind::Map(entries)
            }
            _ => return None,
        };
        Some(Node { range, line: start.line, column: start.column, kind, properties })
    }

    /// Where a bracket ends what began with one; what has none ends with its last part.
    fn bracket_end(&self, event: &Event, bracket: u8) -> Option<usize> {
        let start = self.input.place(event.start_mark).offset;
        (self.input.text().get(start) == Some(&bracket)).then_some(start + 1)
    }
}

/// The tag `!`: what stands in quotes means what it would mean without.
pub(crate) const NO_TEXT: &str = "!";

/// The length of a text without the blanks and breaks at its end.
fn trimmed_length(text: &[u8]) -> usize {
    match std::str::from_utf8(text) {
        Ok(text) => text.trim_end().len(),
        Err(_) => text.trim_ascii_end().len(),
    }
}

/// Removes the added break of a block whose last line has none: a last line that is blank within the indent has left none.
fn remove_added_break(value: &mut String, blank: bool) {
    if let Some(before) = value.strip_suffix('\n') {
        let last = before.rsplit('\n').next().unwrap_or_default();
        if !blank || last.chars().all(|it| matches!(it, ' ' | '\t')) {
            value.pop();
        }
    }
}
