//! YAML as Puppet's reader takes it: block style, two spaces, texts quoted where they could be read as something else.

mod made;

use std::fmt::Write as _;
use std::io::{self, Write};

use jiff::Zoned;
use providers::show::BINARY;
use resource_types::float_text;
use serde_json::{Map, Value as Json};

use crate::clock;

/// Deeper values are cut off: printing must not exhaust the stack.
const DEPTH: usize = 64;

/// A document whose value has a tag, or none.
pub fn document(tag: &str, value: &Json) -> String {
    let mut out = String::from("---");
    if !tag.is_empty() {
        out.push(' ');
        out.push_str(tag);
    }
    append(&mut out, value, 0, 0);
    out.push('\n');
    out
}

/// A document that is a mapping, written entry by entry: a large one need not be a value as a whole.
pub struct Mapping<'w> {
    out: String,
    to: &'w mut dyn Write,
    problem: io::Result<()>,
}

/// So many items are made at once.
const ITEMS: usize = 128;

/// So many pieces are made by two threads.
const MANY: usize = 8;

/// So much is collected before it is written.
const PIECE: usize = 64 << 10;

impl<'w> Mapping<'w> {
    pub fn new(tag: &str, to: &'w mut dyn Write) -> Mapping<'w> {
        Mapping { out: format!("--- {tag}"), to, problem: Ok(()) }
    }

    pub fn entry(&mut self, key: &str, value: &Json) {
        self::key(&mut self.out, key, 0);
        append(&mut self.out, value, usize::from(!value.is_array()), 1);
        self.written(PIECE);
    }

    /// An entry that is a list of mappings, of which the first are made already.
    pub fn list<T: Sync>(&mut self, name: &str, made: &[String], values: &[T], fields: impl Fn(&T, &mut dyn Fields) + Sync) {
        key(&mut self.out, name, 0);
        if values.is_empty() && made.iter().all(String::is_empty) {
            self.out.push_str(" []");
        }
        self.made(made);
        self.each(values, |value, out| item(out, |out| fields(value, out)));
    }

    /// An entry that is a mapping of mappings, of which the first are made already.
    pub fn mapping<T: Sync>(&mut self, name: &str, made: &[String], entries: &[(&str, T)], fields: impl Fn(&T, &mut dyn Fields) + Sync) {
        key(&mut self.out, name, 0);
        if entries.is_empty() && made.iter().all(String::is_empty) {
            self.out.push_str(" {}");
        }
        self.made(made);
        self.each(entries, |(name, value), out| entry(name, out, |out| fields(value, out)));
    }

    fn made(&mut self, pieces: &[String]) {
        if !pieces.is_empty() {
            self.written(0);
        }
        for piece in pieces {
            if self.problem.is_ok() {
                self.problem = self.to.write_all(piece.as_bytes());
            }
        }
    }

    /// Writes each, piece by piece.
    fn each<T: Sync>(&mut self, all: &[T], write: impl Fn(&T, &mut String) + Sync) {
        let pieces: Vec<&[T]> = all.chunks(ITEMS).collect();
        let make = |piece: &[T], out: &mut String| piece.iter().for_each(|it| write(it, out));
        if pieces.len() < MANY {
            for piece in pieces {
                make(piece, &mut self.out);
                self.written(PIECE);
            }
            return;
        }
        self.written(0);
        made::in_order(&pieces, &make, &mut |text| {
            if self.problem.is_ok() {
                self.problem = self.to.write_all(text.as_bytes());
            }
        });
    }

    /// Writes what is there, if that is so much.
    fn written(&mut self, least: usize) {
        if self.out.len() >= least {
            if self.problem.is_ok() {
                self.problem = self.to.write_all(self.out.as_bytes());
            }
            self.out.clear();
        }
    }

    pub fn end(mut self) -> io::Result<()> {
        self.out.push('\n');
        self.written(0);
        self.problem
    }
}

/// An item of a list that is an entry of a document.
pub fn item(out: &mut String, fields: impl FnOnce(&mut dyn Fields)) {
    line(out, 0);
    out.push('-');
    fields(&mut Block { out, indent: 1, depth: 3, is_item: true });
}

/// An entry of a mapping that is one of a document.
pub fn entry(name: &str, out: &mut String, fields: impl FnOnce(&mut dyn Fields)) {
    key(out, name, 1);
    fields(&mut Block { out, indent: 2, depth: 3, is_item: false });
}

/// What takes the fields of something, one after the other: as YAML, or as a value. There is at least one.
pub trait Fields {
    fn text(&mut self, key: &'static str, value: Option<&str>);

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = &str>);

