//! Accessors that the grammar alone does not determine.

use super::{
    AccessExpr, AstNode, CollectorExpr, Expr, ListElement, Param, Resource, ResourceDefaults, ReturnType, StatementCall, UntitledResource,
    support,
};
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

impl AccessExpr {
    /// Elements between the brackets.
    pub fn keys(&self) -> impl Iterator<Item = ListElement> + use<> {
        self.syntax()
            .children_with_tokens()
            .skip_while(|it| it.kind() != SyntaxKind::L_BRACK)
            .filter_map(|it| it.into_node())
            .filter_map(ListElement::cast)
    }
}

impl StatementCall {
    /// Arguments after the function's name.
    pub fn arguments(&self) -> impl Iterator<Item = Expr> + use<> {
        self.syntax().children().filter_map(Expr::cast).skip(1)
    }
}

impl Param {
    /// The type in front of the name.
    pub fn type_expr(&self) -> Option<Expr> {
        self.syntax()
            .children_with_tokens()
            .take_while(|it| it.kind() != SyntaxKind::VARIABLE)
            .filter_map(|it| it.into_node())
            .find_map(Expr::cast)
    }

    /// The value after the `=`.
    pub fn default(&self) -> Option<Expr> {
        self.syntax()
            .children_with_tokens()
            .skip_while(|it| it.kind() != SyntaxKind::VARIABLE)
            .filter_map(|it| it.into_node())
            .find_map(Expr::cast)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first<N: AstNode>(text: &str) -> N {
        let tree = crate::parse(text, crate::ParseOptions::default()).syntax_node();
        tree.descendants().find_map(N::cast).unwrap()
    }

    fn texts<N: AstNode>(all: impl Iterator<Item = N>) -> Vec<String> {
        all.map(|it| it.syntax().text().to_string()).collect()
    }

    #[test]
    fn keys_and_arguments_are_what_their_names_say() {
        assert_eq!(texts(first::<AccessExpr>("$x = File['a', b => c]").keys()), ["'a'", "b => c"]);
        assert_eq!(texts(first::<AccessExpr>("$x[]").keys()), [""; 0]);
        assert_eq!(texts(first::<StatementCall>("include a, $b").arguments()), ["a", "$b"]);
        assert_eq!(texts(first::<StatementCall>("include a, include").arguments()), ["a", "include"]);
    }
}
