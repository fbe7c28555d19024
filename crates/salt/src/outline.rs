//! Outline of an SLS file for each keystroke: its lines by their indentation, with Jinja masked out.
//!
//! Nothing here fails, and nothing is rendered: IDs in both branches of a decision are there, and a name that an expression makes is a
//! word with a hole.

mod mask;

use std::ops::Range;

pub use mask::{HOLE, Tag, tags};

use crate::requisite::{is_requisite, is_requisite_in};

/// A text in the file, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Expressions of Jinja are [`HOLE`]s.
    pub text: String,
    pub range: Range<usize>,
}

impl Word {
    /// Whether an expression makes a part of it.
    pub fn has_hole(&self) -> bool {
        self.text.contains(HOLE)
    }
}

/// An entry of a map, or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// None for items of lists, whose entries are nodes below them.
    pub key: Option<Word>,
    /// Value on the same line.
    pub value: Option<Word>,
    pub indent: usize,
    pub parent: Option<usize>,
    /// From its first byte to the last one of what is below it.
    pub range: Range<usize>,
}

/// The nodes of a file in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub nodes: Vec<Node>,
}

/// Limit of the levels that are read.
const DEEPEST: usize = 64;

/// Role of a word in an SLS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An ID that is declared.
    Id,
    /// An ID that `extend` names.
    Extended,
    /// `file.managed`, or a module alone.
    Function,
    /// The name of an argument, of a requisite too.
    Argument,
    /// Target of a requisite. `module` is the node with the module, if there is one.
    Target { module: Option<usize> },
    /// The module of a requisite.
    Module,
    /// The name of an SLS file: in `include`, in `sls:` requisites, in `top.sls`.
    Sls,
    /// Any other text.
    Value,
}

/// A word with what it is.
#[derive(Clone, Copy, Debug)]
pub struct Found<'o> {
    pub word: &'o Word,
    pub role: Role,
    pub node: usize,
}

impl Outline {
    /// Reads a text.
    pub fn read(text: &str) -> Outline {
        Reader::default().read(text)
    }

    pub fn children(&self, of: Option<usize>) -> impl Iterator<Item = (usize, &Node)> {
        let from = of.map_or(0, |it| it + 1);
        let end = of.and_then(|it| self.nodes.get(it)).map_or(usize::MAX, |it| it.range.end);
        let below = self.nodes.iter().enumerate().skip(from).take_while(move |(_, it)| it.range.start < end);
        below.filter(move |(_, it)| it.parent == of)
    }

