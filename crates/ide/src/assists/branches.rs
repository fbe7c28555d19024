//! `if $x == 'a' { … } elsif $x == 'b' { … }` ↔ `case $x { 'a': { … } 'b': { … } }`.
//!
//! A `case` compares by `==`, except with expressions (matched, and the text's groups set), types (looked whether the value is of
//! it), hashes (a part is enough) and arrays (each element by these rules). So only what is neither may change sides, and types
//! where the `if` asks by `=~`.

use syntax::ast::{AstNode, BinExpr, Block, CaseExpr, Expr, IfExpr};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use super::Assist;
use super::context::{Context, has_heredoc};
use super::selector::is_default;
use crate::ActionKind;
use crate::text::trimmed_range;

/// Tests of one condition nest no deeper than this.
const DEEPEST: usize = 32;

/// How an option is compared with the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    IsA,
}

/// Comparison in a `case` of its value with something that the text shows sufficiently.
fn comparison(option: &Expr) -> Option<Comparison> {
    match option {
        Expr::NameExpr(_) | Expr::DqString(_) => Some(Comparison::Equal),
        Expr::Literal(it) => {
            let is_plain = !matches!(it.value_token()?.kind(), SyntaxKind::REGEX | SyntaxKind::DEFAULT_KW | SyntaxKind::WORD);
            is_plain.then_some(Comparison::Equal)
        }
        Expr::PrefixExpr(it) => {
            let is_number = it.op_token()?.kind() == SyntaxKind::MINUS && matches!(it.expr()?, Expr::Literal(_));
            is_number.then_some(Comparison::Equal)
        }
        Expr::TypeNameExpr(_) => Some(Comparison::IsA),
        Expr::AccessExpr(it) if matches!(it.base()?, Expr::TypeNameExpr(_)) => {
            let is_constant =
                |it: SyntaxNode| !matches!(it.kind(), SyntaxKind::CALL_EXPR | SyntaxKind::METHOD_CALL_EXPR | SyntaxKind::LAMBDA);
            it.syntax().descendants().all(is_constant).then_some(Comparison::IsA)
        }
        _ => None,
    }
}

/// Whether a value may be asked for once or many times: a variable, or what it holds under constant keys.
fn is_repeatable(subject: &Expr) -> bool {
    let inner = |it: SyntaxNode| match Expr::cast(it.clone()) {
        Some(Expr::DqString(it)) => it.parts().next().is_none(),
        Some(Expr::VarExpr(_) | Expr::AccessExpr(_) | Expr::Literal(_) | Expr::NameExpr(_)) => true,
        Some(_) => false,
        None => true,
    };
    matches!(subject, Expr::VarExpr(_) | Expr::AccessExpr(_)) && subject.syntax().descendants().all(inner)
}

/// The `N` around the cursor, if none of its blocks is.
fn headed<N: AstNode>(context: &Context<'_>) -> Option<N> {
    context.ancestors().take_while(|it| it.kind() != SyntaxKind::BLOCK).find_map(N::cast)
}

/// Whether all can be written anew: no text would lie elsewhere, and no comment is lost between the blocks.
fn can_be_rewritten(node: &SyntaxNode, blocks: &[Block]) -> bool {
    let whole = trimmed_range(node);
    let is_in_block = |range: TextRange| blocks.iter().any(|it| trimmed_range(it.syntax()).contains_range(range));
    let mut tokens = node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| whole.contains_range(it.text_range()));
    !has_heredoc(node)
        && tokens.all(|it| match it.kind() {
            SyntaxKind::COMMENT => is_in_block(it.text_range()),
            SyntaxKind::WHITESPACE => true,
            // The text of a string has no indentation that could change.
            _ => !it.text().contains('\n'),
        })
}

/// A block with its braces, whose lines begin otherwise.
fn moved(context: &Context<'_>, block: &Block, old: &str, new: &str) -> String {
    let mut lines = context.text_of(block.syntax()).split('\n');
    let mut text = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        text.push('\n');
        match line.strip_prefix(old) {
            Some(rest) if !line.trim().is_empty() => {
                text.push_str(new);
                text.push_str(rest);
            }
            _ => text.push_str(line),
        }
    }
    text
}

