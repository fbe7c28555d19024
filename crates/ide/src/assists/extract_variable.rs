//! An expression that is selected → a variable above its statement.

use syntax::ast::{AstNode, Attribute, Expr};
use syntax::{SyntaxKind, SyntaxNode};

use super::Assist;
use super::context::{Context, has_heredoc, is_statement, statement};
use crate::ActionKind;
use crate::text::trimmed_range;

pub(super) fn extract(context: &Context<'_>) -> Option<Assist> {
    let node = context.selected()?;
    let expr = Expr::cast(node.clone()).filter(is_value)?;
    let statement = statement(&node).filter(|it| *it != node)?;
    let at = trimmed_range(&statement).start();
    if !is_always_evaluated(&node, &statement) || has_heredoc(&node) || !context.is_first_in_line(at) {
        return None;
    }
    let name = context.fresh_name(&name_for(context, &expr));
    let written = outside_of_texts(context, &node);
    let replacement = match node.parent().map(|it| it.kind()) {
        Some(SyntaxKind::INTERPOLATION) => name.clone(),
        _ => format!("${name}"),
    };
    let edits =
        vec![context.insert(at, format!("${name} = {written}\n{}", context.indent(at))), context.edit(trimmed_range(&node), replacement)];
    Some(Assist { title: format!("Extract to the variable `${name}`"), kind: ActionKind::Extract, edits })
}

/// A node as it is written outside of a text: there a variable that it begins with has its `$`.
fn outside_of_texts(context: &Context<'_>, node: &SyntaxNode) -> String {
    let written = context.text_of(node);
    let is_bare = node.first_token().is_some_and(|it| it.kind() == SyntaxKind::VARIABLE && !it.text().starts_with('$'));
    if is_bare { format!("${written}") } else { written.to_owned() }
}

/// Whether an expression is a value that a variable can stand for, wherever it stands.
fn is_value(expr: &Expr) -> bool {
    let is_kind = match expr {
        Expr::Literal(it) => {
            !it.value_token().is_none_or(|it| matches!(it.kind(), SyntaxKind::DEFAULT_KW | SyntaxKind::REGEX | SyntaxKind::WORD))
        }
        Expr::AccessExpr(_)
        | Expr::BinExpr(_)
        | Expr::CallExpr(_)
        | Expr::DqString(_)
        | Expr::HashExpr(_)
        | Expr::ListExpr(_)
        | Expr::MethodCallExpr(_)
        | Expr::ParenExpr(_)
        | Expr::SelectorExpr(_) => true,
        Expr::PrefixExpr(it) => it.op_token().is_some_and(|it| it.kind() != SyntaxKind::STAR),
        _ => false,
    };
    let Some(parent) = expr.syntax().parent() else { return false };
    let stands_for_itself = match parent.kind() {
        // A name of a type, the left side of an assignment, the pattern of a node.
        SyntaxKind::RESOURCE
        | SyntaxKind::RESOURCE_OVERRIDE
        | SyntaxKind::RESOURCE_DEFAULTS
        | SyntaxKind::UNTITLED_RESOURCE
        | SyntaxKind::COLLECTOR_EXPR
        | SyntaxKind::HOST_MATCH
        | SyntaxKind::PARAM
        | SyntaxKind::RETURN_TYPE
        | SyntaxKind::TYPE_ALIAS
        | SyntaxKind::CHAIN_EXPR
        | SyntaxKind::VIRTUAL_EXPR => false,
        // A call that is given names by their words alone.
        SyntaxKind::CALL_EXPR | SyntaxKind::STATEMENT_CALL => parent.first_child().as_ref() != Some(expr.syntax()),
        SyntaxKind::ASSIGN_EXPR => parent.first_child().as_ref() != Some(expr.syntax()),
        _ => true,
    };
    let is_in_query = expr.syntax().ancestors().any(|it| it.kind() == SyntaxKind::QUERY);
    is_kind && stands_for_itself && !is_in_query
}

