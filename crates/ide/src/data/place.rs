//! Surroundings of a cursor in YAML or JSON, in texts that are nearly always broken there.
//!
//! Lines and tokens before the cursor decide, and never a parser, which would stop at the first mistake: [`block`] reads the
//! indentation of YAML, [`flow`] brackets and all of JSON.

mod block;
mod flow;

use std::ops::Range;

/// A step on the path from the outermost mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    /// An element of a list, whichever.
    Item,
}

/// Another entry of the mapping that the cursor is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sibling {
    pub(crate) key: String,
    /// Its text, if it is one.
    pub(crate) value: String,
}

/// Where a cursor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The path to this place. Of a key, the path to its mapping.
    pub(crate) path: Vec<Step>,
    pub(crate) may_be_key: bool,
    pub(crate) may_be_value: bool,
    /// The text around the cursor, without quotes.
    pub(crate) scalar: Range<usize>,
    /// The quote that it began with.
    pub(crate) quote: Option<char>,
    pub(crate) is_closed: bool,
    pub(crate) siblings: Vec<Sibling>,
    /// In brackets.
    pub(crate) is_flow: bool,
    /// A colon follows already.
    pub(crate) has_colon: bool,
    /// A line of a longer text.
    pub(crate) is_text: bool,
}

impl Place {
    /// Whether the path is one of these keys; `*` is an element of a list, or any key.
    pub(crate) fn is_at(&self, path: &[&str]) -> bool {
        let is_same = |(step, wanted): (&Step, &&str)| match step {
            Step::Key(key) => *wanted == "*" || key == wanted,
            Step::Item => *wanted == "*",
        };
        self.path.len() == path.len() && self.path.iter().zip(path).all(is_same)
    }

    pub(crate) fn sibling(&self, key: &str) -> Option<&str> {
        self.siblings.iter().find(|it| it.key == key).map(|it| it.value.as_str())
    }
}

/// Where an offset of YAML or JSON is. None where there is nothing to be written, as in a comment.
pub(crate) fn place(text: &str, offset: usize, is_json: bool) -> Option<Place> {
    if is_json {
        let start = text.find(|it: char| !it.is_whitespace() && it != '\u{feff}')?;
        return flow::place(text, start, offset, Vec::new(), true);
    }
    block::place(text, offset)
}

