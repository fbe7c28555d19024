//! Which parameters a variable may mean.

use std::collections::HashSet;

use syntax::{SyntaxKind, SyntaxNode};

use crate::text::first_token_of;

/// The parameters that a variable may mean, of the definitions and lambdas around it.
#[derive(Default)]
pub(super) struct Scopes {
    open: Vec<(SyntaxNode, Scope)>,
}

struct Scope {
    parameters: HashSet<String>,
    /// A definition sees nothing of what is around it, a lambda sees it all.
    closed: bool,
}

impl Scopes {
    pub(super) fn enter(&mut self, node: &SyntaxNode) {
        use SyntaxKind::*;
        let closed = match node.kind() {
            CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF | NODE_DEF | SOURCE_FILE => true,
            LAMBDA => false,
            _ => return,
        };
        let parameters = node
            .children()
            .filter(|it| matches!(it.kind(), PARAM_LIST | LAMBDA_PARAMS | EPP_PARAMS))
            .flat_map(|list| list.children())
            .filter_map(|param| first_token_of(&param, &[VARIABLE]))
            .map(|token| variable_name(token.text()).to_string())
            .collect();
        self.open.push((node.clone(), Scope { parameters, closed }));
    }

    pub(super) fn leave(&mut self, node: &SyntaxNode) {
        if self.open.last().is_some_and(|(opened, _)| opened == node) {
            self.open.pop();
        }
    }

    pub(super) fn is_parameter(&self, name: &str) -> bool {
        for (_, scope) in self.open.iter().rev() {
            if scope.parameters.contains(name) {
                return true;
            }
            if scope.closed {
                return false;
            }
        }
        false
    }
}

pub(super) fn variable_name(text: &str) -> &str {
    text.strip_prefix('$').unwrap_or(text)
}
