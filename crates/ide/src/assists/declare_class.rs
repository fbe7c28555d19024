//! `include a` ↔ `class { 'a': }`.

use hir::{Role, Symbol, name};
use syntax::SyntaxKind;
use syntax::ast::{AstNode, Expr, Resource, StatementCall};

use super::Assist;
use super::context::{Context, has_comment, has_value, is_statement};
use crate::ActionKind;
use crate::text::trimmed_range;

/// The name of a class as a text that is no more than one, with the name in quotes as it is then.
fn class_name(context: &Context<'_>, expr: &Expr) -> Option<String> {
    let text = context.text_of(expr.syntax());
    let name = match expr {
        Expr::NameExpr(_) => text,
        Expr::Literal(it) if it.value_token()?.kind() == SyntaxKind::SQ_STRING => text.strip_prefix('\'')?.strip_suffix('\'')?,
        _ => return None,
    };
    hir::name::is_name(name.strip_prefix("::").unwrap_or(name)).then(|| name.to_owned())
}

/// Only where nothing else declares the class: this form allows one declaration.
pub(super) fn to_class(context: &Context<'_>) -> Option<Assist> {
    let call = context.node::<StatementCall>().filter(|it| is_statement(it.syntax()) && !has_value(it.syntax()))?;
    let function = call.function()?;
    let mut arguments = call.arguments();
    let argument = arguments.next().filter(|_| arguments.next().is_none())?;
    let name = class_name(context, &argument)?;
    if context.text_of(function.syntax()) != "include" {
        return None;
    }
    let symbol = Symbol::Class(name::normal(&name));
    let is_known = !context.snapshot.resolve(&symbol, context.file).is_empty();
    let uses = context.snapshot.places(&symbol, context.file).into_iter();
    let declared = uses.filter(|it| it.reference.role != Role::Definition).count();
    // What stands in a defined type may be evaluated more than once.
    let is_once = !call.syntax().ancestors().any(|it| it.kind() == SyntaxKind::DEFINE_DEF);
    (is_known && declared == 1 && is_once).then(|| Assist {
        title: "Declare the class as a resource".to_owned(),
        kind: ActionKind::Rewrite,
        edits: vec![context.edit(trimmed_range(call.syntax()), format!("class {{ '{name}': }}"))],
    })
}

/// Only where it is given nothing.
pub(super) fn to_include(context: &Context<'_>) -> Option<Assist> {
    let resource = context.node::<Resource>().filter(|it| is_statement(it.syntax()) && !has_value(it.syntax()))?;
    resource.class_token()?;
    let mut bodies = resource.bodies();
    let body = bodies.next().filter(|_| bodies.next().is_none())?;
    if body.attributes().next().is_some() || has_comment(resource.syntax()) {
        return None;
    }
    let name = class_name(context, &body.title()?)?;
    Some(Assist {
        title: "Declare the class with `include`".to_owned(),
        kind: ActionKind::Rewrite,
        edits: vec![context.edit(trimmed_range(resource.syntax()), format!("include {name}"))],
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn a_class_that_is_given_nothing_is_included() {
        check("Declare the class with `include`", "cl$0ass { '::a::b': }\n", "include ::a::b\n");
        refused("Declare the class with `include`", "cl$0ass { 'a::b': x => 1 }\n");
        refused("Declare the class with `include`", "cl$0ass { $x: }\n");
        refused("Declare the class with `include`", "cl$0ass { 'a': } -> file { '/a': }\n");
    }

    #[test]
    fn a_class_that_only_one_declares_may_be_declared_like_a_resource() {
        check("Declare the class as a resource", "class a { }\nnode x { incl$0ude a }\n", "class a { }\nnode x { class { 'a': } }\n");
        refused("Declare the class as a resource", "class a { }\nnode x { incl$0ude a }\nnode y { include a }\n");
        refused("Declare the class as a resource", "class a { }\ndefine b { incl$0ude a }\n");
        refused("Declare the class as a resource", "node x { incl$0ude elsewhere }\n");
    }
}