    /// The nodes above one, the outermost first, with itself.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some(parent) = path.last().and_then(|it| self.nodes.get(*it)).and_then(|it| it.parent) {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// All words with what they are.
    pub fn words(&self, is_top: bool) -> Vec<Found<'_>> {
        let mut found = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some(word) = &node.key {
                found.push(Found { word, role: self.key_role(number, is_top), node: number });
            }
            if let Some(word) = &node.value {
                found.push(Found { word, role: self.value_role(number, is_top), node: number });
            }
        }
        found
    }

    /// The word at a place; a place after the last character counts.
    pub fn at(&self, offset: usize, is_top: bool) -> Option<Found<'_>> {
        self.words(is_top).into_iter().find(|it| it.word.range.start <= offset && offset <= it.word.range.end)
    }

    /// The key of a node, or of the list that it is an item of.
    pub fn key(&self, node: usize) -> Option<&str> {
        self.nodes.get(node)?.key.as_ref().map(|it| &*it.text)
    }

    fn key_role(&self, node: usize, is_top: bool) -> Role {
        if is_top {
            return Role::Value;
        }
        let path = self.path(node);
        let first = path.first().and_then(|it| self.key(*it)).unwrap_or_default();
        match (first, path.len()) {
            ("include" | "exclude" | "extend", 1) => Role::Value,
            ("include" | "exclude", _) => Role::Value,
            ("extend", 2) => Role::Extended,
            ("extend", depth) => self.inner(&path, depth - 1),
            (_, 1) => Role::Id,
            (_, depth) => self.inner(&path, depth),
        }
    }

    /// The role of a key below an ID: depth 2 are modules, then items of lists alternate with entries.
    fn inner(&self, path: &[usize], depth: usize) -> Role {
        match depth {
            2 => Role::Function,
            4 => Role::Argument,
            6 if self.requisite_above(path).is_some() => Role::Module,
            _ => Role::Value,
        }
    }

    /// The requisite whose list a node is in.
    fn requisite_above(&self, path: &[usize]) -> Option<&str> {
        let names = path.iter().rev().skip(1).filter_map(|it| self.key(*it));
        names.take(1).find(|it| is_requisite(it) || is_requisite_in(it))
    }

    fn value_role(&self, node: usize, is_top: bool) -> Role {
        let path = self.path(node);
        let first = path.first().and_then(|it| self.key(*it)).unwrap_or_default();
        let is_item = self.nodes.get(node).is_some_and(|it| it.key.is_none());
        if is_top {
            return if path.len() == 3 && is_item { Role::Sls } else { Role::Value };
        }
        match (first, path.len()) {
            ("include", 2) if is_item => return Role::Sls,
            ("exclude", 2) if is_item => return Role::Sls,
            ("include" | "exclude", _) => return Role::Value,
            (_, 1) => return Role::Function,
            _ => {}
        }
        let depth = if first == "extend" { path.len() - 1 } else { path.len() };
        let in_requisite = self.requisite_above(&path).is_some();
        match depth {
            5 if is_item && in_requisite => Role::Target { module: None },
            6 if in_requisite && self.key(node) == Some("sls") => Role::Sls,
            6 if in_requisite => Role::Target { module: Some(node) },
            // `- managed` below `file:`.
            3 if is_item => Role::Function,
            _ => Role::Value,
        }
    }

    /// The IDs that are declared, with their nodes.
    pub fn ids(&self) -> impl Iterator<Item = (usize, &Word)> {
        let own = |it: &str| !matches!(it, "include" | "exclude" | "extend");
        self.children(None).filter_map(move |(number, node)| Some((number, node.key.as_ref().filter(|it| own(&it.text))?)))
    }

    /// The functions of an ID: the module, the function if it is named, and the node.
    pub fn functions(&self, id: usize) -> Vec<(String, Option<String>, usize)> {
        let mut found = Vec::new();
        let split = |text: &str| match text.split_once('.') {
            Some((module, function)) => (module.to_owned(), Some(function.to_owned())),
            None => (text.to_owned(), None),
        };
        if let Some(value) = self.nodes.get(id).and_then(|it| it.value.as_ref()) {
            let (module, function) = split(&value.text);
            found.push((module, function, id));
        }
        for (number, node) in self.children(Some(id)) {
            let Some(key) = &node.key else { continue };
            let (module, mut function) = split(&key.text);
            if function.is_none() {
                let item = self.children(Some(number)).find_map(|(_, it)| it.value.as_ref().filter(|_| it.key.is_none()));
                function = item.map(|it| it.text.clone());
            }
            found.push((module, function, number));
        }
        found
    }

    /// The texts of an argument of a function: its value, or the items of its list.
    pub fn argument(&self, function: usize, name: &str) -> Vec<&Word> {
        let mut found = Vec::new();
        for (item, _) in self.children(Some(function)) {
            for (number, node) in self.children(Some(item)).filter(|(_, it)| it.key.as_ref().is_some_and(|it| it.text == name)) {
                found.extend(&node.value);
                for (inner, node) in self.children(Some(number)) {
                    found.extend(node.value.as_ref().or_else(|| self.children(Some(inner)).find_map(|it| it.1.key.as_ref())));
                }
            }
        }
        found
    }
}

#[derive(Default)]
struct Reader {
    outline: Outline,
    /// The nodes that what follows may belong to.
    open: Vec<usize>,
}

