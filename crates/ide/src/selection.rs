//! Growing a selection, step by step.

use analysis::{File, Snapshot};
use syntax::{NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, TokenAtOffset};

use crate::data;
use crate::text::{first_token_of, last_token_of, trimmed_range};

/// The ranges around a place from the smallest to the whole file, each larger than the one before it.
pub fn selection_ranges(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<TextRange> {
    if data::is_data(snapshot, file) {
        let mut ranges = data::selection::ranges_around(snapshot, file, offset);
        ranges.push(TextRange::up_to(TextSize::of(&*snapshot.text(file))));
        return grow(ranges, offset);
    }
    let root = snapshot.parse(file).syntax_node();
    let whole = root.text_range();
    let mut ranges = Vec::new();
    if let Some(token) = token_at(&root, offset) {
        if token.kind() != SyntaxKind::WHITESPACE {
            ranges.extend(inside_quotes(&token));
            ranges.push(token.text_range());
        }
        for node in token.parent_ancestors() {
            ranges.extend(inside_brackets(&node));
            ranges.push(trimmed_range(&node));
        }
    }
    ranges.push(whole);
    grow(ranges, offset)
}

/// Only ranges that hold the place, and of them only those that hold the one before.
fn grow(ranges: Vec<TextRange>, offset: TextSize) -> Vec<TextRange> {
    let mut grown: Vec<TextRange> = Vec::new();
    for range in ranges {
        if !range.contains_inclusive(offset) {
            continue;
        }
        match grown.last() {
            Some(last) if *last == range || !range.contains_range(*last) => {}
            _ => grown.push(range),
        }
    }
    grown
}

/// Of two tokens that meet at the place, the one that a person means: a word rather than white space or a mark.
fn token_at(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let weight = |token: &SyntaxToken| match token.kind() {
        SyntaxKind::WHITESPACE => 0,
        kind if kind.is_punctuation() => 1,
        _ => 2,
    };
    if !root.text_range().contains_inclusive(offset) {
        return None;
    }
    match root.token_at_offset(offset) {
        TokenAtOffset::None => None,
        TokenAtOffset::Single(token) => Some(token),
        TokenAtOffset::Between(left, right) => Some(if weight(&left) > weight(&right) { left } else { right }),
    }
}

fn inside_quotes(token: &SyntaxToken) -> Option<TextRange> {
    let range = token.text_range();
    let quote = TextSize::of('\'');
    (token.kind() == SyntaxKind::SQ_STRING && range.len() >= quote + quote && token.text().ends_with('\''))
        .then(|| TextRange::new(range.start() + quote, range.end() - quote))
}

/// Range between a node's brackets, without the white space at its ends.
fn inside_brackets(node: &SyntaxNode) -> Option<TextRange> {
    use SyntaxKind::*;
    let open = first_token_of(node, &[L_BRACE, L_BRACK, L_PAREN, DQ, INTERPOLATION_START])?;
    let close = match open.kind() {
        L_BRACK => R_BRACK,
        L_PAREN => R_PAREN,
        DQ => DQ,
        _ => R_BRACE,
    };
    let close = last_token_of(node, &[close]).filter(|close| *close != open)?;
    let mut inner = node
        .children_with_tokens()
        .filter(|it| it.text_range().start() >= open.text_range().end() && it.text_range().end() <= close.text_range().start())
        .filter(|it| it.kind() != WHITESPACE);
    let first = inner.next()?;
    let last = inner.last().unwrap_or_else(|| first.clone());
    let end = match &last {
        NodeOrToken::Node(node) => trimmed_range(node).end(),
        NodeOrToken::Token(token) => token.text_range().end(),
    };
    Some(TextRange::new(first.text_range().start(), end.max(first.text_range().start())))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::selection_ranges;
    use crate::tests::{cursor, with_file};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (text, offset) = cursor(text);
        let ranges = with_file(&text, |snapshot, file| selection_ranges(snapshot, file, offset));
        let lines: Vec<String> = ranges.iter().map(|range| format!("{:?}", &text[*range])).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_value_grows_to_its_resource_and_class() {
        check(
            "class a {\n  file { '/x':\n    mode => '06$044',\n    owner => 'root',\n  }\n}\n",
            expect![[r#"
            "0644"
            "'0644'"
            "mode => '0644'"
            "'/x':\n    mode => '0644',\n    owner => 'root',"
            "file { '/x':\n    mode => '0644',\n    owner => 'root',\n  }"
            "{\n  file { '/x':\n    mode => '0644',\n    owner => 'root',\n  }\n}"
            "class a {\n  file { '/x':\n    mode => '0644',\n    owner => 'root',\n  }\n}"
            "class a {\n  file { '/x':\n    mode => '0644',\n    owner => 'root',\n  }\n}\n""#]],
        );
    }

    #[test]
    fn an_interpolation_grows_to_its_string() {
        check(
            "$x = \"a ${y['$0b'] + 1} c\"\n",
            expect![[r#"
            "b"
            "'b'"
            "y['b']"
            "y['b'] + 1"
            "${y['b'] + 1}"
            "a ${y['b'] + 1} c"
            "\"a ${y['b'] + 1} c\""
            "$x = \"a ${y['b'] + 1} c\""
            "$x = \"a ${y['b'] + 1} c\"\n""#]],
        );
    }

    #[test]
    fn a_word_is_meant_rather_than_what_is_beside_it() {
        check(
            "f($0abc)",
            expect![[r#"
            "abc"
            "(abc)"
            "f(abc)""#]],
        );
        check(
            "f(abc$0)",
            expect![[r#"
            "abc"
            "(abc)"
            "f(abc)""#]],
        );
        check(
            "f(abc, $0 def)",
            expect![[r#"
            "abc,  def"
            "(abc,  def)"
            "f(abc,  def)""#]],
        );
    }

    #[test]
    fn a_comment_is_selected_whole() {
        check(
            "class a {\n  # som$0e words\n  $x = 1\n}\n",
            expect![[r##"
            "# some words"
            "# some words\n  $x = 1"
            "{\n  # some words\n  $x = 1\n}"
            "class a {\n  # some words\n  $x = 1\n}"
            "class a {\n  # some words\n  $x = 1\n}\n""##]],
        );
    }

    #[test]
    fn half_typed_text_can_be_selected() {
        check(
            "class a {\n  file { '/x': mode => $$0\n",
            expect![[r#"
            "$"
            "mode => $"
            "'/x': mode => $"
            "file { '/x': mode => $"
            "{\n  file { '/x': mode => $"
            "class a {\n  file { '/x': mode => $"
            "class a {\n  file { '/x': mode => $\n""#]],
        );
    }

    #[test]
    fn an_empty_file_has_one_range() {
        check("$0", expect![[r#""""#]]);
    }
}
