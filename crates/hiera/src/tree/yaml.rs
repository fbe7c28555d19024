//! YAML, by the events of its parser.

use std::ops::Range;

use libyaml_safer::{Event, EventData, Mark, Parser};
use values::Value;

use super::{Entry, Kind, MAX_DEPTH, Node, Problem, Tree};
use crate::yaml::{self, Data};

/// What stands before a mistake, and where that is.
pub(super) fn root(text: &str) -> (Option<Node>, Option<usize>) {
    let parsed = std::panic::catch_unwind(|| {
        let mut reader = Reader::new(text);
        let root = reader.document();
        (root, reader.problem.take())
    });
    // The parser gives up on a few broken texts by a panic.
    parsed.unwrap_or_default()
}

pub(super) fn tree(text: &str) -> Tree {
    let (root, stopped) = root(text);
    let problem = match yaml::load(text.as_bytes()) {
        Ok(_) => None,
        Err(problem) => {
            let lines = Lines::new(text);
            let at = lines.offset(problem.line.saturating_sub(1), problem.column.saturating_sub(1));
            Some(Problem { message: problem.message, at: stopped.unwrap_or(at).min(text.len()) })
        }
    };
    Tree { root, problem }
}

/// Where lines begin, as YAML counts them.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let mut starts = vec![0];
        let mut chars = text.char_indices().peekable();
        while let Some((at, it)) = chars.next() {
            let is_break = match it {
                '\r' => chars.peek().is_none_or(|(_, next)| *next != '\n'),
                it => matches!(it, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}'),
            };
            if is_break {
                starts.push(at + it.len_utf8());
            }
        }
        Lines { text, starts }
    }

    fn offset(&self, line: u32, column: u32) -> usize {
        let Some(start) = self.starts.get(line as usize) else { return self.text.len() };
        let rest = self.text.get(*start..).unwrap_or_default();
        start + rest.char_indices().nth(column as usize).map_or(rest.len(), |(at, _)| at)
    }
}

/// What stands at the start of a text that some editors write, and that the parser does not count.
const MARK: &str = "\u{feff}";

struct Reader<'t> {
    text: &'t str,
    parser: Parser<&'t [u8]>,
    /// How far the parser's places are behind those of the text.
    shift: usize,
    problem: Option<usize>,
    is_done: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        let mut parser = Parser::new();
        parser.set_input(text.as_bytes());
        let shift = if text.starts_with(MARK) { MARK.len() } else { 0 };
        Reader { text, parser, shift, problem: None, is_done: false }
    }

    fn offset(&self, mark: Mark) -> usize {
        let at = usize::try_from(mark.index).unwrap_or(usize::MAX).saturating_add(self.shift).min(self.text.len());
        (0..=at).rev().find(|it| self.text.is_char_boundary(*it)).unwrap_or(0)
    }

    fn range(&self, event: &Event) -> Range<usize> {
        let (start, end) = (self.offset(event.start_mark), self.offset(event.end_mark));
        start..end.max(start)
    }

    /// The next event; none behind a mistake.
    fn next(&mut self) -> Option<Event> {
        if self.is_done {
            return None;
        }
        match self.parser.parse() {
            Ok(event) => Some(event),
            Err(error) => {
                self.is_done = true;
                self.problem = error.problem_mark().map(|it| self.offset(it));
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
        self.node(event, 0)
    }

    fn node(&mut self, event: Event, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            self.is_done = true;
            return None;
        }
        let mut range = self.range(&event);
        let kind = match event.data {
            EventData::Alias { .. } => Kind::Alias,
            EventData::Scalar { value, tag, quoted_implicit, .. } => {
                // A block of text ends with its last line, not where the next thing begins.
                let trimmed = self.text.get(range.clone()).map_or(range.end, |it| range.start + it.trim_end().len());
                range.end = trimmed.max(range.start);
                Kind::Scalar { value: meaning(&value, tag.as_deref(), quoted_implicit), text: value }
            }
            EventData::SequenceStart { .. } => {
                let mut items = Vec::new();
                while let Some(event) = self.next() {
                    if matches!(event.data, EventData::SequenceEnd) {
                        range.end = self.closed(&event, ']').unwrap_or(range.end);
                        break;
                    }
                    items.extend(self.node(event, depth + 1));
                }
                range.end = items.last().map_or(range.end, |it: &Node| it.range.end.max(range.end));
                Kind::List(items)
            }
            EventData::MappingStart { .. } => {
                let mut entries: Vec<Entry> = Vec::new();
                while let Some(event) = self.next() {
                    if matches!(event.data, EventData::MappingEnd) {
                        range.end = self.closed(&event, '}').unwrap_or(range.end);
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
        Some(Node { range, kind })
    }

    /// Where a bracket ends what began with one; what has none ends with its last part.
    fn closed(&self, event: &Event, bracket: char) -> Option<usize> {
        let range = self.range(event);
        self.text.get(range.clone()).is_some_and(|it| it.starts_with(bracket)).then_some(range.end)
    }
}

/// What a scalar stands for; of what has a tag only its text is known.
fn meaning(text: &str, tag: Option<&str>, is_quoted: bool) -> Value {
    if is_quoted || tag.is_some() {
        return Value::string(text);
    }
    match yaml::meaning(text) {
        Some(data) => Data::value(&data),
        None => Value::string(text),
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
            Kind::Alias => *out += &format!("{blank}{shown:?} alias\n"),
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
        let tree = tree(text);
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
            let tree = tree(part);
            let mut out = String::new();
            if let Some(root) = &tree.root {
                render(part, root, 0, &mut out);
            }
            for offset in 0..=end {
                tree.path_at(offset);
            }
        }
        assert!(tree(&"[".repeat(1_000)).problem.is_some());
    }
}
