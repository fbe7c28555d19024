//! The parameters that a declaration of a class or defined type still needs.

use hir::{Symbol, name};
use syntax::ast::{AnyAttribute, AstNode, Expr, Resource, ResourceBody};
use syntax::{SyntaxKind, TextRange};

use super::Assist;
use super::context::{Context, last_token, next_token, size};
use crate::ActionKind;
use crate::text::trimmed_range;

pub(super) fn add(context: &Context<'_>) -> Option<Assist> {
    let body = context.node::<ResourceBody>()?;
    let resource = Resource::cast(body.syntax().parent()?)?;
    let symbol = match (resource.class_token(), resource.type_expr()) {
        (Some(_), _) => {
            let title = body.title()?;
            let text = context.text_of(title.syntax());
            // A class gets what it needs from data, too.
            Symbol::Class(name::normal(text.strip_prefix('\'')?.strip_suffix('\'')?))
        }
        (None, Some(Expr::NameExpr(it))) => Symbol::Type(name::normal(context.text_of(it.syntax()))),
        _ => return None,
    };
    let definition = *context.snapshot.resolve(&symbol, context.file).first()?;
    let item = context.snapshot.item(definition)?;
    let mut given: Vec<&str> = Vec::new();
    for attribute in body.attributes() {
        match attribute {
            AnyAttribute::Attribute(it) => given.extend(it.attribute_name().map(|it| context.text_of(it.syntax()))),
            AnyAttribute::SplatAttribute(_) => return None,
        }
    }
    // Defaults in the body beside it, or of the type, may give some: they are left to whoever fills these in.
    let missing: Vec<&hir::Parameter> =
        item.parameters.iter().filter(|it| it.default.is_none() && !it.captures_rest && !given.contains(&it.name.as_str())).collect();
    if missing.is_empty() {
        return None;
    }
    let written = |it: &&hir::Parameter| format!("{} => {}", it.name, value_of(it.ty.as_deref()));
    let start = trimmed_range(body.syntax()).start();
    let (at, separator, indent) = match body.attributes().last() {
        None => {
            let indent = format!("{}  ", context.indent(start));
            (body.colon_token()?.text_range().end(), "", indent)
        }
        Some(last) => {
            let last = match &last {
                AnyAttribute::Attribute(it) => it.syntax(),
                AnyAttribute::SplatAttribute(it) => it.syntax(),
            };
            let end = last_token(last)?;
            let comma = next_token(&end).filter(|it| it.kind() == SyntaxKind::COMMA);
            let own = trimmed_range(last).start();
            let indent = match context.is_first_in_line(own) {
                true => context.indent(own).to_owned(),
                false => format!("{}  ", context.indent(start)),
            };
            let separator = if comma.is_some() { "" } else { "," };
            (comma.as_ref().unwrap_or(&end).text_range().end(), separator, indent)
        }
    };
    let lines: Vec<String> = missing.iter().map(|it| format!("\n{indent}{},", written(it))).collect();
    let mut text = format!("{separator}{}", lines.concat());
    let rest = context.text.get(usize::from(at)..).unwrap_or_default();
    let behind = rest.trim_start_matches([' ', '\t']);
    let mut replaced = TextRange::empty(at);
    if !behind.starts_with(['\n', '\r', ';']) {
        text.push_str(&format!("\n{}", context.indent(start)));
        replaced = TextRange::at(at, size(rest.len() - behind.len()));
    }
    let title = match missing.as_slice() {
        [one] => format!("Add the parameter `{}`", one.name),
        several => format!("Add {} parameters that are missing", several.len()),
    };
    Some(Assist { title, kind: ActionKind::QuickFix, edits: vec![context.edit(replaced, text)] })
}

/// Something of a type, to be replaced by what is meant.
fn value_of(ty: Option<&str>) -> String {
    let ty = ty.unwrap_or("Any");
    let (name, rest) = ty.split_once('[').unwrap_or((ty, ""));
    match name {
        "Boolean" => "false".to_owned(),
        "Array" | "Tuple" => "[]".to_owned(),
        "Hash" | "Struct" => "{}".to_owned(),
        "Integer" | "Numeric" => {
            let lowest = rest.split([',', ']']).next().and_then(|it| it.trim().parse::<i64>().ok());
            lowest.unwrap_or(0).to_string()
        }
        "Float" => "0.0".to_owned(),
        "Enum" => rest
            .split([',', ']'])
            .next()
            .map(|it| it.trim().to_owned())
            .filter(|it| it.starts_with(['\'', '"']))
            .unwrap_or_else(|| "''".to_owned()),
        "String" | "Pattern" | "Stdlib::Absolutepath" => "''".to_owned(),
        _ => "undef".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn what_is_missing_is_written() {
        check(
            "Add 3 parameters that are missing",
            "define a(Integer[3] $b, Enum['x', 'y'] $c, $d = 1, Optional[String] $e) { }\na { 't$0': }\n",
            "define a(Integer[3] $b, Enum['x', 'y'] $c, $d = 1, Optional[String] $e) { }\na { 't':\n  b => 3,\n  c => 'x',\n  e => undef,\n}\n",
        );
        check(
            "Add the parameter `b`",
            "class a(Boolean $b, $c) { }\nnode x {\n  class { 'a':\n    c$0 => 1\n  }\n}\n",
            "class a(Boolean $b, $c) { }\nnode x {\n  class { 'a':\n    c => 1,\n    b => false,\n  }\n}\n",
        );
    }

    #[test]
    fn nothing_is_missing_where_all_is_given() {
        refused("Add", "define a($b) { }\na { 't$0': b => 1 }\n");
        refused("Add", "define a($b) { }\na { 't$0': * => $x }\n");
        refused("Add", "fi$0le { '/a': }\n");
    }
}