    fn value(&mut self, key: &'static str, value: &Json);

    /// Most values are one of two.
    fn switch(&mut self, key: &'static str, is_on: bool);

    fn count(&mut self, key: &'static str, count: Option<u64>);

    fn time(&mut self, key: &'static str, time: &Zoned);

    /// A list of so many, whose fields are told by number.
    fn list(&mut self, key: &'static str, count: usize, fields: &dyn Fn(usize, &mut dyn Fields));
}

/// A mapping in block style.
struct Block<'o> {
    out: &'o mut String,
    indent: usize,
    depth: usize,
    /// The first field stands on the line of a dash.
    is_item: bool,
}

impl Block<'_> {
    fn key(&mut self, key: &str) {
        if std::mem::take(&mut self.is_item) {
            self.out.push(' ');
        } else {
            line(self.out, self.indent);
        }
        debug_assert_eq!(scalar(key), key, "names of fields are plain");
        self.out.push_str(key);
        self.out.push(':');
    }
}

impl Fields for Block<'_> {
    fn text(&mut self, key: &'static str, value: Option<&str>) {
        self.key(key);
        if let Some(value) = value {
            self.out.push(' ');
            push_scalar(self.out, value);
        }
    }

    fn texts(&mut self, key: &'static str, values: &mut dyn Iterator<Item = &str>) {
        self.key(key);
        let mut values = values.peekable();
        if values.peek().is_none() {
            self.out.push_str(" []");
        }
        for value in values {
            line(self.out, self.indent);
            self.out.push_str("- ");
            push_scalar(self.out, value);
        }
    }

    fn value(&mut self, key: &'static str, value: &Json) {
        self.key(key);
        append(self.out, value, if value.is_array() { self.indent } else { self.indent + 1 }, self.depth);
    }

    fn switch(&mut self, key: &'static str, is_on: bool) {
        self.key(key);
        self.out.push_str(if is_on { " true" } else { " false" });
    }

    fn count(&mut self, key: &'static str, count: Option<u64>) {
        self.key(key);
        if let Some(count) = count {
            self.out.push(' ');
            push_count(self.out, count);
        }
    }

    fn time(&mut self, key: &'static str, time: &Zoned) {
        self.key(key);
        // As a text it needs quotes: it begins with a digit.
        self.out.push_str(" '");
        clock::push_iso(self.out, time);
        self.out.push('\'');
    }

    fn list(&mut self, key: &'static str, count: usize, fields: &dyn Fn(usize, &mut dyn Fields)) {
        self.key(key);
        if count == 0 {
            self.out.push_str(" []");
        }
        for number in 0..count {
            line(self.out, self.indent);
            self.out.push('-');
            fields(number, &mut Block { out: &mut *self.out, indent: self.indent + 1, depth: self.depth + 2, is_item: true });
        }
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

fn append(out: &mut String, value: &Json, indent: usize, depth: usize) {
    match value {
        Json::Object(all) if all.len() == 1 && all.contains_key(BINARY) => {
            let digits = all.get(BINARY).and_then(Json::as_str).unwrap_or_default();
            out.push_str(" !binary |-");
            line(out, indent.max(1));
            out.push_str(digits);
        }
        Json::Object(all) if !all.is_empty() && depth < DEPTH => {
            for (key, value) in all {
                line(out, indent);
                push_scalar(out, key);
                out.push(':');
                // Lists stand as far left as their key.
                let deeper = if value.is_array() { indent } else { indent + 1 };
                append(out, value, deeper, depth + 1);
            }
        }
        Json::Array(all) if !all.is_empty() && depth < DEPTH => {
            for value in all {
                line(out, indent);
                out.push('-');
                append_item(out, value, indent + 1, depth + 1);
            }
        }
        Json::Object(_) => out.push_str(" {}"),
        Json::Array(_) => out.push_str(" []"),
        Json::Null => {}
        Json::String(text) => {
            out.push(' ');
            push_scalar(out, text);
        }
        Json::Bool(it) => out.push_str(if *it { " true" } else { " false" }),
        Json::Number(it) => {
            out.push(' ');
            match (it.as_u64(), it.as_f64().filter(|_| it.is_f64())) {
                (Some(it), _) => push_count(out, it),
                // Without a point YAML takes it for a text.
                (None, Some(it)) => out.push_str(&float_text(it)),
                // To a text it is always written.
                (None, None) => drop(write!(out, "{it}")),
            }
        }
    }
}

/// Most numbers are lines and counts: there are a dozen of each resource.
fn push_count(out: &mut String, count: u64) {
    if count >= 10 {
        push_count(out, count / 10);
    }
    out.push(char::from(b'0' + (count % 10) as u8));
}

/// What stands in a list begins on the line of its dash.
fn append_item(out: &mut String, value: &Json, indent: usize, depth: usize) {
    let start = out.len();
    append(out, value, indent, depth);
    let line_break = format!("\n{}", "  ".repeat(indent));
    if out.get(start..).is_some_and(|it| it.starts_with(&line_break)) {
        out.replace_range(start..start + line_break.len(), " ");
    }
}

fn key(out: &mut String, name: &str, indent: usize) {
    line(out, indent);
    push_scalar(out, name);
    out.push(':');
}

fn line(out: &mut String, indent: usize) {
    const BLANKS: &str = "\n                                                                ";
    let blanks = 2 * indent;
    match BLANKS.get(..1 + blanks) {
        Some(text) => out.push_str(text),
        None => {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", indent));
        }
    }
}

/// A text, in quotes where it needs them.
pub fn scalar(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_scalar(&mut out, text);
    out
}

/// The same, behind what is there.
pub fn push_scalar(out: &mut String, text: &str) {
    let starts_well = matches!(text.as_bytes().first(), Some(it) if it.is_ascii_alphabetic() || matches!(it, b'_' | b':'));
    if is_plain(text.as_bytes()) && ((starts_well && !is_other_word(text)) || is_version(text)) {
        out.push_str(text);
    } else if text.bytes().any(|it| it.is_ascii_control()) || (!text.is_ascii() && text.chars().any(char::is_control)) {
        out.push_str(&double_quoted(text));
    } else {
        out.push('\'');
        let mut parts = text.split('\'');
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            out.push_str("\'\'");
            out.push_str(part);
        }
        out.push('\'');
    }
}

/// Whether a text has nothing in it that would end it: no key, no remark, which begins with a character that is not plain.
fn is_plain(bytes: &[u8]) -> bool {
    const PLAIN: [bool; 256] = {
        let (mut plain, mut c) = ([false; 256], 0_u8);
        while c < 128 {
            let is_sign = matches!(c, b'_' | b'/' | b'.' | b'-' | b' ' | b'[' | b']' | b':' | b'\'' | b'{' | b'}' | b'(' | b')');
            plain[c as usize] = c.is_ascii_alphanumeric() || is_sign;
            c += 1;
        }
        plain
    };
    let mut before = b'x';
    for it in bytes {
        if !PLAIN[usize::from(*it)] || (before == b':' && *it == b' ') {
            return false;
        }
        before = *it;
    }
    !matches!(before, b' ' | b':')
}

/// Whether a text would be read as something else than a text.
fn is_other_word(text: &str) -> bool {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", ".inf"];
    text.len() <= 5 && words.iter().any(|it| it.eq_ignore_ascii_case(text))
}

/// `8.10.0`: more points than a number has.
fn is_version(text: &str) -> bool {
    text.split('.').count() > 2 && text.split('.').all(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_digit()))
}

fn double_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_as_ruby_writes_them() {
        let written = [(0.0, "0.0"), (5e-7, "5.0e-07"), (1.25e-5, "1.25e-05"), (0.0001, "0.0001"), (12.0, "12.0"), (1e16, "1.0e+16")];
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
            text: "it's: a\nb"
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
