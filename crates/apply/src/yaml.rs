//! Reports, summaries and the state as Psych writes them, entry by entry: what is large need not be a value as a whole.

mod made;

use std::io::{self, Write};

use jiff::Zoned;
use literals::float;
use providers::show::BINARY;
use serde_json::{Map, Number, Value as Json};
use yaml::{Collection, Emitter, Level, Options, Scalar, Style};

use crate::clock;

/// Deeper values are cut off: printing must not exhaust the stack.
const DEPTH: usize = 64;

/// A document whose value has a tag, or none.
pub fn document(tag: &str, value: &Json) -> String {
    let mut emitter = begin(tag);
    emit(&mut emitter, value, 0);
    emitter.finish()
}

fn begin(tag: &str) -> Emitter {
    let mut emitter = Emitter::new(Options::default());
    if !tag.is_empty() {
        emitter.tag(tag);
    }
    emitter
}

/// A document that is a mapping, written entry by entry: a large one need not be a value as a whole.
pub struct Mapping<'w> {
    emitter: Emitter,
    level: Level,
    to: &'w mut dyn Write,
    problem: io::Result<()>,
}

/// How many items are made at once.
const ITEMS: usize = 128;

/// From how many pieces on two threads make them.
const MANY: usize = 8;

/// How many bytes are collected before they are written.
const PIECE: usize = 64 << 10;

impl<'w> Mapping<'w> {
    pub fn new(tag: &str, to: &'w mut dyn Write) -> Mapping<'w> {
        let mut emitter = begin(tag);
        let level = emitter.begin_mapping();
        Mapping { emitter, level, to, problem: Ok(()) }
    }

    pub fn entry(&mut self, name: &str, value: &Json) {
        key(&mut self.emitter, name);
        emit(&mut self.emitter, value, 1);
        self.hand_over(PIECE);
    }

    /// An entry that is a list of mappings, of which the first are made already.
    pub fn list<T: Sync>(&mut self, name: &str, made: &[String], values: &[T], fields: impl Fn(&T, &mut dyn Fields) + Sync) {
        key(&mut self.emitter, name);
        if values.is_empty() && made.iter().all(String::is_empty) {
            self.emitter.empty_list();
            return;
        }
        let level = self.emitter.begin_list();
        self.write_made(made);
        self.each(values, items, |value, out| item(out, |out| fields(value, out)));
        self.emitter.end(level);
    }

    /// An entry that is a mapping of mappings, of which the first are made already.
    pub fn mapping<T: Sync>(&mut self, name: &str, made: &[String], values: &[(&str, T)], fields: impl Fn(&T, &mut dyn Fields) + Sync) {
        key(&mut self.emitter, name);
        if values.is_empty() && made.iter().all(String::is_empty) {
            self.emitter.empty_mapping();
            return;
        }
        let level = self.emitter.begin_mapping();
        self.write_made(made);
        self.each(values, entries, |(name, value), out| entry(name, out, |out| fields(value, out)));
        self.emitter.end(level);
    }

    fn write_made(&mut self, pieces: &[String]) {
        self.emitter.lines("");
        self.hand_over(0);
        for piece in pieces {
            self.write(piece);
        }
    }

    /// Writes each, piece by piece. `begin` gives the emitter of a piece that is made by another thread.
    fn each<T: Sync>(&mut self, all: &[T], begin: fn(String) -> Emitter, write: impl Fn(&T, &mut Emitter) + Sync) {
        let pieces: Vec<&[T]> = all.chunks(ITEMS).collect();
        if pieces.len() < MANY {
            for piece in pieces {
                piece.iter().for_each(|it| write(it, &mut self.emitter));
                self.hand_over(PIECE);
            }
            return;
        }
        let make = |piece: &[T], out: &mut String| {
            let mut emitter = begin(std::mem::take(out));
            piece.iter().for_each(|it| write(it, &mut emitter));
            *out = emitter.into_lines();
        };
        self.emitter.lines("");
        self.hand_over(0);
        made::in_order(&pieces, &make, &mut |text| self.write(text));
    }

    /// Writes what is collected, if it has this many bytes.
    fn hand_over(&mut self, least: usize) {
        let handed = self.emitter.hand_over(least, self.to);
        if self.problem.is_ok() {
            self.problem = handed;
        }
    }

    fn write(&mut self, text: &str) {
        if self.problem.is_ok() {
            self.problem = self.to.write_all(text.as_bytes());
        }
    }

    pub fn end(mut self) -> io::Result<()> {
        self.hand_over(0);
        let Mapping { mut emitter, level, to, problem } = self;
        problem?;
        emitter.end(level);
        to.write_all(emitter.finish().as_bytes())
    }
}

/// Emitter that appends items of a list inside of a document's entry.
pub fn items(out: String) -> Emitter {
    Emitter::nested(Options::default(), &[Collection::Mapping, Collection::List], out)
}

/// Emitter that appends entries to a mapping of a document.
pub fn entries(out: String) -> Emitter {
    Emitter::nested(Options::default(), &[Collection::Mapping, Collection::Mapping], out)
}

/// An item of a list that is an entry of a document.
pub fn item(out: &mut Emitter, fields: impl FnOnce(&mut dyn Fields)) {
    out.item();
    block(out, 3, fields);
}

/// An entry of a mapping that is one of a document.
pub fn entry(name: &str, out: &mut Emitter, fields: impl FnOnce(&mut dyn Fields)) {
    key(out, name);
    block(out, 3, fields);
}

fn block(emitter: &mut Emitter, depth: usize, fields: impl FnOnce(&mut dyn Fields)) {
    let level = emitter.begin_mapping();
    fields(&mut Block { emitter, depth });
    emitter.end(level);
}

/// Receiver of the fields of an object, in turn: as YAML, or as a value. There is at least one.
pub trait Fields {
    fn text(&mut self, key: &'static str, value: Option<&str>);

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = &str>);

