//! `$x = $y ? { … }` ↔ `case $y { …: { $x = … } }`.

use syntax::ast::{AssignExpr, AstNode, CaseExpr, Expr, SelectorExpr, Statement};
use syntax::{SyntaxKind, SyntaxNode};

use super::Assist;
use super::context::{Context, has_comment, has_heredoc, has_value, is_statement};
use crate::ActionKind;
use crate::text::trimmed_range;

pub(super) fn is_default(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(it) if it.value_token().is_some_and(|it| it.kind() == SyntaxKind::DEFAULT_KW))
}

fn is_splat(expr: &Expr) -> bool {
    matches!(expr, Expr::PrefixExpr(it) if it.op_token().is_some_and(|it| it.kind() == SyntaxKind::STAR))
}

/// A variable that is given a value by a statement: its text and the value.
fn assignment(context: &Context<'_>, assign: &AssignExpr) -> Option<(String, Expr)> {
    let variable = assign.lhs().filter(|it| matches!(it, Expr::VarExpr(_)))?;
    (assign.op_token()?.kind() == SyntaxKind::EQ).then_some(())?;
    Some((context.text_of(variable.syntax()).to_owned(), assign.rhs()?))
}

fn can_move(node: &SyntaxNode) -> bool {
    is_statement(node) && !has_value(node) && !has_heredoc(node) && !has_comment(node)
}

pub(super) fn to_case(context: &Context<'_>) -> Option<Assist> {
    let assign = context.node::<AssignExpr>().filter(|it| can_move(it.syntax()))?;
    let (variable, Expr::SelectorExpr(selector)) = assignment(context, &assign)? else { return None };
    let arms = arms(context, &selector)?;
    // Without a default a selector fails, and a case does nothing.
    if !arms.iter().any(|it| it.0 == "default") {
        return None;
    }
    let whole = trimmed_range(assign.syntax());
    let indent = context.indent(whole.start());
    let mut text = format!("case {} {{\n", context.text_of(selector.subject()?.syntax()));
    for (matching, value) in arms {
        text.push_str(&format!("{indent}  {matching}: {{ {variable} = {value} }}\n"));
    }
    text.push_str(&format!("{indent}}}"));
    Some(Assist { title: "Turn into a `case`".to_owned(), kind: ActionKind::Rewrite, edits: vec![context.edit(whole, text)] })
}

fn arms<'a>(context: &'a Context<'_>, selector: &SelectorExpr) -> Option<Vec<(&'a str, &'a str)>> {
    let one = |it: syntax::ast::SelectorArm| {
        let (matching, value) = (it.matching()?, it.value()?);
        // A hash would be the block, and a splat is one of several values.
        (!matches!(matching, Expr::HashExpr(_)) && !is_splat(&matching))
            .then(|| (context.text_of(matching.syntax()), context.text_of(value.syntax())))
    };
    selector.arms().map(one).collect()
}

pub(super) fn to_selector(context: &Context<'_>) -> Option<Assist> {
    let case = context.node::<CaseExpr>().filter(|it| can_move(it.syntax()))?;
    let mut variable: Option<String> = None;
    let mut arms: Vec<(String, String)> = Vec::new();
    for option in case.options() {
        let mut statements = option.block()?.statements();
        let Some(Statement::AssignExpr(assign)) = statements.next().filter(|_| statements.next().is_none()) else { return None };
        let (name, value) = assignment(context, &assign)?;
        if variable.get_or_insert_with(|| name.clone()) != &name {
            return None;
        }
        let value = context.text_of(value.syntax());
        for matching in option.values() {
            if is_splat(&matching) {
                return None;
            }
            let matching = if is_default(&matching) { "default" } else { context.text_of(matching.syntax()) };
            arms.push((matching.to_owned(), value.to_owned()));
        }
    }
    if !arms.iter().any(|it| it.0 == "default") {
        return None;
    }
    let subject = case.subject()?;
    let written = context.text_of(subject.syntax());
    let subject = match subject {
        Expr::VarExpr(_) | Expr::AccessExpr(_) | Expr::ParenExpr(_) | Expr::CallExpr(_) | Expr::Literal(_) => written.to_owned(),
        _ => format!("({written})"),
    };
    let whole = trimmed_range(case.syntax());
    let indent = context.indent(whole.start());
    let mut text = format!("{} = {subject} ? {{\n", variable?);
    for (matching, value) in arms {
        text.push_str(&format!("{indent}  {matching} => {value},\n"));
    }
    text.push_str(&format!("{indent}}}"));
    Some(Assist { title: "Turn into a selector".to_owned(), kind: ActionKind::Rewrite, edits: vec![context.edit(whole, text)] })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn a_selector_becomes_a_case() {
        check(
            "Turn into a `case`",
            "class a {\n  $x = $y $0? {\n    'b'     => 1,\n    default => f(2),\n  }\n}\n",
            "class a {\n  case $y {\n    'b': { $x = 1 }\n    default: { $x = f(2) }\n  }\n}\n",
        );
        refused("Turn into a `case`", "$x = $y $0? { 'b' => 1 }\n");
        refused("Turn into a `case`", "$x = 1 + ($y $0? { 'b' => 1, default => 2 })\n");
        refused("Turn into a `case`", "$x = $y $0? { 'b' => 1, # why\n default => 2 }\n");
    }

    #[test]
    fn a_case_that_gives_one_variable_its_value_becomes_a_selector() {
        check(
            "Turn into a selector",
            "ca$0se $y.f {\n  'a', /b/: { $x = 1 }\n  default: { $x = 2 }\n}\n",
            "$x = ($y.f) ? {\n  'a' => 1,\n  /b/ => 1,\n  default => 2,\n}\n",
        );
        refused("Turn into a selector", "ca$0se $y { 'a': { $x = 1 } default: { $z = 2 } }\n");
        refused("Turn into a selector", "ca$0se $y { 'a': { $x = 1 } }\n");
        refused("Turn into a selector", "ca$0se $y { 'a': { $x = 1 notice($x) } default: { $x = 2 } }\n");
        refused("Turn into a selector", "$z.each |$y| { ca$0se $y { 'a': { $x = 1 } default: { $x = 2 } } }\n");
    }
}
