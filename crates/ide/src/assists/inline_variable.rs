//! A variable → its value, wherever it is used.

use hir::{Role, Symbol};
use syntax::ast::{AssignExpr, AstNode, Expr};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use super::Assist;
use super::context::{Context, has_comment, has_heredoc, is_statement};
use crate::ActionKind;
use crate::text::trimmed_range;

pub(super) fn inline(context: &Context<'_>) -> Option<Assist> {
    let assign = context.node::<AssignExpr>().filter(|it| is_statement(it.syntax()))?;
    let variable = assign.lhs().filter(|it| matches!(it, Expr::VarExpr(_)))?;
    let target = trimmed_range(variable.syntax());
    if assign.op_token()?.kind() != SyntaxKind::EQ || !target.contains_range(context.range) {
        return None;
    }
    let value = assign.rhs()?;
    if !is_pure(value.syntax()) || has_heredoc(value.syntax()) || has_comment(value.syntax()) {
        return None;
    }
    let references = context.snapshot.references(context.file);
    let own = references.all.iter().find(|it| it.role == Role::Definition && target.contains_range(it.range))?;
    let meant = context.snapshot.meaning(&own.symbol, context.file);
    // A template may read the variables of what renders it.
    let may_be_read = !matches!(meant, Symbol::Local(_) | Symbol::Member { .. }) || renders_templates(context);
    let places = context.snapshot.places(&own.symbol, context.file);
    let others = || places.iter().filter(|it| it.reference.range != own.range);
    let uses: Vec<TextRange> = others().map(|it| it.reference.range).collect();
    // Another branch may give another value, and after this one there may be none.
    let block = assign.syntax().parent()?.text_range();
    let is_only = others().all(|it| it.reference.role != Role::Definition && block.contains_range(it.reference.range));
    if may_be_read || uses.is_empty() || !is_only || places.iter().any(|it| it.file != context.file) {
        return None;
    }
    let mut edits = Vec::new();
    for range in uses {
        edits.push(replacement(context, &assign, &value, range)?);
    }
    let lines = context.whole_lines(trimmed_range(assign.syntax()))?;
    edits.push(context.edit(lines, ""));
    edits.sort_by_key(|it| it.range.start());
    Some(Assist { title: format!("Inline the variable `{}`", context.slice(target)), kind: ActionKind::Inline, edits })
}

/// Whether a value comes out the same wherever and however often it is made.
fn is_pure(value: &SyntaxNode) -> bool {
    value.descendants().all(|it| {
        matches!(
            it.kind(),
            SyntaxKind::LITERAL
                | SyntaxKind::DQ_STRING
                | SyntaxKind::INTERPOLATION
                | SyntaxKind::VAR_EXPR
                | SyntaxKind::ACCESS_EXPR
                | SyntaxKind::LIST_EXPR
                | SyntaxKind::HASH_EXPR
                | SyntaxKind::HASH_ENTRY
                | SyntaxKind::NAME_EXPR
                | SyntaxKind::TYPE_NAME_EXPR
                | SyntaxKind::PAREN_EXPR
                | SyntaxKind::BIN_EXPR
                | SyntaxKind::PREFIX_EXPR
        )
    })
}

fn renders_templates(context: &Context<'_>) -> bool {
    ["template", "inline_template", "epp", "inline_epp", "eyaml"].iter().any(|name| context.text.contains(&format!("{name}(")))
        || context.text.contains("template ")
}