    fn value(&mut self, key: &'static str, value: &Json);

    /// Most values are one of two.
    fn switch(&mut self, key: &'static str, is_on: bool);

    fn count(&mut self, key: &'static str, count: Option<u64>);

    fn time(&mut self, key: &'static str, time: &Zoned);

    /// A list of this length, whose fields are given by number.
    fn list(&mut self, key: &'static str, count: usize, fields: &dyn Fn(usize, &mut dyn Fields));
}

/// A mapping in block style.
struct Block<'e> {
    emitter: &'e mut Emitter,
    depth: usize,
}

impl Block<'_> {
    fn key(&mut self, key: &'static str) {
        self::key(self.emitter, key);
    }

    fn plain(&mut self, text: &str) {
        self.emitter.scalar(&Scalar::plain(text));
    }
}

impl Fields for Block<'_> {
    fn text(&mut self, key: &'static str, value: Option<&str>) {
        self.key(key);
        match value {
            Some(value) => self.emitter.scalar(&Scalar::text(value)),
            None => self.plain(""),
        }
    }

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = &str>) {
        self.key(key);
        let mut values = values.peekable();
        if values.peek().is_none() {
            self.emitter.empty_list();
            return;
        }
        let level = self.emitter.begin_list();
        for value in values {
            self.emitter.item();
            self.emitter.scalar(&Scalar::text(value));
        }
        self.emitter.end(level);
    }

    fn value(&mut self, key: &'static str, value: &Json) {
        self.key(key);
        emit(self.emitter, value, self.depth);
    }

    fn switch(&mut self, key: &'static str, is_on: bool) {
        self.key(key);
        self.plain(if is_on { "true" } else { "false" });
    }

    fn count(&mut self, key: &'static str, count: Option<u64>) {
        self.key(key);
        match count {
            Some(count) => self.plain(&count.to_string()),
            None => self.plain(""),
        }
    }

    fn time(&mut self, key: &'static str, time: &Zoned) {
        self.key(key);
        // A text that begins with a digit and reads as a time has quotes.
        self.emitter.scalar(&Scalar { text: clock::iso(time).into(), style: Style::Single, tag: None });
    }

    fn list(&mut self, key: &'static str, count: usize, fields: &dyn Fn(usize, &mut dyn Fields)) {
        self.key(key);
        if count == 0 {
            self.emitter.empty_list();
            return;
        }
        let level = self.emitter.begin_list();
        for number in 0..count {
            self.emitter.item();
            block(self.emitter, self.depth + 2, |out| fields(number, out));
        }
        self.emitter.end(level);
    }
}

impl Fields for Map<String, Json> {
    fn text(&mut self, key: &'static str, value: Option<&str>) {
        self.insert(key.to_owned(), value.map_or(Json::Null, Json::from));
    }

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = &str>) {
        self.insert(key.to_owned(), values.collect());
    }

