//! Types of resources where one may be declared.

use hir::ItemKind;
use rustc_hash::FxHashSet;

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// Types that most manifests have.
const USUAL: &[&str] = &["cron", "exec", "file", "group", "mount", "notify", "package", "service", "user"];

pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    for ty in native(ask).into_iter().filter(|it| ask.fits(&it.0)) {
        let rank = if USUAL.contains(&ty.0.as_str()) { Rank::Module } else { Rank::Elsewhere };
        let item = CompletionItem::new(ty.0.as_str(), CompletionKind::ResourceType, rank);
        let item = item.detail(ty.1.map(|it| format!("resource type of {it}")).unwrap_or_else(|| "resource type".to_owned()));
        found.add(with_body(ask, item.with_description(format!("type {}", ty.0)), &ty.0));
    }
    let installed = ask.snapshot.offered_by_installed(ask.file);
    for it in ask.snapshot.offered().iter().chain(installed).filter(|it| it.kind == ItemKind::Define) {
        if !ask.fits(&it.name) {
            continue;
        }
        let item = CompletionItem::new(it.name.as_str(), CompletionKind::Define, ask.rank(it.definition, &it.name));
        let item = ask.of_definition(it.definition, item);
        found.add(with_body(ask, item.detail("defined type").with_description(format!("type {}", it.name)), &it.name));
    }
}

fn with_body(ask: &Ask<'_>, item: CompletionItem, name: &str) -> CompletionItem {
    if !ask.rest_of_line().trim().is_empty() {
        return item;
    }
    item.snippet(format!("{name} {{ '${{1:title}}':\n  $0\n}}"), format!("{name} {{ "))
}

/// The types of Ruby code that are there, with the modules of those that are not Puppet's own.
pub(super) fn native(ask: &Ask<'_>) -> Vec<(hir::Name, Option<String>)> {
    let own = resource_types::type_names().filter_map(resource_types::type_info);
    let own = own.filter(|it| it.module.as_ref().is_none_or(|it| it.ends_with("_core")));
    let mut all: Vec<(hir::Name, Option<String>)> = own.map(|it| (it.name.as_str().into(), None)).collect();
    let mut seen: FxHashSet<hir::Name> = all.iter().map(|it| it.0.clone()).collect();
    for (name, module) in ask.snapshot.ruby_types(ask.file) {
        if seen.insert(name.clone()) {
            all.push((name.clone(), Some(module.to_string())));
        }
    }
    all
}
