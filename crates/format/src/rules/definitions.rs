//! Classes, defined types, functions, plans, nodes, types, and their parameters.

use syntax::{NodeOrToken, SyntaxElement, SyntaxKind::*, SyntaxNode, SyntaxToken};

use super::collections::Style;
use super::columns::Column;
use crate::builder::{Builder, nodes, parts};
use crate::document::{At, Item};

impl Builder<'_> {
    pub(super) fn definition(&mut self, node: &SyntaxNode) {
        for (index, part) in parts(node).enumerate() {
            let glued = part.kind() == COMMA || part.kind() == PARAM_LIST && node.kind() == FUNCTION_DEF || part.kind() == ARG_LIST;
            if index > 0 && !glued {
                self.space();
            }
            match part {
                NodeOrToken::Node(list) if list.kind() == PARAM_LIST => {
                    self.parameters(&list, matches!(node.kind(), CLASS_DEF | DEFINE_DEF));
                }
                NodeOrToken::Node(list) if list.kind() == ARG_LIST => self.arguments(&list),
                NodeOrToken::Node(node) => self.expression(&node),
                NodeOrToken::Token(token) => self.token(&token),
            }
        }
    }

    /// The name of a node, `a.example.com`. A blank keeps two numbers apart that would be read as one: `1. 2` has three tokens and `1.2`
    /// has one.
    pub(super) fn host(&mut self, node: &SyntaxNode) {
        let is_whole = |token: &SyntaxToken| token.kind() == NUMBER && token.text().bytes().all(|it| it.is_ascii_digit());
        let (mut behind_whole, mut joins) = (false, false);
        for part in parts(node) {
            match part {
                NodeOrToken::Token(token) => {
                    if joins && token.kind() == NUMBER {
                        self.space();
                    }
                    self.token(&token);
                    joins = behind_whole && token.kind() == DOT;
                    behind_whole = is_whole(&token);
                }
                NodeOrToken::Node(node) => self.expression(&node),
            }
        }
    }

    /// `(String $a, Integer $b = 1)`; those of classes and defined types have lines of their own where there is more than one.
    fn parameters(&mut self, node: &SyntaxNode, is_type: bool) {
        let elements: Vec<SyntaxElement> = parts(node).collect();
        let count = nodes(node).count();
        let broken = self.breaks_behind_first(&elements) || is_type && count > 1;
        self.list_of(&elements, Style { padded: false, last_comma: true, broken, hugs: false, all: true });
    }

    /// `| String $a |` at the beginning of a template.
    pub(super) fn template_parameters(&mut self, node: &SyntaxNode) {
        let broken = self.any_breaks(node);
        self.list(node, Style { padded: true, last_comma: true, broken, hugs: false, all: true });
    }

    /// `String $a = 'b'`
    pub(super) fn parameter(&mut self, node: &SyntaxNode) -> Parameter {
        self.comments();
        let mut found = Parameter::default();
        let mut start = self.items.len();
        let mut is_value = false;
        let mut end_of_type = None;
        for part in parts(node) {
            match part {
                NodeOrToken::Node(value) if is_value => self.value(&value),
                NodeOrToken::Node(node) => {
                    self.expression(&node);
                    found.type_width = self.width_since(start);
                    found.has_type = true;
                    end_of_type = Some(node.text_range().end());
                }
                NodeOrToken::Token(token) if token.kind() == EQ => {
                    found.name_width = self.width_since(start);
                    self.space();
                    found.default = Some(self.column(&token));
                    self.token(&token);
                    is_value = true;
                }
                NodeOrToken::Token(token) => {
                    if end_of_type.take().is_some() {
                        self.space();
                        found.name = Some(self.column(&token));
                        start = self.items.len();
                    }
                    self.token(&token);
                }
            }
        }
        found
    }

    /// A place where blanks may be put before a token, and whether the author put some there.
    fn column(&mut self, token: &SyntaxToken) -> (At, bool) {
        let at = self.items.len();
        self.push(Item::Pad(0));
        (at, self.is_set_off(token.text_range().start()))
    }

    /// Brings names below each other, and defaults, where the author did.
    pub(super) fn align_parameters(&mut self, parameters: &[Parameter]) {
        let types: Vec<Column> =
            parameters.iter().filter_map(|it| Some(Column { at: it.name?.0, width: it.type_width?, is_set_off: it.name?.1 })).collect();
        let widest = self.align_columns(&types);
        let defaults: Vec<Column> = parameters
            .iter()
            .filter_map(|it| {
                let (at, is_set_off) = it.default?;
                let of_type = if it.has_type { 1 + it.type_width?.max(widest) } else { 0 };
                let width = it.name_width? + of_type;
                Some(Column { at, width, is_set_off })
            })
            .collect();
        self.align_columns(&defaults);
    }
}

/// Where the parts of a parameter stand that may be aligned: the place before each, whether the author set it off, and the widths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parameter {
    has_type: bool,
    type_width: Option<usize>,
    name: Option<(At, bool)>,
    name_width: Option<usize>,
    default: Option<(At, bool)>,
}
