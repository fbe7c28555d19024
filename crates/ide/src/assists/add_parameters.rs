//! The parameters that a declaration of a class or defined type still needs.

use hir::{Symbol, name};
use syntax::ast::{AnyAttribute, AstNode, Expr, Resource, ResourceBody};
use syntax::{SyntaxKind, TextRange};
use values::{Str, Type};

use super::Assist;
use super::context::{Context, last_token, next_token, size};
use crate::ActionKind;
use crate::text::trimmed_range;

/// Types in types, so deeply at most.
const DEEPEST: usize = 16;

pub(super) fn add(context: &Context<'_>) -> Option<Assist> {
    // A missing parameter is reported from the type to the title, and the cursor may be at either.
    let around = context.ancestors().find(|it| matches!(it.kind(), SyntaxKind::RESOURCE_BODY | SyntaxKind::RESOURCE))?;
    match ResourceBody::cast(around.clone()) {
        Some(body) => add_missing(context, &Resource::cast(body.syntax().parent()?)?, &body),
        None => {
            let resource = Resource::cast(around)?;
            resource.bodies().find_map(|body| add_missing(context, &resource, &body))
        }
    }
}

fn add_missing(context: &Context<'_>, resource: &Resource, body: &ResourceBody) -> Option<Assist> {
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
    // Defaults in the same body, or of the type, may set some: they are left to the user who fills these in.
    let missing: Vec<&hir::Parameter> =
        item.parameters.iter().filter(|it| it.default.is_none() && !it.captures_rest && !given.contains(&it.name.as_str())).collect();
    if missing.is_empty() {
        return None;
    }
    let value = |it: &hir::Parameter| match it.ty.as_deref() {
        Some(ty) => value_of(&crate::written_type::read(context.snapshot, definition.file, ty), DEEPEST),
        None => "undef".to_owned(),
    };
    let written = |it: &&hir::Parameter| format!("{} => {}", it.name, value(it));
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
        several => format!("Add {} missing parameters", several.len()),
    };
    Some(Assist { title, kind: ActionKind::QuickFix, edits: vec![context.edit(replaced, text)] })
}

/// Something of a type, to be replaced by what is meant.
fn value_of(ty: &Type, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "undef".to_owned() };
    match ty {
        Type::Alias(alias) => alias.resolved.get().map_or_else(|| "undef".to_owned(), |it| value_of(it, depth)),
        Type::Variant(types) => types.first().map_or_else(|| "undef".to_owned(), |it| value_of(it, depth)),
        Type::NotUndef(Some(ty)) => value_of(ty, depth),
        Type::Sensitive(Some(ty)) => format!("Sensitive({})", value_of(ty, depth)),
        Type::Boolean(only) => only.unwrap_or(false).to_string(),
        Type::Integer(from, to) => from.or(to.filter(|it| *it < 0)).unwrap_or(0).to_string(),
        Type::Float(from, _) => from.map_or_else(|| "0.0".to_owned(), |it| format!("{:?}", it.get())),
        Type::Numeric => "0".to_owned(),
        Type::Enum(words, _) => quoted(words.first()),
        Type::StringValue(text) => quoted(Some(text)),
        Type::String(_) | Type::Pattern(_) | Type::Scalar | Type::ScalarData => "''".to_owned(),
        Type::Array(element, size) if size.from > 0 => format!("[{}]", value_of(element, depth)),
        Type::Array(..) | Type::Tuple(..) | Type::Collection(_) => "[]".to_owned(),
        Type::Struct(elements) => {
            let needed = elements.iter().filter(|it| !it.optional && (it.required || !is_optional(&it.ty)));
            let entries: Vec<String> = needed.map(|it| format!("{} => {}", quoted(Some(&it.name)), value_of(&it.ty, depth))).collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
        Type::Hash(..) => "{}".to_owned(),
        _ => "undef".to_owned(),
    }
}

fn is_optional(ty: &Type) -> bool {
    matches!(ty, Type::Optional(_) | Type::Any)
}

fn quoted(text: Option<&Str>) -> String {
    let escaped = text.map(|it| it.replace('\\', "\\\\").replace('\'', "\\'"));
    format!("'{}'", escaped.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_selection, refused};

    #[test]
    fn what_is_missing_is_written() {
        check(
            "Add 3 missing parameters",
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
    fn it_is_offered_where_it_is_told_that_something_is_missing() {
        let expected = "define a($b) { }\na { 't':\n  b => undef,\n}\n";
        check("Add the parameter `b`", "define a($b) { }\n$0a { 't': }\n", expected);
        check_selection("Add the parameter `b`", "define a($b) { }\n$0a { 't'$1: }\n", expected);
        check("Add the parameter `b`", "class a($b) { }\n$0class { 'a': }\n", "class a($b) { }\nclass { 'a':\n  b => undef,\n}\n");
        // Of several bodies the one that is meant, or the first in which something is missing.
        check(
            "Add the parameter `b`",
            "define a($b) { }\n$0a { 's': b => 1; 't': }\n",
            "define a($b) { }\na { 's': b => 1; 't':\n  b => undef,\n}\n",
        );
        refused("Add", "define a($b, $c) { }\na { 't': b => [1].map |$c| { $0file { '/x': } } }\n");
    }

    #[test]
    fn the_value_is_one_that_the_type_takes() {
        let value = |ty: &str, expected: &str| {
            let types = "type P = Integer[1, 65535]\ntype Q = Variant[P, String]\n";
            let definition = format!("{types}define a({ty} $b) {{ }}\n");
            check(
                "Add the parameter `b`",
                &format!("{definition}$0a {{ 't': }}\n"),
                &format!("{definition}a {{ 't':\n  b => {expected},\n}}\n"),
            );
        };
        value("P", "1");
        value("Q", "1");
        value("Array[P, 1]", "[1]");
        value("Array[P]", "[]");
        value("Optional[P]", "undef");
        value("Float[0.5]", "0.5");
        value("Boolean[true]", "true");
        value("Enum['z', 'it\\'s']", "'it\\'s'");
        value("Sensitive[String]", "Sensitive('')");
        value("Struct[{ 'c' => P, Optional['d'] => P, 'e' => Optional[P], 'f' => Q }]", "{ 'c' => 1, 'f' => 1 }");
        value("NotThere", "undef");
    }

    #[test]
    fn nothing_is_missing_where_all_is_given() {
        refused("Add", "define a($b) { }\na { 't$0': b => 1 }\n");
        refused("Add", "define a($b) { }\na { 't$0': * => $x }\n");
        refused("Add", "fi$0le { '/a': }\n");
    }
}