/// The value and the options that a condition compares it with.
fn options_of(context: &Context<'_>, condition: &Expr, depth: usize) -> Option<(String, Vec<String>)> {
    let depth = depth.checked_sub(1)?;
    let tests = match condition {
        Expr::ParenExpr(it) => return options_of(context, &it.expr()?, depth),
        Expr::BinExpr(it) => it,
        _ => return None,
    };
    let (lhs, rhs) = (tests.lhs()?, tests.rhs()?);
    let op = tests.op_token()?.kind();
    if op == SyntaxKind::OR_KW {
        let (subject, mut options) = options_of(context, &lhs, depth)?;
        let (other, more) = options_of(context, &rhs, depth)?;
        options.extend(more);
        return (subject == other).then_some((subject, options));
    }
    let (subject, option) = sides(tests, lhs, rhs)?;
    let wanted = if op == SyntaxKind::EQ2 { Comparison::Equal } else { Comparison::IsA };
    let fits = is_repeatable(&subject) && comparison(&option) == Some(wanted);
    fits.then(|| (context.text_of(subject.syntax()).to_owned(), vec![context.text_of(option.syntax()).to_owned()]))
}

/// Subject and constant of a comparison: a constant may stand on either side of `==`.
fn sides(test: &BinExpr, lhs: Expr, rhs: Expr) -> Option<(Expr, Expr)> {
    match test.op_token()?.kind() {
        SyntaxKind::EQ2 if comparison(&lhs).is_some() => Some((rhs, lhs)),
        SyntaxKind::EQ2 | SyntaxKind::MATCH => Some((lhs, rhs)),
        _ => None,
    }
}

pub(super) fn to_case(context: &Context<'_>) -> Option<Assist> {
    let chain = headed::<IfExpr>(context)?;
    let mut branches = vec![(chain.condition()?, chain.then_block()?)];
    for clause in chain.elsif_clauses() {
        branches.push((clause.condition()?, clause.then_block()?));
    }
    let last = match chain.else_clause() {
        Some(it) => Some(it.block()?),
        None => None,
    };
    let blocks: Vec<Block> = branches.iter().map(|it| it.1.clone()).chain(last.clone()).collect();
    if branches.len() < 2 || !can_be_rewritten(chain.syntax(), &blocks) {
        return None;
    }
    let whole = trimmed_range(chain.syntax());
    let indent = context.indent(whole.start());
    let inner = format!("{indent}  ");
    let mut subject: Option<String> = None;
    let mut text = String::new();
    for (condition, block) in &branches {
        let (compared, options) = options_of(context, condition, DEEPEST)?;
        if *subject.get_or_insert_with(|| compared.clone()) != compared {
            return None;
        }
        text.push_str(&format!("{inner}{}: {}\n", options.join(", "), moved(context, block, indent, &inner)));
    }
    if let Some(block) = last {
        text.push_str(&format!("{inner}default: {}\n", moved(context, &block, indent, &inner)));
    }
    let text = format!("case {} {{\n{text}{indent}}}", subject?);
    Some(Assist { title: "Turn the `if` into a `case`".to_owned(), kind: ActionKind::Rewrite, edits: vec![context.edit(whole, text)] })
}