impl Reader {
    fn read(mut self, text: &str) -> Outline {
        let masked = mask::mask(text);
        let mut start = 0;
        // Lines of a text in a block are no entries.
        let mut block: Option<usize> = None;
        for line in masked.split_inclusive('\n') {
            let body = line.trim_end();
            let indent = body.len() - body.trim_start_matches(' ').len();
            let at = start;
            start += line.len();
            if body.trim().is_empty() {
                continue;
            }
            if block.is_some_and(|it| indent > it) {
                self.extend(at + body.len());
                continue;
            }
            if body.trim_start().starts_with('#') || matches!(body, "---" | "...") {
                continue;
            }
            block = self.line(body, indent, at);
        }
        self.outline
    }

    /// Extends the open nodes to this place.
    fn extend(&mut self, end: usize) {
        for open in &self.open {
            if let Some(node) = self.outline.nodes.get_mut(*open) {
                node.range.end = node.range.end.max(end);
            }
        }
    }

    /// Reads a line; returns the indentation that the lines of a block of text exceed.
    fn line(&mut self, body: &str, mut indent: usize, start: usize) -> Option<usize> {
        let mut rest = body.get(indent..)?;
        while let Some(inner) = rest.strip_prefix("- ").or_else(|| (rest == "-").then_some("")) {
            self.push(Node { key: None, value: None, indent, parent: None, range: start + indent..start + body.len() });
            let spaces = inner.len() - inner.trim_start_matches(' ').len();
            indent += rest.len() - inner.len() + spaces;
            rest = inner.get(spaces..)?;
        }
        if rest.is_empty() {
            self.extend(start + body.len());
            return None;
        }
        let at = start + indent;
        let value = match split_key(rest) {
            Some((key, from)) => {
                let value = word(rest.get(from..)?, at + from);
                let key = word(rest.get(..key)?, at)?;
                self.push(Node { key: Some(key), value: value.clone(), indent, parent: None, range: at..start + body.len() });
                value
            }
            None => {
                let value = word(rest, at);
                // A line of its own continues what stands above it.
                if let Some(node) = self.open.last().and_then(|it| self.outline.nodes.get_mut(*it))
                    && node.key.is_none()
                    && node.value.is_none()
                {
                    node.value = value.clone();
                }
                value
            }
        };
        self.extend(start + body.len());
        value.is_some_and(|it| it.text.starts_with(['|', '>'])).then_some(indent)
    }

    fn push(&mut self, mut node: Node) {
        while let Some(top) = self.open.last().and_then(|it| self.outline.nodes.get(*it)) {
            // Items may stand as deep as the key of their list.
            let is_below = top.indent < node.indent || (top.indent == node.indent && top.key.is_some() && node.key.is_none());
            if is_below {
                break;
            }
            self.open.pop();
        }
        if self.open.len() >= DEEPEST {
            return;
        }
        node.parent = self.open.last().copied();
        self.open.push(self.outline.nodes.len());
        self.outline.nodes.push(node);
    }
}

/// Where the key of an entry ends, and where its value begins.
fn split_key(text: &str) -> Option<(usize, usize)> {
    let quote = text.chars().next().filter(|it| matches!(it, '\'' | '"'));
    let from = match quote {
        Some(quote) => text.get(1..)?.find(quote)? + 2,
        None => 0,
    };
    let colon = text.get(from..)?.match_indices(':').map(|it| from + it.0).find(|at| {
        let rest = text.get(at + 1..).unwrap_or_default();
        rest.is_empty() || rest.starts_with([' ', '\t'])
    })?;
    let is_plain = quote.is_some() || !text.starts_with(['[', '{', '#', '&', '*', '|', '>']);
    let comment = text.find(" #").is_some_and(|it| it < colon);
    (is_plain && !comment).then_some((colon, colon + 1))
}

