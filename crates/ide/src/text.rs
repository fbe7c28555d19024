//! Small helpers over trees.

use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// The tokens that stand directly in a node.
pub(crate) fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    node.children_with_tokens().filter_map(|it| it.into_token())
}

pub(crate) fn first_token_of(node: &SyntaxNode, kinds: &[SyntaxKind]) -> Option<SyntaxToken> {
    tokens(node).find(|token| kinds.contains(&token.kind()))
}

pub(crate) fn last_token_of(node: &SyntaxNode, kinds: &[SyntaxKind]) -> Option<SyntaxToken> {
    tokens(node).filter(|token| kinds.contains(&token.kind())).last()
}

/// A node's range without the white space and comments at its ends.
pub(crate) fn trimmed_range(node: &SyntaxNode) -> TextRange {
    let whole = node.text_range();
    let mut meaningful = node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia());
    let Some(first) = meaningful.next() else { return whole };
    let mut last = node.last_token();
    while let Some(token) = last {
        if !token.kind().is_trivia() || token.text_range().start() <= first.text_range().start() {
            return TextRange::new(first.text_range().start(), token.text_range().end());
        }
        last = token.prev_token();
    }
    whole
}

/// A line by its number, from 1, without the space around what is in it.
pub(crate) fn line_range(text: &str, number: u32) -> Option<TextRange> {
    let before = text.split_inclusive('\n').take(number.checked_sub(1)? as usize).map(str::len).sum::<usize>();
    let line = text.get(before..)?.lines().next()?;
    let indent = line.len() - line.trim_start().len();
    let start = TextSize::try_from(before + indent).ok()?;
    Some(TextRange::at(start, TextSize::of(line.trim())))
}

/// A node's text on one line, cut where it gets long.
pub(crate) fn one_line(node: &SyntaxNode) -> String {
    const LONGEST: usize = 80;
    let mut line = String::new();
    let mut length = 0;
    let text = node.text().to_string();
    for word in text.split_whitespace() {
        for c in (!line.is_empty()).then_some(' ').into_iter().chain(word.chars()) {
            if length == LONGEST {
                line.push('…');
                return line;
            }
            line.push(c);
            length += 1;
        }
    }
    line
}
