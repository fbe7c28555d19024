//! Arrays, hashes, what is accessed, and all else that stands between brackets with commas.

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken};

use crate::builder::{Builder, parts};
use crate::document::{At, Item};

/// Style of a list.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Blanks within the brackets where all stands on one line.
    pub(super) padded: bool,
    /// A comma after the last element where each has its line. Otherwise it is kept if it is there.
    pub(super) last_comma: bool,
    /// One element a line.
    pub(super) broken: bool,
    /// The last element may be broken instead of the list.
    pub(super) hugs: bool,
    /// One element a line where one of them takes several.
    pub(super) all: bool,
}

/// An arrow that is to be aligned with others: where its blanks are, and how long what stands before it is.
pub(super) type Arrow = (At, usize);

/// Values of one column.
#[derive(Default)]
struct Columns {
    arrows: Vec<Arrow>,
    parameters: Vec<super::definitions::Parameter>,
}

impl Builder<'_> {
    /// `[1, 2]`: an element a line where the author began a line with one.
    pub(super) fn array(&mut self, node: &SyntaxNode) {
        let broken = self.any_breaks(node);
        let hugs = parts(node).filter(|it| it.as_node().is_some()).count() == 1;
        self.list(node, Style { padded: false, last_comma: true, broken, hugs, all: false });
    }

    /// `{ 'a' => 1 }`: an entry a line where the author began a line with one, or where an entry takes several.
    pub(super) fn hash(&mut self, node: &SyntaxNode) {
        let broken = self.any_breaks(node);
        self.list(node, Style { padded: true, last_comma: true, broken, hugs: false, all: true });
    }

    /// `$a['b']` and `Optional[String]`.
    pub(super) fn access(&mut self, node: &SyntaxNode) {
        // `$a[1][2]` is an access of an access.
        let mut nodes = vec![node.clone()];
        while let Some(base) = nodes.last().and_then(|it| it.first_child()).filter(|it| it.kind() == ACCESS_EXPR) {
            nodes.push(base);
        }
        if let Some(base) = nodes.last().and_then(SyntaxNode::first_child) {
            self.expression(&base);
        }
        for node in nodes.iter().rev() {
            let elements: Vec<SyntaxElement> = parts(node).skip(1).collect();
            let keys = elements.iter().filter(|it| it.as_node().is_some()).count();
            let last = elements.iter().rev().filter_map(|it| it.as_node()).next();
            let hugs = keys == 1 || last.is_some_and(|it| it.last_token().is_some_and(|it| it.kind() == R_BRACE));
            let broken = self.breaks_behind_first(&elements);
            // After a blank, even one after a comment, the bracket would begin an array.
            self.comments();
            self.trim_space();
            self.list_of(&elements, Style { padded: false, last_comma: false, broken, hugs, all: false });
        }
    }

    /// Whether the author begins a line with an element or with the closing bracket.
    pub(super) fn any_breaks(&self, node: &SyntaxNode) -> bool {
        parts(node).skip(1).any(|it| it.kind() != COMMA && self.breaks_before(it.text_range().start()))
    }

    /// Whether the author begins a line with the first element.
    pub(super) fn breaks_behind_first(&self, elements: &[SyntaxElement]) -> bool {
        elements.get(1).is_some_and(|it| elements.len() > 2 && self.breaks_before(it.text_range().start()))
    }

    pub(super) fn list(&mut self, node: &SyntaxNode, style: Style) {
        let elements: Vec<SyntaxElement> = parts(node).collect();
        self.list_of(&elements, style);
    }

    /// A bracket, elements with commas between them, and a bracket.
    pub(super) fn list_of(&mut self, elements: &[SyntaxElement], style: Style) {
        let group = self.group(style.broken);
        let mut columns = Columns::default();
        let mut elements = elements.iter().peekable();
        if let Some(NodeOrToken::Token(open)) = elements.next() {
            self.token(open);
        }
        self.push(Item::Indent);
        let mut count = 0;
        let mut close: Option<&SyntaxToken> = None;
        let mut instead = None;
        while let Some(element) = elements.next() {
            match element {
                NodeOrToken::Node(node) => {
                    let blank = count > 0 && self.blank_before(node.text_range().start());
                    self.push(if count > 0 || style.padded { Item::Line { blank } } else { Item::SoftLine });
                    count += 1;
                    let at = self.items.len();
                    self.element(node, &mut columns);
                    // What is not the last thing within it cannot be broken in its place.
                    instead = self.last_group.filter(|it| *it >= at && matches!(self.items.last(), Some(Item::End)));
                }
                NodeOrToken::Token(comma) if comma.kind() == COMMA && elements.peek().is_some_and(|it| is_closing(it.kind())) => {
                    self.last_comma(comma);
                    continue;
                }
                NodeOrToken::Token(token) if elements.peek().is_none() => {
                    close = Some(token);
                    break;
                }
                NodeOrToken::Token(token) => self.token(token),
            }
            if style.last_comma && elements.peek().is_some_and(|it| is_closing(it.kind())) {
                self.push(Item::LastComma(None));
            }
        }
        if let Some(close) = close {
            let between = if count == 0 {
                None
            } else if style.padded {
                Some(Item::Line { blank: false })
            } else {
                Some(Item::SoftLine)
            };
            self.close(close, between);
        } else {
            self.push(Item::Dedent);
        }
        if style.all {
            self.end_of_all(group);
        } else {
            self.end(group);
        }
        self.align(&columns.arrows);
        self.align_parameters(&columns.parameters);
        if let Some(Item::Group { instead: slot, .. }) = self.items.get_mut(group).filter(|_| style.hugs) {
            *slot = instead.and_then(|it| u32::try_from(it).ok());
        }
    }

    fn element(&mut self, node: &SyntaxNode, columns: &mut Columns) {
        match node.kind() {
            HASH_ENTRY | SELECTOR_ARM | ATTRIBUTE | SPLAT_ATTRIBUTE => self.entry(node, Some(&mut columns.arrows)),
            PARAM => {
                let aligned = self.parameter(node);
                columns.parameters.push(aligned);
            }
            _ => self.expression(node),
        }
    }

    /// The comma after the last element. One that comments stand at is kept whatever becomes of the list.
    pub(super) fn last_comma(&mut self, comma: &SyntaxToken) {
        if self.has_comments(comma.text_range().start()) {
            return self.token(comma);
        }
        if let Some(token) = self.tokens.tokens.get(self.next).filter(|it| it.piece.start == u32::from(comma.text_range().start())) {
            let piece = token.piece;
            self.push(Item::LastComma(Some(piece)));
            self.next += 1;
        } else {
            self.is_lost = true;
        }
    }

    /// The end of what is indented: comments before the bracket belong to what stands in it.
    pub(super) fn close(&mut self, token: &SyntaxToken, between: Option<Item>) {
        let start = token.text_range().start();
        if self.has_comments_before(start) && !self.breaks_before(start) {
            // They stand after the last element, on its line.
            if between.is_some() {
                self.space();
            }
            self.comments();
            self.push(Item::Dedent);
            if let Some(between) = between {
                self.push(between);
            }
        } else if self.has_comments_before(start) {
            self.hard_line(between.is_some() && self.blank_before(start));
            self.comments();
            self.trim_line();
            self.push(Item::Dedent);
            self.push(Item::FreshLine);
        } else {
            self.push(Item::Dedent);
            if let Some(between) = between {
                self.push(between);
            }
        }
        self.token(token);
    }

    /// `key => value`, for an attribute, an entry of a hash, or an arm of a selector.
    pub(super) fn entry(&mut self, node: &SyntaxNode, arrows: Option<&mut Vec<Arrow>>) {
        self.comments();
        let at = self.items.len();
        let mut arrows = arrows;
        let mut is_value = false;
        for part in parts(node) {
            match part {
                NodeOrToken::Token(arrow) if matches!(arrow.kind(), FAT_ARROW | PLUS_ARROW) => {
                    let width = self.width_since(at);
                    self.space();
                    if let (Some(arrows), Some(width)) = (arrows.as_deref_mut(), width) {
                        arrows.push((self.items.len(), width));
                    }
                    self.push(Item::Pad(0));
                    self.token(&arrow);
                    is_value = true;
                }
                NodeOrToken::Token(token) => self.token(&token),
                NodeOrToken::Node(node) if is_value => self.value(&node),
                NodeOrToken::Node(node) => self.expression(&node),
            }
        }
    }

    /// Brings arrows below each other.
    pub(super) fn align(&mut self, arrows: &[Arrow]) {
        let widest = arrows.iter().map(|(_, width)| *width).max().unwrap_or(0);
        for (at, width) in arrows {
            if let Some(Item::Pad(pad)) = self.items.get_mut(*at) {
                *pad = u32::try_from(widest - width).unwrap_or(0);
            }
        }
    }
}

fn is_closing(kind: SyntaxKind) -> bool {
    matches!(kind, R_BRACE | R_BRACK | R_PAREN | PIPE)
}
