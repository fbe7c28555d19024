//! Data as PyYAML prints it for Salt, by libyaml: keys in order, lines of 80 characters where texts and lists can be broken.

mod anchors;
mod scalars;

use anchors::{Anchor, Anchors};
use jinja::{Dict, Value};
use scalars::{Style, scalar};

use super::value::is_finite;

/// Longer lines are broken.
const WIDTH: usize = 80;

/// Longer keys are printed in another form.
const LONGEST_KEY: usize = 128;

/// The form of lists and maps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// All on one line.
    Flow,
    /// In blocks.
    Block,
    /// Those of scalars alone are on one line.
    Mixed,
}

impl Layout {
    /// The layout that `flow_style` means.
    pub fn of_flow(flow: bool) -> Layout {
        if flow { Layout::Flow } else { Layout::Block }
    }
}

/// Prints a value; none if something in it is unknown or of a rare form.
pub fn print(value: &Value, layout: Layout) -> Option<String> {
    emitted(value, layout, false).map(|it| it.trim().to_owned())
}

/// Prints a value as the serializer of YAML does, which sorts each map.
pub fn serialize(value: &Value, layout: Layout) -> Option<String> {
    let text = emitted(value, layout, true)?;
    Some(text.strip_suffix('\n').unwrap_or(&text).to_owned())
}

fn emitted(value: &Value, layout: Layout, sorts_all: bool) -> Option<String> {
    if !is_finite(value) {
        return None;
    }
    let mut emitter = Emitter {
        out: String::new(),
        column: 0,
        indent: None,
        is_after_space: true,
        is_indention: true,
        layout,
        sorts_all,
        flow_level: 0,
        anchors: Anchors::default(),
    };
    emitter.anchors = Anchors::find(value, &|it| emitter.entries(it));
    emitter.node(value, Context::Root)?;
    Some(emitter.out)
}

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Root,
    Item,
    Key,
    Member,
}

/// The state of libyaml's emitter.
struct Emitter {
    out: String,
    column: usize,
    indent: Option<usize>,
    is_after_space: bool,
    is_indention: bool,
    layout: Layout,
    /// Whether an `odict` is sorted, too.
    sorts_all: bool,
    flow_level: usize,
    anchors: Anchors,
}

impl Emitter {
    fn node(&mut self, value: &Value, context: Context) -> Option<()> {
        match self.anchors.next(value) {
            Some(Anchor::Alias(number)) => {
                self.indicator(&format!("*id{number:03}"), true, false, false);
                return Some(());
            }
            Some(Anchor::First(number)) => self.indicator(&format!("&id{number:03}"), true, false, false),
            None => {}
        }
        match value {
            Value::List(it) if it.is_known() => self.sequence(&it.to_vec(), context),
            Value::Tuple(it) => self.sequence(it, context),
            Value::Dict(it) if it.is_known() => self.mapping(it),
            other => {
                let before = self.indent;
                self.indent = Some(before.map_or(2, |it| it + 2));
                let (text, style) = scalar(other, self.flow_level > 0, context == Context::Key)?;
                let may_break = context != Context::Key;
                match style {
                    Style::Plain => self.plain(&text, may_break),
                    Style::Single => self.single(&text, may_break),
                    Style::Double => self.double(&text, may_break),
                }
                self.indent = before;
                Some(())
            }
        }
    }

    fn sequence(&mut self, items: &[Value], context: Context) -> Option<()> {
        let before = self.indent;
        if self.is_flow(items.iter()) || items.is_empty() {
            self.open('[');
            for (number, item) in items.iter().enumerate() {
                self.separate(number);
                self.node(item, Context::Item)?;
            }
            self.close(']', before);
            return Some(());
        }
        let is_indentless = context == Context::Member && !self.is_indention;
        self.indent = Some(before.map_or(0, |it| if is_indentless { it } else { it + 2 }));
        for item in items {
            self.write_indent();
            self.indicator("-", true, false, true);
            self.node(item, Context::Item)?;
        }
        self.indent = before;
        Some(())
    }

    fn mapping(&mut self, dict: &Dict) -> Option<()> {
        let before = self.indent;
        let entries = self.entries(dict);
        let is_flow = self.is_flow(entries.iter().flat_map(|it| [&it.0, &it.1])) || entries.is_empty();
        if is_flow {
            self.open('{');
        } else {
            self.indent = Some(before.map_or(0, |it| it + 2));
        }
        for (number, (key, value)) in entries.iter().enumerate() {
            if is_flow {
                self.separate(number);
            } else {
                self.write_indent();
            }
            if key.as_str().is_some_and(|it| {
                it.is_empty() || it.contains(['\n', '\u{85}', '\u{2028}', '\u{2029}']) || it.chars().count() >= LONGEST_KEY
            }) {
                return None;
            }
            self.node(key, Context::Key)?;
            self.indicator(":", false, false, false);
            self.node(value, Context::Member)?;
        }
        if is_flow {
            self.close('}', before);
        } else {
            self.indent = before;
        }
        Some(())
    }

