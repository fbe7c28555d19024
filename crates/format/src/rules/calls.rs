//! Calls of functions, with parentheses, as methods and as statements, and lambdas.

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind::*, SyntaxNode};

use super::collections::Style;
use crate::builder::{Builder, nodes, parts};
use crate::document::Item;
use crate::printer::width_of;

/// Usual width before the brackets of a call, with its indentation.
const ROOM: usize = 16;

impl Builder<'_> {
    /// `f(1, 2) |$x| { … }`
    pub(super) fn call(&mut self, node: &SyntaxNode) {
        for part in nodes(node) {
            match part.kind() {
                ARG_LIST => self.arguments(&part),
                LAMBDA => {
                    self.space();
                    self.lambda(&part);
                }
                _ => self.expression(&part),
            }
        }
    }

    /// `(1, 2)`: an argument a line where the author begins a line with the first.
    pub(super) fn arguments(&mut self, node: &SyntaxNode) {
        let elements: Vec<SyntaxElement> = parts(node).collect();
        let broken = self.breaks_behind_first(&elements);
        let last = elements.iter().rev().filter_map(|it| it.as_node()).next();
        let count = elements.iter().filter(|it| it.as_node().is_some()).count();
        if count == 1 && !broken && last.is_some_and(|it| self.is_long_text(it)) {
            return self.glued(node);
        }
        let hugs = count == 1 || last.is_some_and(|it| matches!(it.kind(), HASH_EXPR | LIST_EXPR));
        self.list_of(&elements, Style { padded: false, last_comma: false, broken, hugs, all: false });
    }

    /// Whether it is a string that takes a line whatever stands around it: to break the brackets would gain nothing.
    fn is_long_text(&self, node: &SyntaxNode) -> bool {
        let start = node.text_range().start();
        let is_alone = matches!(node.kind(), DQ_STRING | LITERAL) && !self.has_comments(start) && !self.spans_lines(node);
        is_alone && width_of(self.text_of(node)) + ROOM > self.width
    }

    /// `$a.b(1).c |$x| { … }`: a call a line where the author begins a line with one, and where there is no room for two of them.
    pub(super) fn method_calls(&mut self, node: &SyntaxNode) {
        let mut nodes = vec![node.clone()];
        while let Some(receiver) = nodes.last().and_then(|it| it.first_child()).filter(|it| it.kind() == METHOD_CALL_EXPR) {
            nodes.push(receiver);
        }
        let dots = nodes.iter().filter_map(|it| parts(it).find(|it| it.kind() == DOT));
        let broken = dots.into_iter().any(|it| self.breaks_before(it.text_range().start()));
        let may_break = broken || nodes.len() > 1;
        let group = self.group(broken);
        if let Some(first) = nodes.last().and_then(SyntaxNode::first_child) {
            self.expression(&first);
        }
        self.push(Item::Indent);
        for node in nodes.iter().rev() {
            if may_break {
                self.push(Item::SoftLine);
            }
            for part in parts(node).skip(1) {
                match part {
                    NodeOrToken::Node(list) if list.kind() == ARG_LIST => self.arguments(&list),
                    NodeOrToken::Node(lambda) => {
                        self.space();
                        self.expression(&lambda);
                    }
                    NodeOrToken::Token(token) => self.token(&token),
                }
            }
        }
        self.push(Item::Dedent);
        self.end(group);
    }

    /// `include a, b`: the first stands after the name, and each of the others begins a line where the author begins one with one.
    pub(super) fn statement_call(&mut self, node: &SyntaxNode) {
        let first = nodes(node).nth(1).and_then(|it| it.first_token());
        // A parenthesis on the line of the name would hold the arguments.
        let stays = first.as_ref().is_some_and(|it| it.kind() == L_PAREN && self.breaks_before(it.text_range().start()));
        let others = nodes(node).skip(2);
        let broken = stays || others.into_iter().any(|it| self.breaks_before(it.text_range().start()));
        let group = self.group(broken);
        // A single argument breaks its own lines: those of the call would indent it only as long as it stands on one.
        let name = node.text_range().start();
        let indents = stays
            || nodes(node).nth(2).is_some()
            || self.has_comments(name)
            || first.is_some_and(|it| self.has_comments_before(it.text_range().start()));
        let mut count = 0;
        for part in parts(node) {
            match part {
                NodeOrToken::Node(node) => {
                    match count {
                        0 => {}
                        1 if stays => self.push(Item::HardLine { blank: false }),
                        1 => self.space(),
                        _ => self.push(Item::Line { blank: false }),
                    }
                    self.expression(&node);
                    if count == 0 && indents {
                        self.push(Item::Indent);
                    }
                    count += 1;
                }
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
        if indents {
            self.push(Item::Dedent);
        }
        self.end(group);
    }

    /// `|$x| { … }`, on one line if the author wrote it so.
    pub(super) fn lambda(&mut self, node: &SyntaxNode) {
        for (index, part) in parts(node).enumerate() {
            if index > 0 {
                self.space();
            }
            match part {
                NodeOrToken::Node(node) if node.kind() == LAMBDA_PARAMS => {
                    let elements: Vec<SyntaxElement> = parts(&node).collect();
                    let broken = self.breaks_behind_first(&elements);
                    self.list_of(&elements, Style { padded: false, last_comma: false, broken, hugs: false, all: false });
                }
                NodeOrToken::Node(node) if node.kind() == BLOCK => self.small_block(&node),
                NodeOrToken::Node(node) => self.expression(&node),
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
    }
}
