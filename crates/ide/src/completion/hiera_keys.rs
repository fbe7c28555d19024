//! Keys that can be looked up: those that the data have, and those that set parameters of classes.

use analysis::{File, Snapshot};
use hir::{ItemKind, Symbol};
use rustc_hash::FxHashMap;

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank, fits};

/// In a workspace with more definitions than these, parameters of a module are offered once its name is written.
const MOST_DEFINITIONS: usize = 2_000;

/// A key and what is known of it.
pub(crate) struct Key {
    pub(crate) name: String,
    detail: String,
    about: Option<String>,
    rank: Rank,
}

impl Key {
    pub(crate) fn item(self, text: String) -> CompletionItem {
        let item = CompletionItem::new(self.name, CompletionKind::HieraKey, self.rank).text(text).detail(self.detail);
        CompletionItem { about: self.about, ..item }
    }
}

pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let (keys, is_partial) = keys(ask.snapshot, ask.file, ask.module.as_deref(), ask.typed);
    found.is_partial |= is_partial;
    for key in keys {
        let text = ask.quoted(&key.name);
        found.add(key.item(text));
    }
}

/// The keys that a file sees and that have what is typed in them, those of its own module first. Whether there are more.
pub(crate) fn keys(snapshot: Snapshot<'_>, file: File, module: Option<&str>, typed: &str) -> (Vec<Key>, bool) {
    let own = |key: &str| module.is_some_and(|it| key.split("::").next() == Some(it));
    let mut all = Vec::new();
    // Parameters say more of themselves than data say of them.
    let mut parameters = |class: &str, item: &hir::Item| {
        for it in &item.parameters {
            let name = crate::data::key_of(class, &it.name);
            if fits(&name, typed) {
                let rank = if own(class) { Rank::Module } else { Rank::Elsewhere };
                let detail = super::variables::signature(it.ty.as_deref(), it.default.as_deref());
                all.push(Key { name, detail, about: Some(format!("parameter {class} {}", it.name)), rank });
            }
        }
    };
    let first = typed.split("::").next().unwrap_or_default();
    let offered = snapshot.offered();
    let is_small = offered.len() <= MOST_DEFINITIONS;
    let is_meant = |name: &str| is_small || own(name) || !first.is_empty() && name.starts_with(first);
    for it in offered.iter().filter(|it| it.kind == ItemKind::Class && is_meant(&it.name)) {
        if let Some(item) = it.definition.and_then(|it| snapshot.item(it)) {
            parameters(&it.name, item);
        }
    }
    // Files of other modules are read once they are spoken of.
    let is_named = typed.contains("::");
    if is_named {
        let is_of_module = |name: &str| name.split("::").next() == Some(first);
        for it in snapshot.offered_by_installed(file).iter().filter(|it| it.kind == ItemKind::Class && is_of_module(&it.name)) {
            let found = snapshot.resolve(&Symbol::Class(it.name.clone()), file);
            if let Some(item) = found.into_iter().find_map(|it| snapshot.item(it)) {
                parameters(&it.name, item);
            }
        }
    }
    let known: FxHashMap<String, usize> = all.iter().enumerate().map(|(index, it)| (it.name.clone(), index)).collect();
    for name in snapshot.data_keys(file).iter().filter(|it| fits(it, typed)) {
        let rank = if own(name) { Rank::Required } else { Rank::Expected };
        match known.get(&**name).and_then(|it| all.get_mut(*it)) {
            Some(known) => known.rank = rank,
            None => all.push(Key { name: name.to_string(), detail: "in the data".to_owned(), about: None, rank }),
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    (all, !is_named)
}
