//! Puts the tokens of a text into a document, one after the other, with the comments around them.
//!
//! Every token of the tree is copied once and in order, so that none is lost; only blanks and line breaks are added, and the comma after
//! the last element of a list on lines of its own.

use std::ops::Range;

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

use crate::document::{At, Item};
use crate::printer::width_of;
use crate::tokens::{Comment, Piece, Tokens};

pub(crate) struct Builder<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: Tokens,
    /// The next token.
    pub(crate) next: usize,
    /// The next comment.
    pub(crate) comment: u32,
    pub(crate) items: Vec<Item>,
    /// The groups that are open, and how many line breaks were certain before each.
    groups: Vec<(At, u32)>,
    /// How many line breaks are certain so far.
    pub(crate) certain: u32,
    /// How many of them are pieces that take several lines.
    pub(crate) spans: u32,
    /// Where a comment was written that ends its line, until something follows.
    suffix: Option<At>,
    /// A token came that is not the next.
    pub(crate) is_lost: bool,
    /// Where the text cannot be understood.
    pub(crate) problems: Vec<TextRange>,
    /// The group that was closed last.
    pub(crate) last_group: Option<At>,
    /// How many expressions are around this one.
    pub(crate) depth: u32,
    pub(crate) width: usize,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(text: &'a str, tokens: Tokens, problems: Vec<TextRange>, width: usize) -> Builder<'a> {
        let items = Vec::with_capacity(tokens.tokens.len() * 3);
        Builder {
            text,
            tokens,
            next: 0,
            comment: 0,
            items,
            groups: Vec::new(),
            certain: 0,
            spans: 0,
            suffix: None,
            is_lost: false,
            problems,
            last_group: None,
            depth: 0,
            width,
        }
    }

    // ---- what stands between ----

    pub(crate) fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    pub(crate) fn space(&mut self) {
        self.items.push(Item::Space);
    }

    pub(crate) fn hard_line(&mut self, blank: bool) {
        self.certain += 1;
        self.items.push(Item::HardLine { blank });
    }

    /// Begins a group with the next token. The comments before it stand before the group.
    pub(crate) fn group(&mut self, broken: bool) -> At {
        self.comments();
        self.begin();
        self.group_here(broken)
    }

    /// Begins a group with what stands before the next token.
    pub(crate) fn group_here(&mut self, broken: bool) -> At {
        let at = self.items.len();
        self.groups.push((at, self.certain));
        self.items.push(Item::Group { broken, instead: None });
        self.certain += u32::from(broken);
        at
    }

    pub(crate) fn end(&mut self, group: At) {
        self.groups.pop();
        self.items.push(Item::End);
        self.last_group = Some(group);
    }

    /// Ends a group that is broken if anything in it takes several lines; true if it is.
    pub(crate) fn end_of_all(&mut self, group: At) -> bool {
        let before = self.groups.last().map_or(0, |it| it.1);
        self.end(group);
        let breaks = self.certain > before;
        if breaks {
            self.break_group(group);
        }
        breaks
    }

    pub(crate) fn break_group(&mut self, group: At) {
        if let Some(Item::Group { broken, .. }) = self.items.get_mut(group) {
            self.certain += u32::from(!*broken);
            *broken = true;
        }
    }

    /// The innermost open group that was begun before an item.
    fn break_around(&mut self, at: At) {
        if let Some(group) = self.groups.iter().rev().map(|it| it.0).find(|it| *it < at) {
            self.break_group(group);
        }
    }

    /// Removes a line break that only the end of a block follows.
    pub(crate) fn trim_line(&mut self) {
        self.items.pop_if(|it| matches!(it, Item::HardLine { .. }));
    }

    /// Removes the blank after a comment.
    pub(crate) fn trim_space(&mut self) {
        self.items.pop_if(|it| matches!(it, Item::Space));
    }

    /// Whether the line was ended by a comment.
    pub(crate) fn is_behind_comment(&self) -> bool {
        self.suffix.is_some()
    }

    // ---- what the author wrote ----

    /// The line breaks before the token at an offset, with those around its comments.
    pub(crate) fn newlines_before(&self, offset: TextSize) -> u32 {
        self.tokens.at(offset, self.next).map_or(0, |it| self.tokens.newlines_before(it))
    }

    pub(crate) fn breaks_before(&self, offset: TextSize) -> bool {
        self.newlines_before(offset) > 0
    }

    /// Whether an empty line stands before a token and its comments.
    pub(crate) fn blank_before(&self, offset: TextSize) -> bool {
        self.tokens.at(offset, self.next).is_some_and(|it| self.tokens.newlines_before_comments(it, self.comment) > 1)
    }

    /// Whether comments stand before a token.
    pub(crate) fn has_comments_before(&self, offset: TextSize) -> bool {
        self.tokens.at(offset, self.next).is_some_and(|it| it.comments.max(self.comment) < it.trailing)
    }

    /// Whether a comment stands before or after a token.
    pub(crate) fn has_comments(&self, offset: TextSize) -> bool {
        self.tokens.at(offset, self.next).is_some_and(|it| it.comments.max(self.comment) < it.end)
    }

    pub(crate) fn text_of(&self, node: &SyntaxNode) -> &'a str {
        self.text.get(Range::<usize>::from(node.text_range())).unwrap_or("")
    }

    /// Whether the author has broken a line in a node.
    pub(crate) fn spans_lines(&self, node: &SyntaxNode) -> bool {
        self.text_of(node).contains('\n')
    }

    // ---- tokens ----

    /// The next token, which begins here.
    pub(crate) fn token(&mut self, token: &SyntaxToken) {
        self.leaf(token.text_range());
    }

    /// A token, or a node that is copied as a whole.
    pub(crate) fn leaf(&mut self, range: TextRange) {
        self.comments();
        let Some(token) = self.tokens.tokens.get(self.next).copied().filter(|it| it.piece.start == u32::from(range.start())) else {
            self.is_lost = true;
            return;
        };
        self.begin();
        match token.mark {
            Some(mark) => self.items.push(Item::Mark(token.piece, mark)),
            None => self.piece(token.piece),
        }
        if let Some(heredoc) = token.heredoc {
            self.items.push(Item::Heredoc(heredoc));
        }
        self.next += 1;
        self.trailing(token.trailing, token.end);
    }

    /// A piece of the text. What takes several lines is as good as a line break within the groups around it.
    fn piece(&mut self, piece: Piece) {
        let spans = u32::from(self.source(piece).contains('\n'));
        self.certain += spans;
        self.spans += spans;
        self.items.push(Item::Piece(piece));
    }

    /// Something follows: a comment before it has broken the group around it.
    fn begin(&mut self) {
        if let Some(at) = self.suffix.take() {
            self.break_around(at);
            self.certain += 1;
        }
    }

    /// Comments after a token, on its line.
    pub(crate) fn trailing(&mut self, from: u32, to: u32) {
        for index in from.max(self.comment)..to {
            if let Some(comment) = self.tokens.comments.get(index as usize).copied() {
                self.begin();
                self.items.push(Item::Suffix(comment.piece));
                self.suffix = Some(self.items.len());
            }
        }
        self.comment = self.comment.max(to);
    }

    /// The marks and the text of a template before the next token, and the comments before it.
    pub(crate) fn comments(&mut self) {
        self.marks();
        let Some(token) = self.tokens.tokens.get(self.next).copied() else { return };
        self.comments_up_to(token.trailing);
    }

    /// Copies the marks and text of a template between two tokens of the tree.
    pub(crate) fn marks(&mut self) {
        while let Some(token) = self.tokens.tokens.get(self.next).copied().filter(|it| it.is_trivia) {
            self.comments_up_to(token.trailing);
            self.begin();
            self.items.extend(token.mark.map(|mark| Item::Mark(token.piece, mark)));
            self.next += 1;
            self.trailing(token.trailing, token.end);
        }
    }

    /// The comments before the next token, and those between it and the one after it, if one of them ends its line: so that the two tokens
    /// stand together.
    pub(crate) fn comments_of_next_first(&mut self) {
        self.comments();
        let (Some(token), Some(behind)) = (self.tokens.tokens.get(self.next), self.tokens.tokens.get(self.next + 1)) else { return };
        let (from, to) = (token.trailing, behind.trailing);
        let comments: Vec<Comment> = self.tokens.comments.get(from as usize..to as usize).unwrap_or_default().to_vec();
        if !comments.iter().any(|it| it.ends_line) {
            return;
        }
        for comment in comments {
            self.begin();
            self.piece(comment.piece);
            self.break_around(self.items.len());
            self.hard_line(false);
        }
        self.comment = self.comment.max(to);
    }

    /// The comments before the next token, up to one of them.
    pub(crate) fn comments_up_to(&mut self, end: u32) {
        let Some(token) = self.tokens.tokens.get(self.next).copied() else { return };
        let from = token.comments.max(self.comment);
        for index in from..end {
            let Some(comment) = self.tokens.comments.get(index as usize).copied() else { break };
            self.begin();
            if comment.newlines > 0 && index == from {
                self.break_around(self.items.len());
                self.certain += 1;
                self.items.push(Item::FreshLine);
            }
            self.piece(comment.piece);
            let next = self.tokens.comments.get(index as usize + 1).filter(|_| index + 1 < token.trailing);
            let newlines = next.map_or(token.newlines, |it| it.newlines);
            if newlines > 0 || comment.ends_line {
                self.break_around(self.items.len());
                self.hard_line(newlines > 1);
            } else {
                self.space();
            }
        }
        self.comment = self.comment.max(end);
    }

    /// Every token below a node, without anything between them.
    pub(crate) fn glued(&mut self, node: &SyntaxNode) {
        for child in parts(node) {
            match child {
                NodeOrToken::Token(token) => self.token(&token),
                NodeOrToken::Node(node) if node.kind() == SyntaxKind::DQ_STRING => self.leaf(node.text_range()),
                NodeOrToken::Node(node) => self.glued(&node),
            }
        }
    }

    /// The width of what was added since, if it stands on one line.
    pub(crate) fn width_since(&self, at: At) -> Option<usize> {
        let mut width = 0;
        for item in self.items.get(at..)? {
            match item {
                Item::Piece(piece) => {
                    let text = self.source(*piece);
                    if text.contains('\n') {
                        return None;
                    }
                    width += width_of(text);
                }
                Item::Text(text) => width += text.len(),
                Item::Space | Item::Line { .. } => width += 1,
                Item::HardLine { .. } | Item::FreshLine | Item::Suffix(_) | Item::Verbatim(_) | Item::Mark(..) => return None,
                Item::Group { broken: true, .. } => return None,
                _ => {}
            }
        }
        Some(width)
    }

    pub(crate) fn source(&self, piece: Piece) -> &'a str {
        self.text.get(piece.start as usize..piece.end as usize).unwrap_or("")
    }
}

/// The children of a node without what lies between them.
pub(crate) fn parts(node: &SyntaxNode) -> impl Iterator<Item = SyntaxElement> + use<> {
    node.children_with_tokens().filter(|it| !it.kind().is_trivia())
}

/// Those that are nodes: the text of a heredoc, which lies where its line ends, is none of them.
pub(crate) fn nodes(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    node.children().filter(|it| !it.kind().is_trivia())
}