pub(super) fn to_if(context: &Context<'_>) -> Option<Assist> {
    let case = headed::<CaseExpr>(context)?;
    let subject = case.subject().filter(is_repeatable)?;
    let subject = context.text_of(subject.syntax());
    let mut branches = Vec::new();
    let mut last = None;
    for option in case.options() {
        // What stands after the default would stand before the `else`: another order than the one that was written.
        if last.is_some() {
            return None;
        }
        let block = option.block()?;
        let values: Vec<Expr> = option.values().collect();
        if values.iter().any(is_default) {
            last = Some(block);
            continue;
        }
        let test = |it: &Expr| {
            let op = if comparison(it)? == Comparison::Equal { "==" } else { "=~" };
            Some(format!("{subject} {op} {}", context.text_of(it.syntax())))
        };
        let tests: Option<Vec<String>> = values.iter().map(test).collect();
        branches.push((tests?.join(" or "), block));
    }
    let blocks: Vec<Block> = branches.iter().map(|it| it.1.clone()).chain(last.clone()).collect();
    if branches.is_empty() || !can_be_rewritten(case.syntax(), &blocks) {
        return None;
    }
    let whole = trimmed_range(case.syntax());
    let indent = context.indent(whole.start());
    let written = |block: &Block| moved(context, block, context.indent(trimmed_range(block.syntax()).end()), indent);
    let tested: Vec<String> = branches.iter().map(|(tests, block)| format!("if {tests} {}", written(block))).collect();
    let mut text = tested.join(" els");
    if let Some(block) = last {
        text.push_str(&format!(" else {}", written(&block)));
    }
    Some(Assist { title: "Turn the `case` into an `if`".to_owned(), kind: ActionKind::Rewrite, edits: vec![context.edit(whole, text)] })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn tests_of_one_value_become_a_case() {
        check(
            "Turn the `if` into a `case`",
            "class a {\n  i$0f $x['y'] == 'b' {\n    f(1) # so\n  } elsif ($x['y'] == c or 2 == $x['y']) {\n    f(2)\n\n    f(3)\n  } elsif $x['y'] =~ \
             Array[String] { f(4) } else {\n  }\n}\n",
            "class a {\n  case $x['y'] {\n    'b': {\n      f(1) # so\n    }\n    c, 2: {\n      f(2)\n\n      f(3)\n    }\n    Array[String]: { f(4) \
             }\n    default: {\n    }\n  }\n}\n",
        );
        check(
            "Turn the `if` into a `case`",
            "$a = i$0f $x == undef { 1 } elsif $x == true { 2 }\n",
            "$a = case $x {\n  undef: { 1 }\n  true: { 2 }\n}\n",
        );
    }

    #[test]
    fn tests_that_a_case_would_do_otherwise_stay() {
        let refused = |text: &str| refused("Turn the `if`", text);
        refused("i$0f $x == 'a' { }\n");
        refused("i$0f $x == 'a' { } elsif $y == 'b' { }\n");
        refused("i$0f $x == 'a' { } elsif $x =~ /b/ { }\n");
        refused("i$0f $x == 'a' { } elsif $x == [1] { }\n");
        refused("i$0f $x == 'a' { } elsif $x == { } { }\n");
        refused("i$0f $x == 'a' { } elsif $x == $y { }\n");
        refused("i$0f $x == 'a' { } elsif $x == Integer { }\n");
        refused("i$0f $x == 'a' { } elsif $x == 'b' and $y { }\n");
        refused("i$0f f($x) == 'a' { } elsif f($x) == 'b' { }\n");
        refused("if $x == 'a' { g$0() } elsif $x == 'b' { }\n");
        refused("i$0f $x == 'a' { } # why\n elsif $x == 'b' { }\n");
        refused("i$0f $x == 'a' { f('\n') } elsif $x == 'b' { }\n");
    }

    #[test]
    fn a_case_becomes_tests() {
        check(
            "Turn the `case` into an `if`",
            "class a {\n  ca$0se $x {\n    'b', 1: {\n      f(1)\n    }\n    Integer: { f(2) }\n    default: {\n      # none\n    }\n  }\n}\n",
            "class a {\n  if $x == 'b' or $x == 1 {\n    f(1)\n  } elsif $x =~ Integer { f(2) } else {\n    # none\n  }\n}\n",
        );
        check("Turn the `case` into an `if`", "ca$0se $x { -1: { f(1) } }\n", "if $x == -1 { f(1) }\n");
    }

    #[test]
    fn a_case_that_tests_would_do_otherwise_stays() {
        let refused = |text: &str| refused("Turn the `case`", text);
        refused("ca$0se f() { 'a': { } }\n");
        refused("ca$0se $x { /a/: { } }\n");
        refused("ca$0se $x { ['a']: { } }\n");
        refused("ca$0se $x { $y: { } }\n");
        refused("ca$0se $x { *$y: { } }\n");
        refused("ca$0se $x { default: { } 'a': { } }\n");
        refused("ca$0se $x { default: { } }\n");
        refused("ca$0se $x { }\n");
    }
}
