//! Operators, assignments and parentheses.

use syntax::{NodeOrToken, SyntaxKind::*, SyntaxNode, SyntaxToken, binding};

use crate::builder::{Builder, nodes, parts};
use crate::document::Item;

impl Builder<'_> {
    /// Operands of operators that bind alike. Where the author breaks lines at one, all have lines of their own: after the operators, or
    /// before them if the author begins a line with one.
    pub(super) fn binary(&mut self, node: &SyntaxNode) {
        let Some(level) = operator(node).map(|it| binding(it.kind())) else { return self.in_a_row(node) };
        let mut chain = vec![node.clone()];
        while let Some(left) = chain.last().and_then(|it| it.first_child()) {
            if left.kind() != BIN_EXPR || operator(&left).map(|it| binding(it.kind())) != Some(level) {
                break;
            }
            chain.push(left);
        }
        let operators: Vec<SyntaxToken> = chain.iter().rev().filter_map(operator).collect();
        let leads = operators.iter().any(|it| self.breaks_before(it.text_range().start()));
        let rights: Vec<Option<SyntaxNode>> = chain.iter().rev().map(|it| nodes(it).nth(1)).collect();
        let breaks = leads || rights.iter().flatten().any(|it| self.breaks_before(it.text_range().start()));
        let group = self.group(breaks);
        if let Some(first) = chain.last().and_then(SyntaxNode::first_child) {
            self.expression(&first);
        }
        self.push(Item::Indent);
        for (operator, right) in operators.iter().zip(rights) {
            self.push(if leads { Item::Line { blank: false } } else { Item::Space });
            self.token(operator);
            if let Some(right) = right {
                self.push(if leads { Item::Space } else { Item::Line { blank: false } });
                self.expression(&right);
            }
        }
        self.push(Item::Dedent);
        self.end(group);
    }

    /// `$a = 1` and `type A = Integer`.
    pub(super) fn assignment(&mut self, node: &SyntaxNode) {
        let mut is_value = false;
        for (index, part) in parts(node).enumerate() {
            match part {
                NodeOrToken::Node(value) if is_value => self.value(&value),
                NodeOrToken::Node(node) => {
                    if index > 0 {
                        self.space();
                    }
                    self.expression(&node);
                }
                NodeOrToken::Token(token) => {
                    if index > 0 {
                        self.space();
                    }
                    is_value |= matches!(token.kind(), EQ | PLUS_EQ | MINUS_EQ);
                    self.token(&token);
                }
            }
        }
    }

    pub(super) fn parenthesis(&mut self, node: &SyntaxNode) {
        let elements: Vec<_> = parts(node).collect();
        let broken = self.breaks_behind_first(&elements);
        let style = super::collections::Style { padded: false, last_comma: false, broken, hugs: true, all: false };
        self.list_of(&elements, style);
    }
}

fn operator(node: &SyntaxNode) -> Option<SyntaxToken> {
    parts(node).find_map(NodeOrToken::into_token)
}
