//! Attributes of resources and parameters of classes that are not given yet, also as keys of hashes.

use hir::{Parameter, Symbol, name};
use resource_types::{AttributeKind, metaparameters};

use super::Ask;
use super::context::{Body, Of};
use super::expected::{self, Wanted};
use super::item::{CompletionItem, CompletionKind, Found, Rank, escaped};

/// Metaparameters that most resources have, if any.
const USUAL: &[&str] = &["before", "notify", "require", "subscribe"];

pub(super) fn add(ask: &Ask<'_>, body: &Body, found: &mut Found) {
    let is_new = |name: &str| !body.given.iter().any(|it| it == name);
    let mut sink = |label: &str, kind, rank, detail: String, about: String| {
        if is_new(label) {
            let item = CompletionItem::new(label, kind, rank).detail(detail).with_description(about);
            found.add(with_arrow(ask, body, item, label));
        }
    };
    let parameters = parameters(ask, &body.of);
    for it in parameters.iter().copied().flatten() {
        // What has no default has to be given, if undef will not do.
        let is_needed = it.default.is_none() && !it.ty.as_deref().is_some_and(|it| it.starts_with("Optional"));
        let rank = if is_needed { Rank::Required } else { Rank::Expected };
        let detail = super::variables::signature(it.ty.as_deref(), it.default.as_deref());
        let owner = match &body.of {
            Of::Type(name) | Of::Class(name) => name,
        };
        sink(&it.name, CompletionKind::Attribute, rank, detail, format!("parameter {owner} {}", it.name));
    }
    if let (Of::Type(ty), None) = (&body.of, parameters)
        && let Some(info) = ask.snapshot.native_type(ask.file, ty)
    {
        for it in &info.attributes {
            let rank = match it.name.as_str() {
                "ensure" => Rank::Required,
                _ if it.namevar || it.name == "provider" => Rank::Workspace,
                _ if it.kind == AttributeKind::Property => Rank::Expected,
                _ => Rank::Local,
            };
            let kind = match it.kind {
                AttributeKind::Property => "property",
                _ => "parameter",
            };
            let detail = it.data_type.clone().unwrap_or_else(|| kind.to_owned());
            sink(&it.name, CompletionKind::Attribute, rank, detail, format!("attribute {ty} {}", it.name));
        }
    }
    for it in metaparameters() {
        let rank = if USUAL.contains(&it.name.as_str()) { Rank::Elsewhere } else { Rank::Last };
        sink(&it.name, CompletionKind::Metaparameter, rank, "metaparameter".to_owned(), format!("metaparameter {}", it.name));
    }
}

/// The attributes of a type by their names alone, as queries of collectors take them.
pub(super) fn names(ask: &Ask<'_>, ty: &str, found: &mut Found) {
    add(ask, &Body::empty(Of::Type(ty.to_owned())), found);
    for name in ["title", "tag"] {
        found.add(CompletionItem::new(name, CompletionKind::Attribute, Rank::Required));
    }
}

/// The parameters of a class or defined type; none for what no manifest defines.
pub(super) fn parameters<'a>(ask: &Ask<'a>, of: &Of) -> Option<&'a [Parameter]> {
    let symbol = match of {
        Of::Type(name) => Symbol::Type(name::normal(name)),
        Of::Class(name) => Symbol::Class(name::normal(name)),
    };
    if let Of::Type(name) = of
        && resource_types::type_info(name).is_some_and(|it| it.module.is_none())
    {
        return None;
    }
    let item = ask.snapshot.resolve(&symbol, ask.file).into_iter().find_map(|it| ask.snapshot.item(it))?;
    Some(&item.parameters)
}

/// With its arrow, under those of the others, and a comma where nothing follows.
fn with_arrow(ask: &Ask<'_>, body: &Body, item: CompletionItem, name: &str) -> CompletionItem {
    let written = if body.are_keys { ask.quoted(name) } else { name.to_owned() };
    if body.has_arrow || ask.string.is_some() {
        return item.text(written);
    }
    let arrow = format!("{written:width$} => ", width = body.width);
    let comma = if ask.rest_of_line().trim().is_empty() { "," } else { "" };
    let value = match expected::of_attribute(ask, &body.of, name) {
        Some(Wanted::Words(words)) if !words.is_empty() && words.len() <= 12 && words.iter().all(|it| !it.contains([',', '|'])) => {
            let written: Vec<String> = words.iter().map(|it| escaped(&ask.word(it))).collect();
            format!("${{1|{}|}}", written.join(","))
        }
        _ => "$1".to_owned(),
    };
    item.snippet(format!("{}{value}{comma}$0", escaped(&arrow)), arrow).goes_on()
}
