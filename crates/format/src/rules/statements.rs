//! Statements and blocks of them.

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind::*, SyntaxNode, SyntaxToken};

use crate::builder::{Builder, nodes, parts};
use crate::document::Item;

impl Builder<'_> {
    /// Statements, each on its line, with at most one empty line between them. Those that cannot be understood, and those between
    /// `# fmt: off` and `# fmt: on`, stay as they are. `close` is the brace after them.
    pub(super) fn statements(&mut self, elements: &[SyntaxElement], close: Option<&SyntaxToken>) {
        let mut index = 0;
        let mut is_first = true;
        while let Some(element) = elements.get(index) {
            if element.kind() == SEMICOLON && !is_first {
                if let NodeOrToken::Token(token) = element {
                    self.token(token);
                }
                index += 1;
                continue;
            }
            let start = element.text_range().start();
            if !is_first {
                self.hard_line(self.blank_before(start));
            } else if close.is_some() {
                self.hard_line(false);
            }
            is_first = false;
            if let Some(off) = self.switch(start, "# fmt: off", 0) {
                index = self.switched_off(elements, index, close, off);
                continue;
            }
            match element {
                NodeOrToken::Node(node) if self.is_sound(node) => {
                    self.expression(node);
                    index += 1;
                }
                _ => {
                    let count = elements.iter().skip(index).take_while(|it| !self.is_sound_statement(it)).count().max(1);
                    index += count;
                    if let Some(last) = elements.get(index - 1) {
                        self.as_it_is(start, last.text_range().end());
                    }
                }
            }
        }
    }

    fn is_sound_statement(&self, element: &SyntaxElement) -> bool {
        element.as_node().is_some_and(|it| self.is_sound(it))
    }

    /// `{ … }` on lines of its own.
    pub(super) fn block(&mut self, node: &SyntaxNode) {
        let group = self.group(!is_empty(node));
        self.block_in_group(node);
        self.end(group);
    }

    /// A block of a single statement that the author wrote on one line may stay there.
    pub(super) fn small_block(&mut self, node: &SyntaxNode) {
        let is_small = !self.spans_lines(node) && nodes(node).count() == 1 && !self.has_switch(node);
        if !is_small {
            return self.block(node);
        }
        let group = self.group(false);
        self.block_in_group(node);
        self.end_of_all(group);
    }

    fn has_switch(&self, node: &SyntaxNode) -> bool {
        node.children().any(|it| !self.is_sound(&it))
    }

    /// A block whose line breaks are those of the group around it, if it has one statement.
    pub(super) fn block_in_group(&mut self, node: &SyntaxNode) {
        let mut elements: Vec<SyntaxElement> = parts(node).collect();
        let close = match elements.pop_if(|it| it.kind() == R_BRACE) {
            Some(NodeOrToken::Token(close)) => Some(close),
            _ => None,
        };
        let is_open = matches!(elements.first(), Some(NodeOrToken::Token(it)) if it.kind() == L_BRACE);
        if is_open && let NodeOrToken::Token(open) = elements.remove(0) {
            self.token(&open);
        }
        self.push(Item::Indent);
        let may_be_small = !self.spans_lines(node);
        match (elements.as_slice(), &close) {
            ([NodeOrToken::Node(only)], Some(close)) if may_be_small => {
                self.push(Item::Line { blank: false });
                self.expression(only);
                self.close(close, Some(Item::Line { blank: false }));
            }
            ([], Some(close)) => self.close(close, None),
            (elements, Some(close)) => {
                self.statements(elements, Some(close));
                self.close(close, Some(Item::HardLine { blank: false }));
            }
            (elements, None) => {
                for part in elements {
                    self.space();
                    match part {
                        NodeOrToken::Node(node) => self.expression(node),
                        NodeOrToken::Token(token) => self.token(token),
                    }
                }
                self.push(Item::Dedent);
            }
        }
    }
}

fn is_empty(node: &SyntaxNode) -> bool {
    node.children_with_tokens().all(|it| matches!(it.kind(), L_BRACE | R_BRACE | WHITESPACE))
}
