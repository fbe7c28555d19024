//! Context of an assist: the text, its tree, and the selection.

use std::ops::Range;
use std::sync::Arc;

use analysis::{File, Snapshot};
use diagnostics::Edit;
use syntax::ast::AstNode;
use syntax::{Dialect, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

use crate::text::trimmed_range;

pub(crate) struct Context<'db> {
    pub(crate) snapshot: Snapshot<'db>,
    pub(crate) file: File,
    pub(crate) path: Arc<str>,
    pub(crate) text: Arc<str>,
    /// Selection without white space at its ends; empty for a cursor alone.
    pub(crate) range: TextRange,
    root: SyntaxNode,
    token: SyntaxToken,
}

impl<'db> Context<'db> {
    pub(crate) fn new(snapshot: Snapshot<'db>, file: File, range: TextRange) -> Option<Context<'db>> {
        let is_understood = snapshot.problems(file).iter().all(|it| it.code != syntax::Code::SyntaxError);
        if snapshot.dialect(file) != Dialect::Manifest || !is_understood {
            return None;
        }
        let text = snapshot.text(file);
        let selected = text.get(Range::<usize>::from(range))?;
        let start = range.start() + size(selected.len() - selected.trim_start().len());
        let range = if selected.trim().is_empty() { range } else { TextRange::at(start, size(selected.trim().len())) };
        let root = snapshot.parse(file).syntax_node();
        // Between two tokens that is meant which is more than white space, and of two such the second one.
        let around = root.token_at_offset(range.start());
        let token = around.clone().right_biased().filter(|it| !it.kind().is_trivia()).or_else(|| around.left_biased())?;
        Some(Context { snapshot, file, path: snapshot.path(file), text, range, root, token })
    }

    /// The nodes around what is selected, from the inside.
    pub(crate) fn ancestors(&self) -> impl Iterator<Item = SyntaxNode> + use<> {
        let range = self.range;
        self.token.parent_ancestors().filter(move |it| it.text_range().contains_range(range))
    }

    /// The innermost node of a kind around what is selected.
    pub(crate) fn node<N: AstNode>(&self) -> Option<N> {
        self.ancestors().find_map(N::cast)
    }

    /// The token at the cursor.
    pub(crate) fn token(&self) -> &SyntaxToken {
        &self.token
    }

    /// The outermost node that is exactly what is selected.
    pub(crate) fn selected(&self) -> Option<SyntaxNode> {
        let exact = |it: &SyntaxNode| !self.range.is_empty() && trimmed_range(it) == self.range;
        self.ancestors().take_while(|it| trimmed_range(it).len() <= self.range.len()).filter(exact).last()
    }

    pub(crate) fn root(&self) -> &SyntaxNode {
        &self.root
    }

    pub(crate) fn slice(&self, range: TextRange) -> &str {
        self.text.get(Range::<usize>::from(range)).unwrap_or_default()
    }

    /// A node's text without white space and comments at its ends.
    pub(crate) fn text_of(&self, node: &SyntaxNode) -> &str {
        self.slice(trimmed_range(node))
    }

    pub(crate) fn edit(&self, range: TextRange, text: impl Into<String>) -> Edit {
        Edit { file: self.path.clone(), range, text: text.into() }
    }

    pub(crate) fn insert(&self, at: TextSize, text: impl Into<String>) -> Edit {
        self.edit(TextRange::empty(at), text)
    }

    /// Where the line of a place begins.
    pub(crate) fn line_start(&self, at: TextSize) -> TextSize {
        let before = self.text.get(..usize::from(at)).unwrap_or_default();
        size(before.rfind('\n').map_or(0, |it| it + 1))
    }

    /// Where the line after that of a place begins, or the text ends.
    pub(crate) fn next_line(&self, at: TextSize) -> TextSize {
        let rest = self.text.get(usize::from(at)..).unwrap_or_default();
        at + size(rest.find('\n').map_or(rest.len(), |it| it + 1))
    }

    /// The white space that the line of a place begins with.
    pub(crate) fn indent(&self, at: TextSize) -> &str {
        let line = self.text.get(usize::from(self.line_start(at))..).unwrap_or_default();
        let end = line.find(|it| it != ' ' && it != '\t').unwrap_or(line.len());
        line.get(..end).unwrap_or_default()
    }

    /// Whether only white space stands before a place in its line.
    pub(crate) fn is_first_in_line(&self, at: TextSize) -> bool {
        self.slice(TextRange::new(self.line_start(at), at)).trim().is_empty()
    }

    /// The range with the whole of its lines, if nothing else stands in them.
    pub(crate) fn whole_lines(&self, range: TextRange) -> Option<TextRange> {
        let end = self.next_line(range.end());
        let is_alone = self.is_first_in_line(range.start()) && self.slice(TextRange::new(range.end(), end)).trim().is_empty();
        is_alone.then(|| TextRange::new(self.line_start(range.start()), end))
    }

    /// A name for a variable that the file has none of yet.
    pub(crate) fn fresh_name(&self, wanted: &str) -> String {
        let is_taken = |name: &str| {
            self.text.match_indices(name).any(|(at, _)| {
                let is_word = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric() || it == '_');
                let before = self.text.get(..at).and_then(|it| it.chars().next_back());
                let after = self.text.get(at + name.len()..).and_then(|it| it.chars().next());
                !is_word(before) && !is_word(after) && matches!(before, Some('$' | '{' | ':'))
            })
        };
        let mut name = wanted.to_owned();
        let mut number = 2;
        while is_taken(&name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }
}

/// The statement that a node stands in: what its block, or the file, lists.
pub(crate) fn statement(node: &SyntaxNode) -> Option<SyntaxNode> {
    node.ancestors().find(is_statement)
}

pub(crate) fn is_statement(node: &SyntaxNode) -> bool {
    node.parent().is_some_and(|it| matches!(it.kind(), SyntaxKind::BLOCK | SyntaxKind::SOURCE_FILE))
}

/// Whether the value of a statement may count: it is the last of a function or lambda, or of a branch in one.
pub(crate) fn has_value(statement: &SyntaxNode) -> bool {
    statement.ancestors().any(|it| matches!(it.kind(), SyntaxKind::LAMBDA | SyntaxKind::FUNCTION_DEF | SyntaxKind::PLAN_DEF))
}

/// The text of a heredoc stands elsewhere: what has one cannot be moved.
pub(crate) fn has_heredoc(node: &SyntaxNode) -> bool {
    node.descendants().any(|it| matches!(it.kind(), SyntaxKind::HEREDOC | SyntaxKind::HEREDOC_BODY))
}

pub(crate) fn has_comment(node: &SyntaxNode) -> bool {
    let range = trimmed_range(node);
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|it| range.contains_range(it.text_range())).any(|it| it.kind() == SyntaxKind::COMMENT)
}

/// The next token that is more than white space or a comment.
pub(crate) fn next_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token.next_token(), SyntaxToken::next_token).find(|it| !it.kind().is_trivia())
}

pub(crate) fn previous_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token.prev_token(), SyntaxToken::prev_token).find(|it| !it.kind().is_trivia())
}

/// The last token of a node that is more than white space or a comment.
pub(crate) fn last_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    let last = node.last_token()?;
    if last.kind().is_trivia() { previous_token(&last) } else { Some(last) }
}

pub(crate) fn size(length: usize) -> TextSize {
    TextSize::try_from(length).unwrap_or_default()
}