/// The text without blanks, comments, anchors and quotes.
fn word(text: &str, at: usize) -> Option<Word> {
    let trimmed = text.trim_start();
    let start = at + text.len() - trimmed.len();
    let mut body = trimmed;
    if let Some(end) = body.match_indices(" #").map(|it| it.0).next()
        && !body.starts_with(['\'', '"'])
    {
        body = body.get(..end)?;
    }
    if body.starts_with('#') {
        return None;
    }
    let body = body.trim_end();
    if let Some(quote) = body.chars().next().filter(|it| matches!(it, '\'' | '"')) {
        let inner = body.get(1..)?;
        let end = inner.find(quote).unwrap_or(inner.len());
        return Some(Word { text: inner.get(..end)?.to_owned(), range: start + 1..start + 1 + end });
    }
    if body.is_empty() {
        return None;
    }
    Some(Word { text: body.to_owned(), range: start..start + body.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(text: &str, is_top: bool) -> Vec<String> {
        let outline = Outline::read(text);
        let show = |it: &Found<'_>| {
            assert_eq!(text.get(it.word.range.clone()).map(str::len), Some(it.word.text.len()), "{it:?}");
            let role = format!("{:?}", it.role);
            format!("{} {}", role.split(' ').next().unwrap_or_default(), it.word.text.replace(HOLE, "?"))
        };
        outline.words(is_top).iter().map(show).collect()
    }

    #[test]
    fn words_have_their_roles() {
        let text = "include:\n  - .map\n  - web.nginx # why\nnginx:\n  pkg:\n    - installed\n  service.running:\n    - enable: True\n    - require:\n      \
                    - pkg: nginx\n      - sls: 'web'\n    - watch_in:\n      - bare\nvim: pkg.installed\n";
        let expected = [
            "Value include",
            "Sls .map",
            "Sls web.nginx",
            "Id nginx",
            "Function pkg",
            "Function installed",
            "Function service.running",
            "Argument enable",
            "Value True",
            "Argument require",
            "Module pkg",
            "Target nginx",
            "Module sls",
            "Sls web",
            "Argument watch_in",
            "Target bare",
            "Id vim",
            "Function pkg.installed",
        ];
        assert_eq!(roles(text, false), expected);
    }

    #[test]
    fn jinja_is_masked() {
        let text = "{% for it in ['a: b'] %}\n{# c: d #}\n{{ it }}.conf:\n  file.managed:\n    - name: /etc/{{ it }}\n{% endfor %}\n";
        let hole = "?".repeat(8);
        let name = format!("Value /etc/{hole}");
        let id = format!("Id {hole}.conf");
        assert_eq!(roles(text, false), [id.as_str(), "Function file.managed", "Argument name", name.as_str()]);
    }

    #[test]
    fn top_files_name_sls_files() {
        assert_eq!(
            roles("base:\n  'web*':\n    - match: glob\n    - web\n", true),
            ["Value base", "Value web*", "Value match", "Value glob", "Sls web"]
        );
    }

    #[test]
    fn texts_in_blocks_are_no_entries() {
        let text = "a:\n  file.managed:\n    - contents: |\n        b: c\n\n        - d: e\n    - mode: 644\n";
        let outline = Outline::read(text);
        assert_eq!(
            outline.nodes.iter().filter_map(|it| it.key.as_ref()).map(|it| &*it.text).collect::<Vec<_>>(),
            ["a", "file.managed", "contents", "mode"]
        );
        assert_eq!(outline.nodes.first().map(|it| it.range.clone()), Some(0..text.trim_end().len()));
    }

    #[test]
    fn any_text_has_an_outline() {
        for text in
            ["", ":", "- - -", "{{", "{% x", "'", "\"a: ", "- '", "a:\n- b\n  c", "\u{e9}: \u{1f600}\n {{ \u{e9}", "{#\n#}x: {%\n%}"]
        {
            let outline = Outline::read(text);
            for node in &outline.nodes {
                assert!(text.get(node.range.clone()).is_some(), "{text:?}: {node:?}");
            }
        }
    }
}
