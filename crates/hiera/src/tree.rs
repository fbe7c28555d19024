//! Where everything stands in a text of YAML or JSON: keys and values with their bytes.
//!
//! What a text means, [`crate::yaml::load`] says; this is for whoever has to show places. A text with a mistake has a tree of
//! what stands before it.

mod json;
mod yaml;

use std::ops::Range;

use values::Value;

/// Nested deeper than this nothing is shown.
const MAX_DEPTH: usize = 128;

/// A text as a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    pub root: Option<Node>,
    /// What ended it.
    pub problem: Option<Problem>,
}

/// Why a text is not read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The parser's own words: those that Puppet tells, of YAML.
    pub message: String,
    pub at: usize,
}

/// A value, and the bytes that it takes, quotes and brackets included.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub range: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A text, a number, a truth, or nothing; with its text as it is meant.
    Scalar {
        text: String,
        value: Value,
    },
    List(Vec<Node>),
    Map(Vec<Entry>),
    /// What stands elsewhere under a name.
    Alias,
}

/// An entry of a mapping; its value is missing where the text ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: Node,
    pub value: Option<Node>,
}

impl Tree {
    pub fn of_yaml(text: &str) -> Tree {
        yaml::tree(text)
    }

    pub fn of_json(text: &str) -> Tree {
        json::tree(text)
    }

    /// The keys of the mapping that a text is, as far as it can be read: what a tree would have, for less.
    pub fn outer_keys(text: &str, is_json: bool) -> Vec<String> {
        let root = if is_json { json::root(text) } else { yaml::root(text).0 };
        root.iter().flat_map(Node::entries).filter_map(|it| it.key.text().map(str::to_owned)).collect()
    }

    /// The entries of the mapping that the text is.
    pub fn entries(&self) -> &[Entry] {
        self.root.as_ref().map_or(&[], Node::entries)
    }

    /// What stands at a path of keys and indexes.
    pub fn find(&self, path: &[&str]) -> Option<&Node> {
        self.root.as_ref()?.find(path)
    }

    /// The entries and values around a place, the outermost first.
    pub fn path_at(&self, offset: usize) -> Vec<Step<'_>> {
        let mut path = Vec::new();
        let mut here = self.root.as_ref();
        while let Some(node) = here {
            here = match &node.kind {
                Kind::Map(entries) => {
                    let last = entries.iter().rev().find(|it| it.key.range.start <= offset && offset <= it.end());
                    let Some(entry) = last else { break };
                    let in_key = offset <= entry.key.range.end;
                    path.push(Step::Entry { entry, in_key });
                    if in_key { None } else { entry.value.as_ref() }
                }
                Kind::List(items) => {
                    let found = items.iter().enumerate().rev().find(|(_, it)| it.range.start <= offset && offset <= it.range.end);
                    let Some((index, node)) = found else { break };
                    path.push(Step::Item { index, node });
                    Some(node)
                }
                Kind::Scalar { .. } | Kind::Alias => None,
            };
        }
        path
    }
}

/// A part of the way to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<'t> {
    Entry { entry: &'t Entry, in_key: bool },
    Item { index: usize, node: &'t Node },
}

impl Node {
    pub fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    pub fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The text of what is a string.
    pub fn string(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { value: Value::String(_), text } => Some(text),
            _ => None,
        }
    }

    /// An entry by its key; the last one counts, if there are several.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().rev().find(|it| it.key.text() == Some(key))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key)?.value.as_ref()
    }

    pub fn find(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, step| match &node.kind {
            Kind::List(items) => items.get(step.parse::<usize>().ok()?),
            _ => node.get(step),
        })
    }
}

impl Entry {
    /// Where the whole entry ends.
    pub fn end(&self) -> usize {
        self.value.as_ref().map_or(self.key.range.end, |it| it.range.end.max(self.key.range.end))
    }
}
