//! Relations: `Package['a'] -> Service['a']`.

use syntax::{NodeOrToken, SyntaxKind::*, SyntaxNode, SyntaxToken};

use crate::builder::{Builder, nodes, parts};
use crate::document::Item;

impl Builder<'_> {
    /// An arrow stands on the line of its right side. Each side has its line where the author breaks lines at an arrow or where a side
    /// takes several.
    pub(super) fn chain(&mut self, node: &SyntaxNode) {
        let mut links = vec![node.clone()];
        while let Some(left) = links.last().and_then(|it| it.first_child()).filter(|it| it.kind() == CHAIN_EXPR) {
            links.push(left);
        }
        let group = self.group(false);
        if let Some(first) = links.last().and_then(SyntaxNode::first_child) {
            self.expression(&first);
        }
        for node in links.iter().rev() {
            let arrow: Option<SyntaxToken> = parts(node).find_map(NodeOrToken::into_token);
            let right = nodes(node).nth(1);
            let starts = [arrow.as_ref().map(|it| it.text_range().start()), right.as_ref().map(|it| it.text_range().start())];
            if starts.into_iter().flatten().any(|it| self.breaks_before(it)) {
                self.break_group(group);
            }
            let Some(arrow) = arrow else { continue };
            self.push(Item::Line { blank: self.blank_before(arrow.text_range().start()) });
            self.comments_of_next_first();
            self.token(&arrow);
            if let Some(right) = right {
                self.space();
                self.expression(&right);
            }
        }
        self.end_of_all(group);
    }
}
