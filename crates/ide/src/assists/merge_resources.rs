//! Two neighbouring resources of one type → one expression with a body for each.

use syntax::ast::{AstNode, Expr, Resource};
use syntax::{SyntaxKind, TextRange};

use super::Assist;
use super::context::{Context, has_heredoc, has_value, is_statement, previous_token};
use crate::ActionKind;

pub(super) fn merge(context: &Context<'_>) -> Option<Assist> {
    let first = context.node::<Resource>().filter(|it| is_statement(it.syntax()) && !has_value(it.syntax()))?;
    let second = Resource::cast(first.syntax().next_sibling()?)?;
    let type_of = |it: &Resource| match it.type_expr() {
        Some(Expr::NameExpr(name)) if it.class_token().is_none() => Some(context.text_of(name.syntax()).to_owned()),
        _ => None,
    };
    let name = type_of(&first).filter(|it| type_of(&second).as_ref() == Some(it))?;
    let is_default =
        |it: Option<Expr>| matches!(it, Some(Expr::Literal(it)) if it.value_token().is_some_and(|it| it.kind() == SyntaxKind::DEFAULT_KW));
    // Defaults count for the other bodies of the declaration.
    if first.bodies().chain(second.bodies()).any(|it| is_default(it.title())) || has_heredoc(first.syntax()) || has_heredoc(second.syntax())
    {
        return None;
    }
    let last = previous_token(&first.r_brace_token()?)?;
    let (start, separator) = match last.kind() {
        SyntaxKind::SEMICOLON => (last.text_range().end(), ""),
        SyntaxKind::COMMA => (last.text_range().start(), ";"),
        _ => (last.text_range().end(), ";"),
    };
    let title = second.bodies().next()?.title()?;
    let end = crate::text::trimmed_range(title.syntax()).start();
    let gap = TextRange::new(start, end);
    if context.slice(gap).contains('#') {
        return None;
    }
    let indent = context.indent(first.syntax().text_range().start().max(crate::text::trimmed_range(first.syntax()).start()));
    let edits = vec![context.edit(gap, format!("{separator}\n{indent}  "))];
    Some(Assist { title: format!("Merge with the `{name}` below"), kind: ActionKind::Rewrite, edits })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn two_become_one() {
        check(
            "Merge with the `file` below",
            "class a {\n  fi$0le { '/a':\n    ensure => file,\n  }\n\n  file { '/b':\n    ensure => file,\n  }\n}\n",
            "class a {\n  file { '/a':\n    ensure => file;\n    '/b':\n    ensure => file,\n  }\n}\n",
        );
        refused("Merge with the `file` below", "fi$0le { '/a': }\n# why\nfile { '/b': }\n");
        refused("Merge with the `file` below", "fi$0le { '/a': }\nexec { '/b': }\n");
        refused("Merge with the `file` below", "fi$0le { default: mode => '1' ; '/a': }\nfile { '/b': }\n");
        refused("Merge with the `file` below", "fi$0le { '/a': }\n@file { '/b': }\n");
    }
}
