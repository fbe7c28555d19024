//! Where everything stands in a text of YAML or JSON: keys and values with their bytes.

use std::fmt;
use std::ops::Range;

use crate::events::Place;
use crate::{Data, Text, compose, json, reader};

/// Values are nested no deeper.
pub(crate) const MAX_DEPTH: usize = 200;

/// A text as a tree. A text with a mistake has a tree of what stands before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    pub root: Option<Node>,
    /// Error that ended it.
    pub problem: Option<Error>,
}

/// Why a text is not read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The parser's own words: of YAML those that Psych has.
    pub message: String,
    pub kind: ErrorKind,
    /// From 1; where the mistake shows, not where Psych says it is.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// The same place in bytes.
    pub at: usize,
    /// The parser's words in parts, for who writes them in another form than Psych.
    pub parts: Option<Box<Parts>>,
}

/// A mistake of the parser in parts. Its own place is that of the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    pub stage: Stage,
    pub problem: String,
    /// Context, and the line and the column of its beginning, from 1.
    pub context: Option<(String, u32, u32)>,
}

/// The part of the parser that found a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The octets are no text.
    Reader,
    Scanner,
    Parser,
    /// Something follows the only document.
    Composer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is no YAML. The message names the line.
    Syntax,
    /// A class that Psych may not make.
    Class,
    /// The text as it is.
    Other,
}

impl Error {
    pub(crate) fn at(place: Place, kind: ErrorKind, message: String) -> Error {
        Error { message, kind, line: place.line, column: place.column, at: place.offset, parts: None }
    }

    /// Returns the message as Puppet's `YamlLoadError` has it, for a file.
    pub fn render(&self, file: &str) -> String {
        match self.kind {
            ErrorKind::Syntax | ErrorKind::Class => format!("({file}): {}", self.message),
            ErrorKind::Other => self.message.clone(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A value, and the bytes that it takes, quotes and brackets included.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub range: Range<usize>,
    /// Where it begins, from 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub kind: Kind,
    /// Few nodes have any.
    pub(crate) properties: Option<Box<Properties>>,
}

/// Tag and anchor before a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Properties {
    pub anchor: Option<String>,
    pub tag: Option<String>,
}

impl Properties {
    pub fn new(anchor: Option<String>, tag: Option<String>) -> Option<Box<Properties>> {
        (anchor.is_some() || tag.is_some()).then(|| Box::new(Properties { anchor, tag }))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A text, a number, a truth, or nothing; with its text as it is meant.
    Scalar {
        text: Text,
        /// Of what has a tag, and of dates, the text.
        value: Data,
        /// Whether it has no quotes and is no block of text.
        is_plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<Entry>),
    /// Reference to a node with an anchor.
    Alias {
        anchor: Text,
    },
}

/// An entry of a mapping; its value is missing where the text ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: Node,
    pub value: Option<Node>,
}

impl Tree {
    /// Reads the first document. What Psych refuses is a problem, too: a class, an unknown alias.
    pub fn of_yaml(text: &str) -> Tree {
        compose::read(text.as_bytes()).0
    }

    /// Reads the first document, whatever its tags and aliases mean.
    pub fn of_syntax(text: &str) -> Tree {
        reader::tree(text.as_bytes())
    }

    /// Reads a text that may have no more than one document, whatever its tags and aliases mean.
    pub fn of_single(text: &str) -> Tree {
        reader::single(text.as_bytes())
    }

    pub fn of_json(text: &str) -> Tree {
        json::tree(text)
    }

    /// The keys of the mapping that a text is, as far as it can be read: what a tree would have, for less.
    pub fn outer_keys(text: &str, is_json: bool) -> Vec<String> {
        let root = if is_json { json::root(text) } else { Tree::of_syntax(text).root };
        root.iter().flat_map(Node::entries).filter_map(|it| it.key.text().map(str::to_owned)).collect()
    }

    /// The entries of the mapping that the text is.
    pub fn entries(&self) -> &[Entry] {
        self.root.as_ref().map_or(&[], Node::entries)
    }

    /// Node at a path of keys and indexes.
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
                Kind::Scalar { .. } | Kind::Alias { .. } => None,
            };
        }
        path
    }
}

