//! Accessors that the grammar alone does not determine.

use super::{AstNode, CollectorExpr, Expr, Param, Resource, ResourceDefaults, ReturnType, UntitledResource, support};
use crate::SyntaxKind;

macro_rules! first_expr_is_type {
    ($($node:ty),*) => {$(
        impl $node {
            /// The expression that names the type.
            pub fn type_expr(&self) -> Option<Expr> {
                support::nth(self.syntax(), 0)
            }
        }
    )*};
}

first_expr_is_type!(CollectorExpr, Resource, ResourceDefaults, ReturnType, UntitledResource);

impl Param {
    /// The type in front of the name.
    pub fn type_expr(&self) -> Option<Expr> {
        self.syntax()
            .children_with_tokens()
            .take_while(|it| it.kind() != SyntaxKind::VARIABLE)
            .filter_map(|it| it.into_node())
            .find_map(Expr::cast)
    }

    /// The value behind the `=`.
    pub fn default(&self) -> Option<Expr> {
        self.syntax()
            .children_with_tokens()
            .skip_while(|it| it.kind() != SyntaxKind::VARIABLE)
            .filter_map(|it| it.into_node())
            .find_map(Expr::cast)
    }
}
