//! JSON, read as far as it is JSON.

use std::ops::Range;

use serde_json::Value as Json;

use crate::tree::MAX_DEPTH;
use crate::{Data, Entry, Error, ErrorKind, Kind, Node, Text, Tree};

pub(crate) fn root(text: &str) -> Option<Node> {
    let mut scan = Scan { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } };
    scan.blanks();
    scan.node(0)
}

pub(crate) fn tree(text: &str) -> Tree {
    let root = root(text);
    let problem = serde_json::from_str::<Json>(text).err().map(|error| {
        let start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        // It counts bytes, from 1.
        let at = (start + error.column().saturating_sub(1)).min(text.len());
        let at = (0..=at).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Error { message, kind: ErrorKind::Syntax, line: number(error.line()), column: number(error.column()), at, parts: None }
    });
    Tree { root, problem }
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|it| it.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn node(&mut self, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        let start = self.at;
        let kind = match self.peek()? {
            b'{' => Kind::Map(self.entries(depth)),
            b'[' => Kind::List(self.items(depth)),
            b'"' => self.string(),
            _ => self.word()?,
        };
        Some(self.node_of(start, kind))
    }

    /// Node from a place to here. Nobody asks for lines of JSON.
    fn node_of(&self, start: usize, kind: Kind) -> Node {
        Node { range: start..self.at, line: 1, column: 1, kind, properties: None }
    }

    fn entries(&mut self, depth: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.at += 1;
        loop {
            self.blanks();
            match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    return entries;
                }
                Some(b',') => self.at += 1,
                Some(b'"') => {
                    let start = self.at;
                    let kind = self.string();
                    let key = self.node_of(start, kind);
                    let end = self.at;
                    self.blanks();
                    let mut value = None;
                    if self.peek() == Some(b':') {
                        self.at += 1;
                        self.blanks();
                        value = self.node(depth + 1);
                    } else {
                        self.at = end;
                    }
                    let is_whole = value.is_some();
                    entries.push(Entry { key, value });
                    if !is_whole && !matches!(self.peek(), Some(b',' | b'}') | Some(b' ' | b'\t' | b'\r' | b'\n')) {
                        return entries;
                    }
                }
                _ => return entries,
            }
        }
    }

    fn items(&mut self, depth: usize) -> Vec<Node> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.blanks();
            match self.peek() {
                Some(b']') => {
                    self.at += 1;
                    return items;
                }
                Some(b',') => self.at += 1,
                _ => match self.node(depth + 1) {
                    Some(item) => items.push(item),
                    None => return items,
                },
            }
        }
    }

    /// A string; one that is not closed ends with its line.
    fn string(&mut self) -> Kind {
        let start = self.at;
        let mut escaped = false;
        let mut end = self.text.len();
        for (at, it) in self.text.get(start + 1..).unwrap_or_default().char_indices() {
            let at = start + 1 + at;
            match it {
                '\n' => {
                    end = at;
                    break;
                }
                '"' if !escaped => {
                    end = at + 1;
                    break;
                }
                _ => escaped = !escaped && it == '\\',
            }
        }
        self.at = end;
        let text = match serde_json::from_str::<String>(self.slice(start..end)) {
            Ok(text) => text,
            Err(_) => self.slice(start..end).trim_matches('"').to_owned(),
        };
        let text = Text::from(text);
        Kind::Scalar { value: Data::String(text.clone()), text, is_plain: false }
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Option<Kind> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'+' | b'.')) {
            self.at += 1;
        }
        let text = self.slice(start..self.at);
        let value = match serde_json::from_str::<Json>(text).ok()? {
            Json::Bool(it) => Data::Boolean(it),
            Json::Number(it) => it.as_i64().map_or_else(|| Data::Float(it.as_f64().unwrap_or_default()), Data::Integer),
            _ => Data::Undef,
        };
        Some(Kind::Scalar { text: text.into(), value, is_plain: true })
    }

    fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at<'t>(text: &'t str, path: &[&str]) -> Option<&'t str> {
        tree(text).find(path).map(|it| &text[it.range.clone()])
    }

    #[test]
    fn values_have_their_bytes() {
        let text = r#" {"a": [1, {"b\"}": "x\"ü"}, []], "d":{"e":null}, "f": true} "#;
        assert_eq!(at(text, &["a", "0"]), Some("1"));
        assert_eq!(at(text, &["a", "1", "b\"}"]), Some(r#""x\"ü""#));
        assert_eq!(at(text, &["a", "2"]), Some("[]"));
        assert_eq!(at(text, &["d"]), Some(r#"{"e":null}"#));
        assert_eq!(at(text, &[]), Some(text.trim()));
        assert_eq!(tree(text).problem, None);
        assert_eq!(
            tree(text).find(&["f"]).map(|it| it.kind.clone()),
            Some(Kind::Scalar { text: "true".into(), value: Data::Boolean(true), is_plain: true })
        );
    }

    #[test]
    fn what_stands_before_a_mistake_is_there() {
        let text = "{\n  \"a\": \"b\",\n  \"c\": [1, \"d\n";
        assert_eq!(at(text, &["a"]), Some("\"b\""));
        assert_eq!(at(text, &["c", "1"]), Some("\"d"));
        let text = "{\n  \"a\": 1,\n  \"c\" 2\n}\n";
        let problem = tree(text).problem.expect("there is one");
        assert_eq!((problem.message.as_str(), &text[problem.at..]), ("expected `:`", "2\n}\n"));
        assert_eq!(at(text, &["a"]), Some("1"));
    }

    /// No text breaks it, and none makes it run for ever.
    #[test]
    fn any_text_will_do() {
        let text = r#"{"a": [1, {"b": "x\"ü"}], "c": [[[}}, "d" 1"#;
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            let tree = tree(&text[..end]);
            for offset in 0..=end {
                tree.path_at(offset);
            }
        }
        assert!(tree(&"[".repeat(100_000)).problem.is_some());
    }
}
