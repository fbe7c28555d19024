//! Values as Ruby's `to_yaml` writes them, to the byte: files that are managed must not change because another program wrote them.

mod scalar;
mod write;

use issue::{Ended, Issue};
use rustc_hash::FxHashMap;
use values::{Hash, Value};

use crate::Failure;
use write::Writer;

/// How deep values are written.
const DEEPEST: u32 = 200;

/// What `to_yaml` takes beside the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) indentation: usize,
    pub(crate) width: usize,
}

impl Options {
    /// What is out of range counts as the default, as the library takes it.
    pub(crate) fn new(indentation: Option<i64>, width: Option<i64>) -> Options {
        let indentation = indentation.and_then(|it| usize::try_from(it).ok()).filter(|it| (2..=9).contains(it)).unwrap_or(2);
        let width = match width {
            Some(width) if width < 0 => usize::MAX,
            Some(width) => usize::try_from(width).ok().filter(|it| *it > indentation * 2).unwrap_or(80),
            None => 80,
        };
        Options { indentation, width }
    }
}

/// A value as Ruby writes it in YAML.
pub fn yaml_text(value: &Value) -> Result<String, Failure> {
    document(value, Options::new(None, None))
}

/// A document with its `---`.
pub(crate) fn document(value: &Value, options: Options) -> Result<String, Failure> {
    let mut emitter = Emitter { writer: Writer::new(options), seen: FxHashMap::default(), anchors: FxHashMap::default() };
    emitter.count(value, DEEPEST)?;
    emitter.writer.indicator("---", true, false, false);
    emitter.node(value, Place::Root)?;
    Ok(emitter.writer.finish())
}

/// Where a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Root,
    Sequence,
    Mapping,
    Key,
}

struct Emitter {
    writer: Writer,
    /// How often each list and hash is met, by its identity. What is met more often has an anchor.
    seen: FxHashMap<usize, u32>,
    anchors: FxHashMap<usize, usize>,
}

fn identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(list) => Some(std::sync::Arc::as_ptr(list) as usize),
        Value::Hash(hash) => Some(std::sync::Arc::as_ptr(hash) as usize),
        _ => None,
    }
}

impl Emitter {
    fn count(&mut self, value: &Value, depth: u32) -> Result<(), Failure> {
        if depth == 0 {
            return Err(Failure::exception(Issue::Ended(Ended::Depth)));
        }
        if let Some(identity) = identity(value) {
            let count = self.seen.entry(identity).or_default();
            *count += 1;
            if *count > 1 {
                return Ok(());
            }
        }
        match value {
            Value::Array(list) => list.iter().try_for_each(|it| self.count(it, depth - 1)),
            Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| {
                self.count(key, depth - 1)?;
                self.count(value, depth - 1)
            }),
            _ => Ok(()),
        }
    }

    fn node(&mut self, value: &Value, place: Place) -> Result<(), Failure> {
        if let Some(identity) = identity(value)
            && self.seen.get(&identity).is_some_and(|it| *it > 1)
        {
            if let Some(number) = self.anchors.get(&identity) {
                let alias = format!("*{number}");
                self.writer.indicator(&alias, true, false, false);
                return Ok(());
            }
            let number = self.anchors.len() + 1;
            self.anchors.insert(identity, number);
            self.writer.indicator(&format!("&{number}"), true, false, false);
        }
        match value {
            Value::Array(list) => self.sequence(list, place),
            Value::Iterator(iterator) => self.sequence(&iterator.elements, place),
            Value::Hash(hash) => self.mapping(hash, None),
            Value::Sensitive(inner) => {
                let entries: Hash = [(Value::from("value"), (**inner).clone())].into_iter().collect();
                self.mapping(&entries, Some("!ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive"))
            }
            scalar => {
                let scalar = scalar::of(scalar);
                self.writer.scalar(&scalar, place == Place::Key);
                Ok(())
            }
        }
    }

    fn sequence(&mut self, list: &[Value], place: Place) -> Result<(), Failure> {
        if list.is_empty() {
            self.writer.indicator("[", true, true, false);
            self.writer.indicator("]", false, false, false);
            return Ok(());
        }
        let outer = self.writer.deeper(false, place == Place::Mapping && !self.writer.is_indention());
        for value in list {
            self.writer.indent();
            self.writer.indicator("-", true, false, true);
            self.node(value, Place::Sequence)?;
        }
        self.writer.back_to(outer);
        Ok(())
    }

    fn mapping(&mut self, hash: &Hash, tag: Option<&str>) -> Result<(), Failure> {
        if let Some(tag) = tag {
            self.writer.indicator(tag, true, false, false);
        }
        if hash.is_empty() {
            self.writer.indicator("{", true, true, false);
            self.writer.indicator("}", false, false, false);
            return Ok(());
        }
        let outer = self.writer.deeper(false, false);
        for (key, value) in hash {
            self.writer.indent();
            if is_simple(key) {
                self.node(key, Place::Key)?;
                self.writer.indicator(":", false, false, false);
            } else {
                self.writer.indicator("?", true, false, true);
                self.node(key, Place::Mapping)?;
                self.writer.indent();
                self.writer.indicator(":", true, false, true);
            }
            self.node(value, Place::Mapping)?;
        }
        self.writer.back_to(outer);
        Ok(())
    }
}

/// Whether a key stands before its colon; others have a question mark.
fn is_simple(key: &Value) -> bool {
    match key {
        Value::Array(list) => list.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::Sensitive(_) => false,
        other => {
            let scalar = scalar::of(other);
            let length = scalar.text.len() + scalar.tag.map_or(0, str::len);
            length <= 128 && !scalar.text.contains(['\n', '\r'])
        }
    }
}
