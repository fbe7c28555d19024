//! `'a'` ↔ `"a"`, and `present` ↔ `'present'` as the value of an attribute.

use syntax::ast::{AstNode, Attribute, DqString, Literal, NameExpr};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use super::Assist;
use super::context::Context;
use crate::ActionKind;
use crate::text::trimmed_range;
use crate::words;

fn rewrite(context: &Context<'_>, title: &str, range: TextRange, text: String) -> Assist {
    Assist { title: title.to_owned(), kind: ActionKind::Rewrite, edits: vec![context.edit(range, text)] }
}

/// A string in single quotes at the cursor: its place and what it means.
fn single(context: &Context<'_>) -> Option<(SyntaxNode, TextRange, String)> {
    let token = context.token();
    let literal = Literal::cast(token.parent()?)?;
    let range = token.text_range();
    if token.kind() != SyntaxKind::SQ_STRING || !range.contains_range(context.range) {
        return None;
    }
    let inner = token.text().strip_prefix('\'')?.strip_suffix('\'')?;
    let mut value = String::new();
    let mut rest = inner.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some('\\' | '\'')) => value.extend(rest.next()),
            _ => value.push(c),
        }
    }
    Some((literal.syntax().clone(), range, value))
}

pub(super) fn to_double(context: &Context<'_>) -> Option<Assist> {
    let (_, range, value) = single(context)?;
    // A carriage return that is written out is none that is escaped.
    if value.contains('\r') {
        return None;
    }
    let text = value.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$");
    Some(rewrite(context, "Write in double quotes", range, format!("\"{text}\"")))
}

pub(super) fn to_single(context: &Context<'_>) -> Option<Assist> {
    let string = context.node::<DqString>()?;
    let range = trimmed_range(string.syntax());
    if string.parts().next().is_some() {
        return None;
    }
    let inner = context.slice(range).strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::from("'");
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        let meant = match c {
            '\\' => rest.next().filter(|it| matches!(it, '\\' | '"' | '$' | '\''))?,
            '\r' => return None,
            c => c,
        };
        if matches!(meant, '\\' | '\'') {
            text.push('\\');
        }
        text.push(meant);
    }
    text.push('\'');
    Some(rewrite(context, "Write in single quotes", range, text))
}

fn is_value(node: &SyntaxNode) -> bool {
    node.parent().and_then(Attribute::cast).and_then(|it| it.value()).is_some_and(|it| it.syntax() == node)
}

pub(super) fn quote(context: &Context<'_>) -> Option<Assist> {
    let name = context.node::<NameExpr>().filter(|it| is_value(it.syntax()))?;
    let range = trimmed_range(name.syntax());
    Some(rewrite(context, "Write in quotes", range, format!("'{}'", context.slice(range))))
}

pub(super) fn unquote(context: &Context<'_>) -> Option<Assist> {
    let (literal, range, value) = single(context)?;
    let is_plain = hir::name::is_name(&value) && value.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_');
    if !is_value(&literal) || !is_plain || words::is_kept(&value) {
        return None;
    }
    Some(rewrite(context, "Write without quotes", range, value))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn quotes_are_changed_where_both_mean_the_same() {
        check("Write in double quotes", "$x = 'a$0 \"b\" $c \\\\d \\'e\\''\n", "$x = \"a \\\"b\\\" \\$c \\\\d 'e'\"\n");
        check("Write in single quotes", "$x = \"a$0 'b' \\\"c\\\" \\$d\"\n", "$x = 'a \\'b\\' \"c\" $d'\n");
        refused("Write in single quotes", "$x = \"a$0 ${b}\"\n");
        refused("Write in single quotes", "$x = \"a$0\\n\"\n");
        refused("Write in double quotes", "$x = \"$0a\"\n");
    }

    #[test]
    fn words_are_values_without_quotes() {
        check("Write in quotes", "file { '/a': ensure => pre$0sent }\n", "file { '/a': ensure => 'present' }\n");
        check("Write without quotes", "file { '/a': ensure => 'pre$0sent' }\n", "file { '/a': ensure => present }\n");
        refused("Write without quotes", "file { '/a': ensure => 'tr$0ue' }\n");
        refused("Write without quotes", "file { '/a': mode => '06$044' }\n");
        refused("Write without quotes", "$x = 'pre$0sent'\n");
    }
}