/// The text of a scalar as it is meant, more or less.
fn plain(text: &str) -> &str {
    let text = text.trim();
    let inner = ['"', '\''].iter().find_map(|it| text.strip_prefix(*it)?.strip_suffix(*it));
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn shown(text: &str, is_json: bool) -> String {
        let (text, at) = test_utils::cursor(text);
        let Some(it) = place(&text, at, is_json) else { return "nothing".to_owned() };
        let path: Vec<&str> = it.path.iter().map(|it| if let Step::Key(key) = it { key } else { "*" }).collect();
        let kind = match (it.may_be_key, it.may_be_value) {
            (true, true) => "key or value",
            (true, false) => "key",
            (false, true) => "value",
            (false, false) => "text",
        };
        let siblings: Vec<String> = it.siblings.iter().map(|it| format!("{}={}", it.key, it.value)).collect();
        let typed = &text[it.scalar.start..at];
        let rest = &text[at..it.scalar.end];
        let quote = it.quote.map(|quote| if it.is_closed { format!(" {quote}{quote}") } else { format!(" {quote}") }).unwrap_or_default();
        let colon = if it.has_colon { " :" } else { "" };
        let path = if path.is_empty() { "top".to_owned() } else { path.join(".") };
        format!("{path} | {kind} {typed}|{rest}{quote}{colon} [{}]", siblings.join(" "))
    }

    #[track_caller]
    fn yaml(texts: &[&str], expected: Expect) {
        let lines: Vec<String> = texts.iter().map(|it| shown(it, false)).collect();
        expected.assert_eq(&format!("{}\n", lines.join("\n")));
    }

    #[track_caller]
    fn json(texts: &[&str], expected: Expect) {
        let lines: Vec<String> = texts.iter().map(|it| shown(it, true)).collect();
        expected.assert_eq(&format!("{}\n", lines.join("\n")));
    }

    #[test]
    fn keys_of_the_outermost_mapping() {
        yaml(
            &[
                "$0",
                "---\na: 1\nap$0\nb: 'x'\n",
                "apache::$0",
                "apache::po$0rt: 1\n",
                "'apache::p$0'",
                "\"a$0: 1\nb: 2\n",
                "a: 1\n$0\nb: 2\n",
            ],
            expect![[r#"
                top | key | []
                top | key ap| [a=1 b=x]
                top | key apache::| []
                top | key apache::po|rt : []
                top | key apache::p| '' []
                top | key a| " [b=2]
                top | key | [a=1 b=2]
            "#]],
        );
    }

    #[test]
    fn values_behind_a_colon() {
        yaml(
            &["a: $0", "a:$0", "a: fo$0o # c\n", "a: 'x$0'\n", "a: \"x$0\nb: 1\n", "a: 'x'$0", "a: 1 # $0", "a: &x y$0"],
            expect![[r#"
                a | value | []
                a | value | []
                a | value fo|o []
                a | value x| '' []
                a | value x| " [b=1]
                nothing
                nothing
                a | value y| []
            "#]],
        );
    }

    #[test]
    fn what_is_indented() {
        yaml(
            &[
                "a:\n  $0",
                "a:\n  b: 1\n  c$0\n  d: 2\ne: 3\n",
                "a:\n  b:\n    c: $0",
                "a:\n  - $0",
                "a:\n- x\n- y$0",
                "h:\n  - name: x\n    path: y\n    $0\n  - name: z\n",
                "h:\n  - na$0\n    path: y\n",
                "h:\n- name: x\n  paths:\n  - $0\n",
                "a: |\n  text %{x$0\n",
                "a: |\n  text: x\nb$0",
            ],
            expect![[r#"
                a | key or value | []
                a | key c| [b=1 d=2]
                a.b.c | value | []
                a.* | key or value | []
                a.* | key or value y| []
                h.* | key | [path=y name=x]
                h.* | key na| [path=y]
                h.*.paths.* | key or value | []
                a | text text %{x| []
                top | key b| [a=|]
            "#]],
        );
    }

    #[test]
    fn brackets_in_yaml() {
        yaml(
            &[
                "a: [x, $0]",
                "a: {b: 1, c$0}\n",
                "h:\n- {name: x, path: 'a/%{$0'}\n",
                "h:\n- {name: x,\n   path: y, $0\n- {name: z}\n",
                "a: [1, 2\nb: $0\n",
                "a: {b: $0",
                "a: [x]$0",
            ],
            expect![[r#"
                a.* | value | []
                a | key c| [b=1]
                h.*.path | value a/%{| '' [name=x]
                h.* | key | [name=x path=y]
                b | value | [a=[1, 2]
                a.b | value | []
                nothing
            "#]],
        );
    }

    #[test]
    fn all_of_json() {
        json(
            &[
                "{$0",
                "{ \"a\": 1, \"b$0\" }",
                "{\n  \"a\": [{\"n\": \"x\", \"v\": \"$0\"}],\n \"c\": 1}",
                "{\n  \"a\": \"x\"\n  \"b$0\n  \"c\": 2\n}",
                "{ \"a\": $0 }",
                "{ \"a\": [\"x\", \"y$0",
                "{ \"a\"$0: 1 }",
                "{ \"a\": 1 $0}",
                "{ \"a$0\": 1 }",
                "{ \"a\": 1 } $0",
            ],
            expect![[r#"
                top | key | []
                top | key b| "" [a=1]
                a.*.v | value | "" [n=x]
                top | key b| " [a=x c=2]
                a | value | []
                a.* | value y| " []
                nothing
                nothing
                top | key a| "" : []
                nothing
            "#]],
        );
    }

    /// No text breaks it, and what is found lies around the cursor.
    #[test]
    fn any_text_will_do() {
        let text = "---\na: [1, {b: 'ü'}, \"x\"]\nc: |\n  x\n\n- d: {e: [\n f\n'g\": h # i\n? j\n: k\n\tl: m\nn:: o\n";
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            for is_json in [false, true] {
                for offset in (0..=end).filter(|it| text.is_char_boundary(*it)) {
                    if let Some(it) = place(&text[..end], offset, is_json) {
                        assert!(it.scalar.start <= offset && offset <= it.scalar.end, "{it:?} at {offset} in {:?}", &text[..end]);
                        assert!(text.get(it.scalar).is_some_and(|it| !it.contains('\n')));
                    }
                }
            }
        }
        assert!(place(&"[".repeat(100_000), 100_000, true).is_some());
    }
}
