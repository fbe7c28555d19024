//! Types of values: those of the language, and aliases.

use hir::{ItemKind, name};

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank, escaped};

/// Parameters after the name of a type that takes some.
fn form(name: &str) -> &'static str {
    match name {
        "Array" | "Callable" | "Init" | "NotUndef" | "Optional" | "Sensitive" | "Tuple" | "Variant" => "[$0]",
        "Enum" => "['$0']",
        "Hash" => "[${1:String}, ${0:Any}]",
        "Pattern" => "[/$0/]",
        "Struct" => "[{ '${1:key}' => ${0:Type} }]",
        _ => "",
    }
}

/// Types that most signatures have.
const USUAL: &[&str] = &["Array", "Boolean", "Enum", "Hash", "Integer", "Optional", "String", "Variant"];

pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    for name in values::ty::NAMES {
        let form = form(name);
        let rank = if USUAL.contains(name) { Rank::Module } else { Rank::Workspace };
        let item = CompletionItem::new(*name, CompletionKind::DataType, rank).with_description(format!("data {name}"));
        let has_parameters = ask.rest().starts_with('[') || form.is_empty();
        found.add(if has_parameters { item } else { item.snippet(format!("{name}{form}"), *name) });
    }
    let installed = ask.snapshot.offered_by_installed(ask.file);
    for it in ask.snapshot.offered().iter().chain(installed).filter(|it| it.kind == ItemKind::Alias) {
        let written = it.written.as_ref().map_or_else(|| name::capitalized(&it.name), ToString::to_string);
        if !ask.fits(&written) {
            continue;
        }
        let definition = it.definition;
        let item = definition.and_then(|it| ask.snapshot.item(it));
        let detail = item.and_then(|it| it.alias.as_ref()).map(ToString::to_string).unwrap_or_default();
        let rank = ask.rank(it.definition, &it.name);
        let item = CompletionItem::new(written, CompletionKind::DataType, rank).detail(shortened(&detail));
        found.add(ask.of_definition(definition, item.with_description(format!("type {}", it.name))));
    }
}

pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// `File['…']` as a form.
pub(super) fn reference(name: &str) -> (String, String) {
    (format!("{}['$0']", escaped(name)), format!("{name}["))
}
