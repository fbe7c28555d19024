//! Code that stays unchanged: code that cannot be parsed, and code between `# fmt: off` and `# fmt: on`.

use syntax::{SyntaxElement, SyntaxKind::*, SyntaxNode, SyntaxToken, TextRange, TextSize};

use crate::builder::Builder;
use crate::document::Item;
use crate::tokens::Piece;

impl Builder<'_> {
    /// Whether all of a statement can be formatted, but for its blocks, which are decided there.
    pub(super) fn is_sound(&self, node: &SyntaxNode) -> bool {
        if matches!(node.kind(), ERROR_NODE | ERROR_EXPR) {
            return false;
        }
        if self.problems.is_empty() {
            return true;
        }
        let range = node.text_range();
        // What is missing at its end is said of what follows.
        let after = self.tokens.tokens.get(self.tokens.index_at(range.end(), self.next));
        let end = after.map_or(range.end(), |it| TextSize::new(it.piece.start));
        let mut within = self.problems.iter().filter(|it| it.start() <= end && it.end() >= range.start()).peekable();
        if within.peek().is_none() {
            return true;
        }
        let blocks = inner_blocks(node);
        within.all(|problem| blocks.iter().any(|block| block.start() < problem.start() && problem.end() < block.end()))
    }

    /// The comment before the token at an offset that says this, from a comment on.
    pub(super) fn switch(&self, offset: TextSize, text: &str, from: u32) -> Option<u32> {
        let token = self.tokens.at(offset, self.next)?;
        (token.comments.max(self.comment).max(from)..token.trailing)
            .find(|it| self.tokens.comments.get(*it as usize).is_some_and(|it| self.source(it.piece) == text))
    }

    /// Leaves what follows a comment as it is, up to the comment that switches formatting on again or to the end of the block. The
    /// index of the statement that goes on.
    pub(super) fn switched_off(&mut self, elements: &[SyntaxElement], index: usize, close: Option<&SyntaxToken>, off: u32) -> usize {
        self.comments_up_to(off);
        let end_of_text = TextSize::try_from(self.text.len()).unwrap_or_default();
        let closing = close.map_or(end_of_text, |it| it.text_range().start());
        let later = elements.iter().enumerate().skip(index).map(|(at, it)| (at, it.text_range().start()));
        let mut places = later.chain([(elements.len(), closing)]);
        let on = places.find_map(|(at, start)| self.switch(start, "# fmt: on", off + 1).map(|on| (at, start, on)));
        let Some(from) = self.tokens.comments.get(off as usize).map(|it| it.piece.start) else { return elements.len() };
        let (at, start, end, comment) = match on {
            Some((at, start, on)) => (at, start, self.tokens.comments.get(on as usize).map(|it| it.piece.end), on + 1),
            None => {
                let token = self.tokens.at(closing, self.next);
                let before = self.tokens.index_at(closing, self.next).checked_sub(1).filter(|it| *it >= self.next);
                let last =
                    before.and_then(|it| self.tokens.tokens.get(it)).map(|it| self.end_with_comments(it.piece.end, it.end, it.heredoc));
                let comment = token.map_or(0, |it| it.trailing);
                let commented = comment.checked_sub(1).and_then(|it| self.tokens.comments.get(it as usize)).map(|it| it.piece.end);
                (elements.len(), closing, last.max(commented), comment)
            }
        };
        self.copy(from, end.unwrap_or(from));
        self.next = self.tokens.index_at(start, self.next);
        self.comment = comment;
        at
    }

    /// Copies the tokens from one offset to another, with what stands between them.
    pub(super) fn as_it_is(&mut self, start: TextSize, end: TextSize) {
        self.comments();
        let behind = self.tokens.index_at(end, self.next);
        let tokens = self.tokens.tokens.get(self.next..behind).unwrap_or_default();
        let ends = tokens.iter().map(|it| self.end_with_comments(it.piece.end, it.end, it.heredoc));
        let end = ends.max().unwrap_or_else(|| end.into());
        let comment = tokens.last().map_or(self.comment, |it| it.end);
        self.copy(start.into(), end);
        self.next = behind;
        self.comment = self.comment.max(comment);
    }

    fn end_with_comments(&self, end: u32, comments: u32, heredoc: Option<Piece>) -> u32 {
        let comment = comments.checked_sub(1).and_then(|it| self.tokens.comments.get(it as usize)).map_or(0, |it| it.piece.end);
        end.max(comment).max(heredoc.map_or(0, |it| it.end))
    }

    /// Copies a stretch of the text, with the blanks before it if it begins its line.
    fn copy(&mut self, from: u32, to: u32) {
        let before = self.text.get(..from as usize).unwrap_or("");
        let line = before.trim_end_matches([' ', '\t']);
        // A mark of the byte order is no part of the first line.
        let begins = line.is_empty() || line == "\u{feff}" || line.ends_with('\n');
        let start = if begins { u32::try_from(line.len()).unwrap_or(from) } else { from };
        self.certain += 1;
        self.push(Item::Verbatim(Piece { start, end: to }));
    }
}

/// The blocks of a definition or of a condition that have both braces.
fn inner_blocks(node: &SyntaxNode) -> Vec<TextRange> {
    let is_looked_into = |kind| matches!(kind, CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF | NODE_DEF | IF_EXPR | UNLESS_EXPR);
    if !is_looked_into(node.kind()) {
        return Vec::new();
    }
    let clauses = node.children().filter(|it| matches!(it.kind(), ELSIF_CLAUSE | ELSE_CLAUSE));
    let blocks = std::iter::once(node.clone()).chain(clauses).flat_map(|it| it.children().filter(|it| it.kind() == BLOCK));
    let whole = blocks
        .filter(|it| it.first_token().is_some_and(|it| it.kind() == L_BRACE) && it.last_token().is_some_and(|it| it.kind() == R_BRACE));
    whole.map(|it| it.text_range()).collect()
}