    fn value(&mut self, key: &'static str, value: &Json) {
        self.insert(key.to_owned(), value.clone());
    }

    fn switch(&mut self, key: &'static str, is_on: bool) {
        self.insert(key.to_owned(), Json::Bool(is_on));
    }

    fn count(&mut self, key: &'static str, count: Option<u64>) {
        self.insert(key.to_owned(), count.map_or(Json::Null, Json::from));
    }

    fn time(&mut self, key: &'static str, time: &Zoned) {
        self.insert(key.to_owned(), Json::String(clock::iso(time)));
    }

    fn list(&mut self, key: &'static str, count: usize, fields: &dyn Fn(usize, &mut dyn Fields)) {
        let of = |number| {
            let mut map = Map::new();
            fields(number, &mut map);
            Json::Object(map)
        };
        self.insert(key.to_owned(), Json::Array((0..count).map(of).collect()));
    }
}

/// Writes a key, whose value comes next.
pub fn key(emitter: &mut Emitter, name: &str) {
    let name = Scalar::text(name);
    let is_simple = name.is_simple_key();
    emitter.key(is_simple);
    emitter.scalar(&name);
    emitter.value(is_simple);
}

/// Writes a value.
pub fn emit(emitter: &mut Emitter, value: &Json, depth: usize) {
    match value {
        Json::Object(all) if all.len() == 1 && all.contains_key(BINARY) => {
            let digits = all.get(BINARY).and_then(Json::as_str).unwrap_or_default();
            emitter.scalar(&Scalar { text: digits.into(), style: Style::Literal, tag: Some("!binary") });
        }
        Json::Object(all) if !all.is_empty() && depth < DEPTH => {
            let level = emitter.begin_mapping();
            for (name, value) in all {
                key(emitter, name);
                emit(emitter, value, depth + 1);
            }
            emitter.end(level);
        }
        Json::Array(all) if !all.is_empty() && depth < DEPTH => {
            let level = emitter.begin_list();
            for value in all {
                emitter.item();
                emit(emitter, value, depth + 1);
            }
            emitter.end(level);
        }
        Json::Object(_) => emitter.empty_mapping(),
        Json::Array(_) => emitter.empty_list(),
        Json::Null => emitter.scalar(&Scalar::plain("")),
        Json::String(text) => emitter.scalar(&Scalar::text(text)),
        Json::Bool(it) => emitter.scalar(&Scalar::plain(if *it { "true" } else { "false" })),
        Json::Number(it) => emitter.scalar(&Scalar::plain(number(it))),
    }
}

/// Without a point YAML takes a float for a text.
fn number(it: &Number) -> String {
    it.as_f64().filter(|_| it.is_f64()).map_or_else(|| it.to_string(), float)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_as_ruby_writes_them() {
        let written = [(0.0, "0.0"), (5e-7, "5.0e-07"), (1.25e-5, "1.25e-05"), (0.0001, "0.0001"), (12.0, "12.0"), (1e15, "1.0e+15")];
        for (value, text) in written {
            assert_eq!(document("", &json!({"a": value})), format!("---\na: {text}\n"));
        }
    }

    #[test]
    fn what_is_nested_is_read_again_as_it_was() {
        let value = json!({
            "host": "node",
            "mode": "0644",
            "text": "it's: a\nb",
            "list": [["total", "Total", 3], {"a": 1, "b": null}, "x", []],
            "none": {},
            "no": true,
            "number": "8.10",
            "version": "8.10.0",
        });
        let text = document("!ruby/object:X", &value);
        expect![[r#"
            --- !ruby/object:X
            host: node
            mode: '0644'
            text: |-
              it's: a
              b
            list:
            - - total
              - Total
              - 3
            - a: 1
              b:
            - x
            - []
            none: {}
            'no': true
            number: '8.10'
            version: 8.10.0
        "#]]
        .assert_eq(&text);
    }
}
