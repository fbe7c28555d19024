//! `if`, `unless`, `case` and selectors.

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind::*, SyntaxNode};

use super::collections::Style;
use crate::builder::{Builder, nodes, parts};
use crate::document::Item;

impl Builder<'_> {
    /// `if`, `unless`, and their `elsif` and `else`. One that is a value may stand on one line.
    pub(super) fn conditional(&mut self, node: &SyntaxNode) {
        let is_value = node.parent().is_some_and(|it| !matches!(it.kind(), BLOCK | SOURCE_FILE));
        let mut blocks = node.descendants().filter(|it| it.kind() == BLOCK);
        let is_small = is_value && !self.spans_lines(node) && blocks.all(|it| nodes(&it).count() == 1);
        if !is_small {
            return self.clauses(node, false);
        }
        let group = self.group(false);
        self.clauses(node, true);
        self.end_of_all(group);
    }

    fn clauses(&mut self, node: &SyntaxNode, is_small: bool) {
        for (index, part) in parts(node).enumerate() {
            if index > 0 {
                self.space();
            }
            match part {
                NodeOrToken::Node(clause) if matches!(clause.kind(), ELSIF_CLAUSE | ELSE_CLAUSE) => self.clauses(&clause, is_small),
                NodeOrToken::Node(block) if block.kind() == BLOCK && is_small => self.block_in_group(&block),
                NodeOrToken::Node(node) => self.expression(&node),
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
    }

    pub(super) fn case(&mut self, node: &SyntaxNode) {
        let group = self.group(true);
        let mut count = 0;
        let mut is_open = false;
        for part in parts(node) {
            match part {
                NodeOrToken::Node(option) if option.kind() == CASE_OPTION => {
                    let blank = count > 0 && self.blank_before(option.text_range().start());
                    count += 1;
                    self.hard_line(blank);
                    self.case_option(&option);
                }
                NodeOrToken::Node(subject) => {
                    self.space();
                    self.expression(&subject);
                }
                NodeOrToken::Token(token) if token.kind() == L_BRACE => {
                    self.space();
                    self.token(&token);
                    self.push(Item::Indent);
                    is_open = true;
                }
                NodeOrToken::Token(token) if token.kind() == R_BRACE && is_open => {
                    is_open = false;
                    self.close(&token, Some(Item::HardLine { blank: false }));
                }
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
        if is_open {
            self.push(Item::Dedent);
        }
        self.end(group);
    }

    /// `'a', 'b': { … }`; a block on one line stays there.
    fn case_option(&mut self, node: &SyntaxNode) {
        let values: Vec<SyntaxNode> = nodes(node).filter(|it| it.kind() != BLOCK).collect();
        let broken = values.iter().skip(1).any(|it| self.breaks_before(it.text_range().start()));
        let group = self.group(broken);
        let mut count = 0;
        for part in parts(node) {
            match part {
                NodeOrToken::Node(block) if block.kind() == BLOCK => {
                    self.end(group);
                    self.space();
                    return self.small_block(&block);
                }
                NodeOrToken::Node(value) => {
                    if count > 0 {
                        self.push(Item::Line { blank: false });
                    }
                    count += 1;
                    self.expression(&value);
                }
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
        self.end(group);
    }

    /// `$a ? { 'x' => 1, default => 2 }`
    pub(super) fn selector(&mut self, node: &SyntaxNode) {
        let mut elements: Vec<SyntaxElement> = parts(node).collect();
        let braces = elements.iter().position(|it| it.kind() == L_BRACE);
        let Some(braces) = braces else { return self.in_a_row(node) };
        let list = elements.split_off(braces);
        self.row(elements);
        self.space();
        let broken = list.iter().skip(1).any(|it| it.kind() != COMMA && self.breaks_before(it.text_range().start()));
        self.list_of(&list, Style { padded: true, last_comma: true, broken, hugs: false, all: true });
    }
}