fn replacement(context: &Context<'_>, assign: &AssignExpr, value: &Expr, range: TextRange) -> Option<diagnostics::Edit> {
    let node = context.root().covering_element(range);
    let node = match node {
        syntax::NodeOrToken::Token(token) => token.parent()?,
        syntax::NodeOrToken::Node(node) => node,
    };
    let parent = node.parent()?;
    if captures(&node, assign, value) {
        return None;
    }
    let written = context.text_of(value.syntax());
    let is_simple = matches!(value, Expr::VarExpr(_) | Expr::AccessExpr(_) | Expr::Literal(_) | Expr::DqString(_) | Expr::ParenExpr(_));
    let is_word = matches!(value, Expr::NameExpr(_));
    let is_operand =
        matches!(parent.kind(), SyntaxKind::BIN_EXPR | SyntaxKind::PREFIX_EXPR | SyntaxKind::ACCESS_EXPR | SyntaxKind::SELECTOR_EXPR);
    let is_receiver = parent.kind() == SyntaxKind::METHOD_CALL_EXPR;
    let written = match is_word || is_receiver || is_operand && !is_simple {
        true => format!("({written})"),
        false => written.to_owned(),
    };
    let text = match (node.kind(), parent.kind()) {
        // `"$x"`: without brackets there is room for a name alone.
        (SyntaxKind::VAR_EXPR, SyntaxKind::DQ_STRING | SyntaxKind::HEREDOC_BODY) => format!("${{{written}}}"),
        (SyntaxKind::VAR_EXPR, _) => written,
        // `"${x}"` and `"${x['a']}"`
        (SyntaxKind::NAME_EXPR, _) if node.ancestors().any(|it| it.kind() == SyntaxKind::INTERPOLATION) => written,
        _ => return None,
    };
    // What a statement begins with must not look like something else.
    if matches!(parent.kind(), SyntaxKind::BLOCK | SyntaxKind::SOURCE_FILE) {
        return None;
    }
    Some(context.edit(trimmed_range(&node), text))
}

/// Whether a lambda around a use has variables of its own that the value names.
fn captures(node: &SyntaxNode, assign: &AssignExpr, value: &Expr) -> bool {
    let named: Vec<String> = value.syntax().descendants().filter(|it| it.kind() == SyntaxKind::VAR_EXPR).map(|it| trimmed(&it)).collect();
    let inner = node.ancestors().take_while(|it| !it.text_range().contains_range(assign.syntax().text_range()));
    inner.filter(|it| it.kind() == SyntaxKind::LAMBDA).any(|lambda| {
        let own = lambda.descendants().filter(|it| matches!(it.kind(), SyntaxKind::PARAM | SyntaxKind::ASSIGN_EXPR));
        let tokens = own.flat_map(|it| it.descendants_with_tokens().filter_map(|it| it.into_token()).take(8));
        tokens.filter(|it| it.kind() == SyntaxKind::VARIABLE).any(|it| named.iter().any(|name| name == it.text()))
    })
}

fn trimmed(node: &SyntaxNode) -> String {
    node.text().to_string().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn the_value_takes_the_variables_place() {
        check(
            "Inline the variable `$x`",
            "define a($b) {\n  $$0x = $b + 1\n  notice($x * 2, \"$x ${x}\")\n  notice($x)\n}\n",
            "define a($b) {\n  notice(($b + 1) * 2, \"${$b + 1} ${$b + 1}\")\n  notice($b + 1)\n}\n",
        );
        check(
            "Inline the variable `$x`",
            "class a {\n  $$0x = $facts['os']\n  notice($x['name'])\n}\n",
            "class a {\n  notice($facts['os']['name'])\n}\n",
        );
    }

    #[test]
    fn what_depends_on_a_branch_stays() {
        let refused = |text: &str| super::super::tests::refused("Inline", text);
        refused("class a {\n  if $b {\n    $x$0 = 1\n  } else {\n    $x = 2\n  }\n  f($x)\n}\n");
        refused("class a {\n  if $b {\n    $x$0 = 1\n  }\n  f($x)\n}\n");
    }

    #[test]
    fn what_may_be_read_elsewhere_or_do_something_stays() {
        refused("Inline", "define a {\n  $$0x = f()\n  notice($x)\n}\n");
        refused("Inline", "define a {\n  $$0x = 1\n}\n");
        refused("Inline", "define a {\n  $$0x = 1\n  notice($x, template('a/b'))\n}\n");
        refused("Inline", "define a($b) {\n  $$0x = $b\n  f(1) |$b| { notice($x) }\n}\n");
        refused("Inline", "define a { $$0x = 1; notice($x) }\n");
    }
}