/// Whether a statement evaluates what stands in it in any case, and with the variables that are known before it.
fn is_always_evaluated(node: &SyntaxNode, statement: &SyntaxNode) -> bool {
    let mut inner = node.clone();
    while inner != *statement {
        let Some(parent) = inner.parent() else { return false };
        let is_first = parent.first_child().as_ref() == Some(&inner);
        let is_always = match parent.kind() {
            SyntaxKind::BIN_EXPR => {
                let is_lazy = parent.children_with_tokens().any(|it| matches!(it.kind(), SyntaxKind::AND_KW | SyntaxKind::OR_KW));
                is_first || !is_lazy
            }
            SyntaxKind::SELECTOR_ARM | SyntaxKind::CASE_OPTION | SyntaxKind::ELSIF_CLAUSE => false,
            // What stands between a definition's name and its body belongs to whoever declares it.
            SyntaxKind::PARAM | SyntaxKind::PARAM_LIST | SyntaxKind::LAMBDA_PARAMS | SyntaxKind::EPP_PARAMS => false,
            kind => kind != SyntaxKind::BLOCK,
        };
        if !is_always {
            return false;
        }
        inner = parent;
    }
    is_statement(statement)
}

/// A name that says something of the value: of the attribute that gets it, of the function that makes it, of its last key.
fn name_for(context: &Context<'_>, expr: &Expr) -> String {
    let of_attribute = expr.syntax().parent().and_then(Attribute::cast).and_then(|it| it.attribute_name());
    let name = match (of_attribute, expr) {
        (Some(name), _) => context.text_of(name.syntax()).to_owned(),
        (None, Expr::AccessExpr(it)) => it.keys().last().map(|it| text_of_key(context, &it)).unwrap_or_default(),
        (None, Expr::CallExpr(it)) => it.function().map(|it| context.text_of(it.syntax()).to_owned()).unwrap_or_default(),
        (None, Expr::DqString(_)) => "text".to_owned(),
        _ => "value".to_owned(),
    };
    let name = hir::name::last(&name);
    let is_good = hir::name::is_parameter(name) && !RESERVED.contains(&name);
    if is_good { name.to_owned() } else { "value".to_owned() }
}

/// Variables that Puppet itself sets, or that cannot be set.
pub(super) const RESERVED: [&str; 8] =
    ["name", "title", "facts", "trusted", "server_facts", "settings", "module_name", "caller_module_name"];

fn text_of_key(context: &Context<'_>, key: &syntax::ast::ListElement) -> String {
    context.text_of(key.syntax()).trim_matches(['\'', '"']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_selection, refused_selection};

    #[test]
    fn a_value_gets_a_name() {
        check_selection(
            "Extract to the variable `$content`",
            "class a {\n  file { '/a':\n    content => $0epp('a/b', { x => 1 })$1,\n  }\n}\n",
            "class a {\n  $content = epp('a/b', { x => 1 })\n  file { '/a':\n    content => $content,\n  }\n}\n",
        );
        check_selection(
            "Extract to the variable `$family`",
            "if $0$facts['os']['family']$1 == 'Debian' { }\n",
            "$family = $facts['os']['family']\nif $family == 'Debian' { }\n",
        );
        check_selection("Extract to the variable `$value2`", "$value = 1\nf($0 2 + 3 $1)\n", "$value = 1\n$value2 = 2 + 3\nf( $value2 )\n");
        check_selection(
            "Extract to the variable `$family`",
            "notice(\"${$0$facts['os']['family']$1}\")\n",
            "$family = $facts['os']['family']\nnotice(\"${family}\")\n",
        );
    }

    #[test]
    fn what_stands_in_a_text_gets_its_sign() {
        check_selection(
            "Extract to the variable `$family`",
            "notice(\"${$0facts['os']['family']$1}\")\n",
            "$family = $facts['os']['family']\nnotice(\"${family}\")\n",
        );
        check_selection(
            "Extract to the variable `$os`",
            "notice(\"${$0facts['os']$1['family']}\")\n",
            "$os = $facts['os']\nnotice(\"${$os['family']}\")\n",
        );
    }

    #[test]
    fn what_is_not_always_evaluated_stays() {
        refused_selection("Extract", "if $a and $0f($a)$1 { }\n");
        refused_selection("Extract", "$x = $y ? { 1 => $0f(1)$1, default => 2 }\n");
        refused_selection("Extract", "if $a { } elsif $0f($a)$1 { }\n");
        refused_selection("Extract", "class a($x = $0f(1)$1) { }\n");
        refused_selection("Extract", "$x.each |$y = $0f(1)$1| { }\n");
    }

    #[test]
    fn what_is_no_value_stays() {
        refused_selection("Extract", "$0f(1)$1\n");
        refused_selection("Extract", "$0File['a']$1 { mode => '1' }\n");
        refused_selection("Extract", "node $0'a'$1 { }\n");
        refused_selection("Extract", "File <| title == $0'a'$1 |>\n");
        refused_selection("Extract", "f(1); $x = $02 + 3$1\n");
    }
}
