//! Keys of data: the parameters of classes, and what other files of data have.

use rustc_hash::FxHashSet;

use super::Ask;
use crate::completion::hiera_keys;
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};

/// The outermost keys that are not there yet. The data of a module give values to its own classes alone.
pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    all(ask, found);
    if ask.place.sibling("lookup_options").is_none() {
        let item = CompletionItem::new("lookup_options", CompletionKind::Keyword, Rank::Last).detail("how keys are looked up");
        found.add(item.text(ask.key("lookup_options")));
    }
}

pub(super) fn all(ask: &Ask<'_>, found: &mut Found) {
    let module = ask.data.module().map(|it| &**it);
    let (keys, is_partial) = hiera_keys::keys(ask.snapshot, ask.file, module, ask.typed);
    found.is_partial |= is_partial;
    let is_own = |key: &str| module.is_none_or(|it| key.strip_prefix(it).is_some_and(|it| it.starts_with("::")));
    let there: FxHashSet<&str> = ask.place.siblings.iter().map(|it| it.key.as_str()).collect();
    for key in keys.into_iter().filter(|it| is_own(&it.name) && !there.contains(it.name.as_str())) {
        let text = ask.key(&key.name);
        found.add(key.item(text).goes_on());
    }
}
