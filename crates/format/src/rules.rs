//! The formatting of each kind of syntax: a file for each.

mod calls;
mod chains;
mod collections;
mod columns;
mod conditionals;
mod definitions;
mod operators;
mod resources;
mod statements;
mod verbatim;

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind::*, SyntaxNode, TextSize};

use crate::builder::{Builder, parts};

/// Deeper than any real code, and not too deep for the stack of a thread.
const MAX_DEPTH: u32 = 120;

impl Builder<'_> {
    pub(crate) fn file(&mut self, node: &SyntaxNode) {
        let elements: Vec<_> = parts(node).collect();
        self.statements(&elements, None);
        self.marks();
        let end = TextSize::try_from(self.text.len()).unwrap_or_default();
        if self.has_comments_before(end) {
            if !self.items.is_empty() {
                self.hard_line(self.blank_before(end));
            }
            self.comments();
            self.trim_line();
        }
    }

    pub(crate) fn expression(&mut self, node: &SyntaxNode) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.is_lost = true;
        } else {
            self.expression_inner(node);
        }
        self.depth -= 1;
    }

    fn expression_inner(&mut self, node: &SyntaxNode) {
        match node.kind() {
            DQ_STRING => self.leaf(node.text_range()),
            LITERAL | NAME_EXPR | TYPE_NAME_EXPR | VAR_EXPR | RESERVED_EXPR | KEYWORD_EXPR | HEREDOC | DEF_NAME | ATTRIBUTE_NAME => {
                self.glued(node);
            }
            HOST_MATCH => self.host(node),
            PREFIX_EXPR | VIRTUAL_EXPR => self.prefix(node),
            PAREN_EXPR => self.parenthesis(node),
            LIST_EXPR => self.array(node),
            EPP_PARAMS => self.template_parameters(node),
            HASH_EXPR => self.hash(node),
            HASH_ENTRY => self.entry(node, None),
            BIN_EXPR => self.binary(node),
            ASSIGN_EXPR | TYPE_ALIAS => self.assignment(node),
            CHAIN_EXPR => self.chain(node),
            ACCESS_EXPR => self.access(node),
            CALL_EXPR => self.call(node),
            METHOD_CALL_EXPR => self.method_calls(node),
            STATEMENT_CALL => self.statement_call(node),
            LAMBDA => self.lambda(node),
            SELECTOR_EXPR => self.selector(node),
            COLLECTOR_EXPR => self.collector(node),
            IF_EXPR | UNLESS_EXPR => self.conditional(node),
            CASE_EXPR => self.case(node),
            BLOCK => self.block(node),
            RESOURCE => self.resource(node),
            RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | UNTITLED_RESOURCE => self.untitled(node),
            CLASS_DEF | DEFINE_DEF | PLAN_DEF | FUNCTION_DEF | NODE_DEF | TYPE_DEF | APPLY_EXPR => self.definition(node),
            PARAM => drop(self.parameter(node)),
            INHERITS | RETURN_TYPE => self.in_a_row(node),
            _ => self.in_a_row(node),
        }
    }

    /// All parts with a blank between them.
    pub(crate) fn in_a_row(&mut self, node: &SyntaxNode) {
        self.row(parts(node));
    }

    /// Parts with a blank between them.
    pub(crate) fn row(&mut self, parts: impl IntoIterator<Item = SyntaxElement>) {
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 && part.kind() != COMMA {
                self.space();
            }
            match part {
                NodeOrToken::Node(node) => self.expression(&node),
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
    }

    /// A sign and what it belongs to.
    fn prefix(&mut self, node: &SyntaxNode) {
        for part in parts(node) {
            match part {
                // `@ @` is not `@@`.
                NodeOrToken::Node(inner) if inner.kind() == VIRTUAL_EXPR => {
                    self.space();
                    self.expression(&inner);
                }
                NodeOrToken::Node(node) => self.expression(&node),
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
    }

    /// Formats the value after `=` or `=>`. Where the author begins a line with it, it may begin one if there is no room for it.
    pub(crate) fn value(&mut self, node: &SyntaxNode) {
        if !self.breaks_before(node.text_range().start()) {
            self.space();
            return self.expression(node);
        }
        let group = self.group_here(self.is_behind_comment());
        self.push(crate::document::Item::Indent);
        self.push(crate::document::Item::Line { blank: false });
        self.expression(node);
        self.push(crate::document::Item::Dedent);
        self.end(group);
    }
}
