//! A parameter without a type whose default shows what it is.

use syntax::SyntaxKind;
use syntax::ast::{AstNode, Param};

use super::Assist;
use super::context::Context;
use super::extract_parameter::type_of;
use crate::ActionKind;

pub(super) fn add(context: &Context<'_>) -> Option<Assist> {
    let parameter = context.node::<Param>()?;
    let variable = parameter.variable_token()?;
    let is_of_definition = parameter.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::PARAM_LIST);
    if parameter.type_expr().is_some() || parameter.star_token().is_some() || !is_of_definition {
        return None;
    }
    let ty = type_of(&parameter.default()?, 4)?;
    let edits = vec![context.insert(variable.text_range().start(), format!("{ty} "))];
    Some(Assist { title: format!("Give `{}` the type `{ty}` of its default", variable.text()), kind: ActionKind::Rewrite, edits })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn the_default_shows_the_type() {
        check("Give `$b` the type `Boolean` of its default", "class a($$0b = true) { }\n", "class a(Boolean $b = true) { }\n");
        check(
            "Give `$b` the type `Array[String]` of its default",
            "class a($$0b = ['c', 'd']) { }\n",
            "class a(Array[String] $b = ['c', 'd']) { }\n",
        );
        check("Give `$b` the type `Float` of its default", "class a($$0b = 1.5) { }\n", "class a(Float $b = 1.5) { }\n");
        refused("Give", "class a($$0b = undef) { }\n");
        refused("Give", "class a($$0b = $c) { }\n");
        refused("Give", "class a(Any $$0b = 1) { }\n");
    }
}
