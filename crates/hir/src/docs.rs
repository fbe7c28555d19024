//! The comment above a definition, as Puppet Strings reads it: lines that begin with `#` right above it, text first, then tags.

use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

/// Documentation in the comment above a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// Text before the first tag.
    pub text: SmolStr,
    /// The tags in their order.
    pub tags: Vec<Tag>,
}

/// `@name [types] argument text`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Without the `@`: `summary`, `param`, `return`, `example`, `option`, `raise`, `note`, …
    pub name: SmolStr,
    /// Types in brackets.
    pub types: Option<SmolStr>,
    /// The parameter of `@param`, the title of an `@example`.
    pub argument: SmolStr,
    /// The text, with the lines below that are indented.
    pub text: SmolStr,
}

impl Docs {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.tags.is_empty()
    }

    /// The text of the first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|it| it.name == name)
    }

    pub fn summary(&self) -> Option<&str> {
        self.tag("summary").map(|it| it.text.as_str())
    }

    /// Documentation of a parameter.
    pub fn param(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|it| it.name == "param" && it.argument == name)
    }

    /// Reads the lines of a comment, without their `#`.
    pub fn read(lines: &[&str]) -> Docs {
        let mut text: Vec<&str> = Vec::new();
        let mut tags: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for line in lines {
            let unindented = !line.starts_with([' ', '\t']);
            match tag_line(line) {
                Some((name, rest)) if unindented => tags.push((name, rest, Vec::new())),
                _ => match tags.last_mut() {
                    Some((_, _, body)) if !unindented || line.trim().is_empty() => body.push(line),
                    // A line that is not indented ends the tag and belongs to the text.
                    _ => text.push(line),
                },
            }
        }
        let tags = tags.into_iter().map(|(name, first, body)| tag(name, first, &body)).collect();
        Docs { text: joined(&text), tags }
    }
}

fn tag_line(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('@')?;
    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at_checked(end)?;
    (!name.is_empty()).then_some((name, rest.trim()))
}

fn tag(name: &str, first: &str, body: &[&str]) -> Tag {
    let takes_argument = matches!(name, "param" | "option");
    let (mut types, mut rest) = bracketed(first);
    let mut argument = "";
    if name == "example" {
        (types, argument, rest) = (None, first, "");
    } else if takes_argument {
        (argument, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        argument = argument.trim_start_matches('$');
        if types.is_none() {
            (types, rest) = bracketed(rest.trim());
        }
    }
    let mut lines = Vec::new();
    if !rest.trim().is_empty() {
        lines.push(rest.trim());
    }
    lines.extend(body);
    Tag { name: name.into(), types: types.map(SmolStr::new), argument: argument.into(), text: unindented(&lines, !rest.trim().is_empty()) }
}

/// Text in brackets at the start, which may hold brackets itself, and the rest.
fn bracketed(text: &str) -> (Option<&str>, &str) {
    if !text.starts_with('[') {
        return (None, text);
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let (inside, rest) = (text.get(1..at), text.get(at + 1..));
            return (inside, rest.unwrap_or_default().trim_start());
        }
    }
    (None, text)
}

fn joined(lines: &[&str]) -> SmolStr {
    SmolStr::new(lines.join("\n").trim_matches('\n').trim_end())
}

/// Takes away the blanks that all lines begin with; the first line has none where it stood after its tag.
fn unindented(lines: &[&str], keeps_first: bool) -> SmolStr {
    let skip = usize::from(keeps_first);
    let indented = lines.iter().skip(skip).filter(|it| !it.trim().is_empty());
    let margin = indented.map(|it| it.len() - it.trim_start().len()).min().unwrap_or(0);
    let (first, rest) = lines.split_at_checked(skip).unwrap_or((lines, &[]));
    let cut = rest.iter().map(|line| line.get(margin..).unwrap_or_default());
    joined(&first.iter().copied().chain(cut).collect::<Vec<&str>>())
}

/// The documentation of what a node defines.
pub(crate) fn read(node: &SyntaxNode) -> Docs {
    let comments = comments_above(node);
    Docs::read(&comments.iter().rev().map(|it| said(it.text())).collect::<Vec<&str>>())
}

/// Text of a comment's line.
fn said(comment: &str) -> &str {
    let text = comment.trim_end().trim_start_matches('#');
    text.strip_prefix(' ').unwrap_or(text)
}

/// The comments right above a node that have lines of their own, the nearest first.
fn comments_above(node: &SyntaxNode) -> Vec<SyntaxToken> {
    let mut found = Vec::new();
    // How many lines end after it, and a comment of which it is not known yet whether its line begins with it.
    let (mut breaks, mut nearest) = (0, None);
    let mut before = node.first_token().and_then(|it| it.prev_token());
    while let Some(token) = before {
        before = token.prev_token();
        match token.kind() {
            SyntaxKind::WHITESPACE => {
                let more = token.text().bytes().filter(|it| *it == b'\n').count();
                if more > 0
                    && let Some(comment) = nearest.take()
                {
                    found.push(comment);
                    breaks = 0;
                }
                breaks += more;
            }
            SyntaxKind::COMMENT if breaks <= 1 && nearest.is_none() && token.text().starts_with('#') => nearest = Some(token),
            _ => return found,
        }
    }
    found.extend(nearest);
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::ItemTree;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (ItemTree { items, .. }, _) = crate::items(&syntax::parse(text, syntax::ParseOptions::default()));
        let docs = &items.last().expect("a definition").docs;
        let mut out = format!("{:?}\n", docs.text);
        for tag in &docs.tags {
            out += &format!("{} {:?} {:?} {:?}\n", tag.name, tag.types, tag.argument, tag.text);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn tags_are_read() {
        check(
            "# @summary Sets up the thing\n#\n# A longer text\n# of two lines.\n#\n# @example Short\n#   class { 'a':\n#     x => 1,\n#   }\n\
             # @param x The number,\n#   and more.\n# @param [Array[String], Undef] y Others\n# @return [Integer] How many\nclass a($x, $y) { }\n",
            expect![[r#"
                "A longer text\nof two lines."
                summary None "" "Sets up the thing"
                example None "Short" "class { 'a':\n  x => 1,\n}"
                param None "x" "The number,\nand more."
                param Some("Array[String], Undef") "y" "Others"
                return Some("Integer") "" "How many"
            "#]],
        );
    }

    #[test]
    fn the_text_of_a_parameter_may_begin_below() {
        check(
            "# @param ensure\n#   Whether it is there.\n#\n#   Or not.\n# @api private\nclass a { }\n",
            expect![[r#"
                ""
                param None "ensure" "Whether it is there.\n\nOr not."
                api None "" "private"
            "#]],
        );
    }

    #[test]
    fn only_what_stands_right_above_counts() {
        check(
            "# Far away.\n\nclass a { }\n",
            expect![[r#"
            ""
        "#]],
        );
        check(
            "$x = 1 # Not this.\nclass a { }\n",
            expect![[r#"
            ""
        "#]],
        );
        check(
            "/* Nor this. */\nclass a { }\n",
            expect![[r#"
            ""
        "#]],
        );
        check(
            "$x = 1 # Not this.\n# But this.\nclass a { }\n",
            expect![[r#"
            "But this."
        "#]],
        );
    }

    #[test]
    fn odd_comments() {
        check(
            "#\n#@param\n## @\n# @param [Array[ x\n# @param [] $y\nclass a { }\n",
            expect![[r#"
            "@"
            param None "" ""
            param None "[Array[" "x"
            param Some("") "y" ""
        "#]],
        );
    }
}
