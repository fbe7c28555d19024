//! YAML as Psych writes it, to the byte: files that are managed must not change because another program wrote them.
//!
//! Why it is not the emitter of libyaml-safer: see `docs/decisions/one-yaml-crate.md`.

mod simple;
mod style;
mod writer;

use std::borrow::Cow;
use std::io::{self, Write};

use writer::Writer;

/// How wide a document is, and how far its levels are indented.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    indentation: usize,
    width: usize,
}

impl Options {
    /// Options of the emitter; values out of range mean the default, as in the library.
    pub fn new(indentation: Option<i64>, width: Option<i64>) -> Options {
        let indentation = indentation.and_then(|it| usize::try_from(it).ok()).filter(|it| (2..=9).contains(it)).unwrap_or(2);
        let width = match width {
            Some(width) if width < 0 => usize::MAX,
            Some(width) => usize::try_from(width).ok().filter(|it| *it > indentation * 2).unwrap_or(80),
            None => 80,
        };
        Options { indentation, width }
    }
}

impl Default for Options {
    /// Levels of two blanks, and lines of 80 characters.
    fn default() -> Options {
        Options::new(None, None)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    List,
    Mapping,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// A single value: its style where the place and the text allow it.
#[derive(Clone, Debug)]
pub struct Scalar<'t> {
    pub text: Cow<'t, str>,
    pub style: Style,
    pub tag: Option<&'static str>,
}

impl<'t> Scalar<'t> {
    /// Scalar without quotes: a number, a boolean, nothing.
    pub fn plain(text: impl Into<Cow<'t, str>>) -> Scalar<'t> {
        Scalar { text: text.into(), style: Style::Plain, tag: None }
    }

    /// A text, in the style that Psych gives it.
    pub fn text(text: &'t str) -> Scalar<'t> {
        style::text(text)
    }

    /// Whether it may stand before its colon as a key; others have a question mark.
    pub fn is_simple_key(&self) -> bool {
        let length = self.text.len() + self.tag.map_or(0, str::len);
        length <= 128 && !self.text.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
    }
}

/// Where the next node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Root,
    Item,
    Value,
    /// Before a colon.
    Key,
}

/// The level around a collection, to which its end goes back.
#[must_use]
pub struct Level(Option<usize>);

/// Writes one document, node by node: a scalar, an empty collection, or a collection with its nodes up to its end.
pub struct Emitter {
    writer: Writer,
    place: Place,
}

impl Emitter {
    /// Begins a document with `---`.
    pub fn new(options: Options) -> Emitter {
        let mut writer = Writer::new(options);
        writer.indicator("---", true, false, false);
        Emitter { writer, place: Place::Root }
    }

    /// Begins lines inside of a document that another emitter writes: the next node is an item or entry of the last of these collections,
    /// of which each holds the next. They are written after what `out` holds.
    pub fn nested(options: Options, collections: &[Collection], out: String) -> Emitter {
        let mut emitter = Emitter::new(options);
        for collection in collections {
            let _ = match collection {
                Collection::List => emitter.begin_list(),
                Collection::Mapping => emitter.begin_mapping(),
            };
            emitter.place = match collection {
                Collection::List => Place::Item,
                Collection::Mapping => Place::Value,
            };
        }
        emitter.writer.go_on_in(out);
        emitter
    }

    /// Ends lines that were begun inside of a document.
    pub fn into_lines(mut self) -> String {
        self.writer.end_started_line();
        self.writer.into_out()
    }

    /// Writes items or entries of this collection that were made inside of the same collections.
    pub fn lines(&mut self, lines: &str) {
        self.writer.lines(lines);
    }

    /// Hands over the text so far, if it has this many bytes.
    ///
    /// # Errors
    /// Those of the writer that it is handed to. The text is dropped then.
    pub fn hand_over(&mut self, least: usize, to: &mut dyn Write) -> io::Result<()> {
        if self.writer.text().len() < least {
            return Ok(());
        }
        let handed = to.write_all(self.writer.text().as_bytes());
        self.writer.clear();
        handed
    }

    /// Ends the document.
    pub fn finish(self) -> String {
        self.writer.finish()
    }

    /// Gives the next node a name.
    pub fn anchor(&mut self, number: usize) {
        self.writer.indicator(&format!("&{number}"), true, false, false);
    }

    /// Writes the name of a node that was written before.
    pub fn alias(&mut self, number: usize) {
        self.writer.indicator(&format!("*{number}"), true, false, false);
    }

    /// Gives the next collection a tag.
    pub fn tag(&mut self, tag: &str) {
        self.writer.indicator(tag, true, false, false);
    }

    pub fn scalar(&mut self, scalar: &Scalar<'_>) {
        self.writer.scalar(scalar, self.place == Place::Key);
    }

    pub fn empty_list(&mut self) {
        self.writer.indicator("[", true, true, false);
        self.writer.indicator("]", false, false, false);
    }

    pub fn empty_mapping(&mut self) {
        self.writer.indicator("{", true, true, false);
        self.writer.indicator("}", false, false, false);
    }

    /// Begins a list that has items.
    pub fn begin_list(&mut self) -> Level {
        let is_indentless = self.place == Place::Value && !self.writer.is_indention();
        Level(self.writer.deeper(false, is_indentless))
    }

    /// Begins an item of the list: its node comes next.
    pub fn item(&mut self) {
        self.writer.indent();
        self.writer.indicator("-", true, false, true);
        self.place = Place::Item;
    }

    /// Begins a mapping that has entries.
    pub fn begin_mapping(&mut self) -> Level {
        Level(self.writer.deeper(false, false))
    }

    /// Begins a key, whose node comes next; [`value`](Self::value) must follow that with the same argument.
    pub fn key(&mut self, is_simple: bool) {
        self.writer.indent();
        if is_simple {
            self.place = Place::Key;
        } else {
            self.writer.indicator("?", true, false, true);
            self.place = Place::Value;
        }
    }

    /// Begins the value of a key.
    pub fn value(&mut self, is_simple: bool) {
        if is_simple {
            self.writer.indicator(":", false, false, false);
        } else {
            self.writer.indent();
            self.writer.indicator(":", true, false, true);
        }
        self.place = Place::Value;
    }

    pub fn end(&mut self, level: Level) {
        self.writer.back_to(level.0);
    }
}
