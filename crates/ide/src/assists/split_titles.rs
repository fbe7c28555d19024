//! `file { ['/a', '/b']: … }` → one resource for each title.

use syntax::TextRange;
use syntax::ast::{AstNode, Expr, ListElement, Resource};

use super::Assist;
use super::context::{Context, has_comment, has_heredoc, has_value, is_statement};
use crate::ActionKind;
use crate::text::trimmed_range;

pub(super) fn split(context: &Context<'_>) -> Option<Assist> {
    let resource = context.node::<Resource>().filter(|it| is_statement(it.syntax()) && !has_value(it.syntax()))?;
    let mut bodies = resource.bodies();
    let body = bodies.next().filter(|_| bodies.next().is_none())?;
    let Expr::ListExpr(titles) = body.title()? else { return None };
    let elements: Vec<ListElement> = titles.elements().collect();
    // A list in a list, or a variable that holds one, is more than one title: it may stay as it is.
    let is_one = |it: &ListElement| !matches!(Expr::cast(it.syntax().clone()), None | Some(Expr::PrefixExpr(_)));
    if elements.len() < 2 || !elements.iter().all(is_one) || has_heredoc(resource.syntax()) || has_comment(titles.syntax()) {
        return None;
    }
    let (whole, list) = (trimmed_range(resource.syntax()), trimmed_range(titles.syntax()));
    let head = context.slice(TextRange::new(whole.start(), list.start()));
    let tail = context.slice(TextRange::new(list.end(), whole.end()));
    let one = |it: &ListElement| format!("{head}{}{tail}", context.text_of(it.syntax()));
    let written: Vec<String> = elements.iter().map(one).collect();
    let text = written.join(&format!("\n{}", context.indent(whole.start())));
    Some(Assist {
        title: "Split into one resource per title".to_owned(),
        kind: ActionKind::Rewrite,
        edits: vec![context.edit(whole, text)],
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn each_title_gets_a_resource() {
        check(
            "Split into one resource per title",
            "class a {\n  fi$0le { ['/a', \"/${b}\"]:\n    ensure => file,\n  }\n}\n",
            "class a {\n  file { '/a':\n    ensure => file,\n  }\n  file { \"/${b}\":\n    ensure => file,\n  }\n}\n",
        );
        refused("Split into one resource per title", "fi$0le { ['/a']: }\n");
        refused("Split into one resource per title", "fi$0le { ['/a', *$b]: }\n");
        refused("Split into one resource per title", "fi$0le { ['/a', '/b']: } -> file { '/c': }\n");
        refused("Split into one resource per title", "fi$0le { ['/a', '/b']: content => @(X) }\n  x\n  | X\n");
    }
}