/// A part of the path to a place.
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
            Kind::Scalar { value: Data::String(_), text, .. } => Some(text),
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

    /// Tag of a node, in its long form.
    pub fn tag(&self) -> Option<&str> {
        self.properties.as_ref()?.tag.as_deref()
    }

    /// The name by which aliases refer to it.
    pub fn anchor(&self) -> Option<&str> {
        self.properties.as_ref()?.anchor.as_deref()
    }

    /// The line and column of the last key of a path, from 1; of an index the place of the value. Of several equal keys the last
    /// one counts.
    pub fn key_place<'k>(&self, path: impl IntoIterator<Item = &'k str>) -> Option<(u32, u32)> {
        let (mut here, mut found) = (Some(self), None);
        for step in path {
            let (place, inside) = match &here?.kind {
                Kind::List(items) => {
                    let item = items.get(step.parse::<usize>().ok()?)?;
                    (item, Some(item))
                }
                _ => {
                    let entry = here?.entry(step)?;
                    (&entry.key, entry.value.as_ref())
                }
            };
            (here, found) = (inside, Some((place.line, place.column)));
        }
        found
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn render(text: &str, node: &Node, depth: usize, out: &mut String) {
        let blank = "  ".repeat(depth);
        let shown = &text[node.range.clone()];
        match &node.kind {
            Kind::Scalar { value, .. } => *out += &format!("{blank}{shown:?} {value:?}\n"),
            Kind::Alias { .. } => *out += &format!("{blank}{shown:?} alias\n"),
            Kind::List(items) => {
                *out += &format!("{blank}list {shown:?}\n");
                items.iter().for_each(|it| render(text, it, depth + 1, out));
            }
            Kind::Map(entries) => {
                *out += &format!("{blank}map {shown:?}\n");
                for it in entries {
                    *out += &format!("{blank}  {:?}:\n", &text[it.key.range.clone()]);
                    if let Some(value) = &it.value {
                        render(text, value, depth + 2, out);
                    }
                }
            }
        }
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let tree = Tree::of_yaml(text);
        let mut out = String::new();
        if let Some(root) = &tree.root {
            render(text, root, 0, &mut out);
        }
        if let Some(problem) = tree.problem {
            out += &format!("{} | {:?}\n", problem.message, &text[problem.at..]);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn keys_and_values_have_their_bytes() {
        check(
            "---\na::b: 1\n'ü': [x, \"y\"] # z\nm:\n  n: |\n    text\n    more\n\n  o: &p {q: ~}\nr: *p\n",
            expect![[r#"
                map "a::b: 1\n'ü': [x, \"y\"] # z\nm:\n  n: |\n    text\n    more\n\n  o: &p {q: ~}\nr: *p"
                  "a::b":
                    "1" Integer(1)
                  "'ü'":
                    list "[x, \"y\"]"
                      "x" String("x")
                      "\"y\"" String("y")
                  "m":
                    map "n: |\n    text\n    more\n\n  o: &p {q: ~}"
                      "n":
                        "|\n    text\n    more" String("text\nmore\n")
                      "o":
                        map "&p {q: ~}"
                          "q":
                            "~" Undef
                  "r":
                    "*p" alias
            "#]],
        );
    }

    #[test]
    fn what_stands_before_a_mistake_is_there() {
        check(
            "a: 1\nb: [1, 2\nc: 3\n",
            expect![[r#"
            map "a: 1\nb: [1, 2\nc"
              "a":
                "1" Integer(1)
              "b":
                list "[1, 2\nc"
                  "1" Integer(1)
                  "2\nc" String("2 c")
            did not find expected ',' or ']' while parsing a flow sequence at line 2 column 4 | ": 3\n"
        "#]],
        );
        check(
            "a: 1\nb::c\nd: 2\n",
            expect![[r#"
            map "a: 1"
              "a":
                "1" Integer(1)
            could not find expected ':' while scanning a simple key at line 2 column 1 | "d: 2\n"
        "#]],
        );
        check(
            "a: 1\n\tb: 2\n",
            expect![[r#"
            map "a"
              "a":
            found a tab character that violates indentation while scanning a plain scalar at line 1 column 4 | "\tb: 2\n"
        "#]],
        );
        check(
            "a: 1\nb:\n",
            expect![[r#"
            map "a: 1\nb:"
              "a":
                "1" Integer(1)
              "b":
                "" Undef
        "#]],
        );
    }

    #[test]
    fn other_texts_have_a_tree_or_none() {
        check("", expect![[""]]);
        check("# nothing\n", expect![[""]]);
        check(
            "\u{feff}a: b\r\nc: d\r\n",
            expect![[r#"
            map "a: b\r\nc: d"
              "a":
                "b" String("b")
              "c":
                "d" String("d")
        "#]],
        );
        check(
            "- a\n- b",
            expect![[r#"
            list "- a\n- b"
              "a" String("a")
              "b" String("b")
        "#]],
        );
    }

    /// No text breaks it, and every place is one of the text.
    #[test]
    fn any_text_will_do() {
        let text = "a: [1, {b: 'ü'}]\nc: |\n  x\n\n? d\n: !t e\nf: *g\n";
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            let part = &text[..end];
            let tree = Tree::of_yaml(part);
            let mut out = String::new();
            if let Some(root) = &tree.root {
                render(part, root, 0, &mut out);
            }
            for offset in 0..=end {
                tree.path_at(offset);
            }
        }
        assert!(Tree::of_yaml(&"[".repeat(1_000)).problem.is_some());
    }
}