    /// Whether a list or a map of these values is on one line.
    fn is_flow<'v>(&self, mut values: impl Iterator<Item = &'v Value>) -> bool {
        self.flow_level > 0
            || match self.layout {
                Layout::Flow => true,
                Layout::Block => false,
                Layout::Mixed => values.all(|it| !matches!(it, Value::List(_) | Value::Tuple(_) | Value::Dict(_))),
            }
    }

    /// The entries in the order of their keys, if those have one; those of an `odict` as they are.
    fn entries(&self, dict: &Dict) -> Vec<(Value, Value)> {
        if dict.is_ordered() && !self.sorts_all { dict.pairs() } else { sorted(dict) }
    }

    fn open(&mut self, bracket: char) {
        self.indicator(bracket.encode_utf8(&mut [0; 4]), true, true, false);
        self.flow_level += 1;
        self.indent = Some(self.indent.map_or(2, |it| it + 2));
    }

    fn close(&mut self, bracket: char, indent: Option<usize>) {
        self.indent = indent;
        self.flow_level -= 1;
        self.indicator(bracket.encode_utf8(&mut [0; 4]), false, false, false);
    }

    /// Writes the comma before an item of a list on one line.
    fn separate(&mut self, number: usize) {
        if number > 0 {
            self.indicator(",", false, false, false);
        }
        if self.column > WIDTH {
            self.write_indent();
        }
    }

    fn write(&mut self, text: &str) {
        self.column += text.chars().count();
        self.out.push_str(text);
    }

    fn indicator(&mut self, text: &str, needs_space: bool, is_space: bool, is_indention: bool) {
        if needs_space && !self.is_after_space {
            self.write(" ");
        }
        self.is_after_space = is_space;
        self.is_indention &= is_indention;
        self.write(text);
    }

    fn line_break(&mut self) {
        self.is_after_space = true;
        self.is_indention = true;
        self.column = 0;
        self.out.push('\n');
    }

    fn write_indent(&mut self) {
        let indent = self.indent.unwrap_or_default();
        if !self.is_indention || self.column > indent || (self.column == indent && !self.is_after_space) {
            self.line_break();
        }
        if self.column < indent {
            self.is_after_space = true;
            let blank = " ".repeat(indent - self.column);
            self.write(&blank);
        }
    }

    fn plain(&mut self, text: &str, may_break: bool) {
        if text.is_empty() {
            return;
        }
        if !self.is_after_space {
            self.write(" ");
        }
        self.is_after_space = false;
        self.is_indention = false;
        for part in parts(text) {
            if part == " " && self.column > WIDTH && may_break {
                self.write_indent();
                self.is_after_space = false;
                self.is_indention = false;
            } else {
                self.write(part);
            }
        }
    }

    fn single(&mut self, text: &str, may_break: bool) {
        self.indicator("'", true, false, false);
        let mut at = 0;
        for part in parts(text) {
            let is_inside = at > 0 && at + part.len() < text.len();
            at += part.len();
            if part == " " && self.column > WIDTH && may_break && is_inside {
                self.write_indent();
            } else if part.starts_with('\n') {
                self.line_break();
                for _ in part.chars() {
                    self.line_break();
                }
                self.write_indent();
            } else {
                let quoted = part.replace('\'', "''");
                self.write(&quoted);
            }
        }
        self.indicator("'", false, false, false);
    }

    fn double(&mut self, text: &str, may_break: bool) {
        self.indicator("\"", true, false, false);
        let chars: Vec<char> = text.chars().collect();
        let mut is_space = false;
        for (at, char) in chars.iter().enumerate() {
            let is_inside = at > 0 && at + 1 < chars.len();
            if let Some(escape) = scalars::escape(*char) {
                self.write(&escape);
                is_space = false;
            } else if *char == ' ' && may_break && !is_space && self.column > WIDTH && is_inside {
                self.write_indent();
                if chars.get(at + 1) == Some(&' ') {
                    self.write("\\");
                }
                is_space = true;
            } else {
                self.write(char.encode_utf8(&mut [0; 4]));
                is_space = *char == ' ';
            }
        }
        self.indicator("\"", false, false, false);
    }
}

/// The runs of spaces, of line breaks, and of other characters.
fn parts(text: &str) -> Vec<&str> {
    let kind = |it: char| match it {
        ' ' => 0,
        '\n' => 1,
        _ => 2,
    };
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, char) in text.char_indices() {
        if before.is_some_and(|it| it != kind(char)) {
            parts.extend(text.get(start..at));
            start = at;
        }
        before = Some(kind(char));
    }
    parts.extend(text.get(start..).filter(|it| !it.is_empty()));
    parts
}

/// The entries in the order of their keys, if those have one.
fn sorted(dict: &Dict) -> Vec<(Value, Value)> {
    let mut pairs = dict.pairs();
    if pairs.iter().all(|(key, _)| key.as_str().is_some()) {
        pairs.sort_by(|a, b| a.0.as_str().cmp(&b.0.as_str()));
    } else if pairs.iter().all(|(key, _)| matches!(key, Value::Int(_))) {
        pairs.sort_by_key(|(key, _)| if let Value::Int(it) = key { *it } else { 0 });
    }
    pairs
}
