//! Keys that can be looked up: those that the data has, and those that set parameters of classes.

use hir::ItemKind;

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let own = |key: &str| ask.module.as_deref().is_some_and(|it| key.split("::").next() == Some(it));
    for key in ask.snapshot.data_keys(ask.file) {
        if !ask.fits(key) {
            continue;
        }
        let rank = if own(key) { Rank::Required } else { Rank::Expected };
        found.add(CompletionItem::new(&**key, CompletionKind::HieraKey, rank).text(ask.quoted(key)).detail("in the data"));
    }
    // Of the many parameters of other modules only those are looked at whose class is being written.
    let first = ask.typed.split("::").next().unwrap_or_default();
    let is_meant = |name: &str| own(name) || !first.is_empty() && name.starts_with(first);
    found.is_partial |= !ask.typed.contains("::");
    for it in ask.snapshot.offered().iter().filter(|it| it.kind == ItemKind::Class && is_meant(&it.name)) {
        let Some(item) = it.definition.and_then(|it| ask.snapshot.item(it)) else { continue };
        let rank = if own(&it.name) { Rank::Module } else { Rank::Elsewhere };
        for parameter in &item.parameters {
            let key = format!("{}::{}", it.name, parameter.name);
            if !ask.fits(&key) {
                continue;
            }
            let text = ask.quoted(&key);
            let detail = super::variables::signature(parameter.ty.as_deref(), None);
            let about = format!("parameter {} {}", it.name, parameter.name);
            found.add(CompletionItem::new(key, CompletionKind::HieraKey, rank).text(text).detail(detail).about(about));
        }
    }
}
