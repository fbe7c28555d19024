//! Common code of the requests for hierarchies: an item in the protocol's form, and back again.

use std::sync::Arc;

use hir::ItemKind;
use ide::{CallItem, CallItemKind};
use serde_json::{Value, json};
use tower_lsp::ls_types::{Range, SymbolKind, Uri};

use crate::places::Places;
use crate::uris;

/// Common parts of the items of both hierarchies.
pub(crate) struct Parts {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    pub(crate) uri: Uri,
    pub(crate) range: Range,
    pub(crate) selection_range: Range,
    pub(crate) data: Value,
}

/// Names of the kinds, to the client and back.
const KINDS: &[(&str, CallItemKind, SymbolKind)] = &[
    ("class", CallItemKind::Item(ItemKind::Class), SymbolKind::CLASS),
    ("define", CallItemKind::Item(ItemKind::Define), SymbolKind::STRUCT),
    ("function", CallItemKind::Item(ItemKind::Function), SymbolKind::FUNCTION),
    ("plan", CallItemKind::Item(ItemKind::Plan), SymbolKind::FUNCTION),
    ("type", CallItemKind::Item(ItemKind::Alias), SymbolKind::INTERFACE),
    ("node", CallItemKind::Item(ItemKind::Node), SymbolKind::MODULE),
    ("file", CallItemKind::File, SymbolKind::FILE),
    ("resource", CallItemKind::Resource, SymbolKind::OBJECT),
];

pub(crate) fn to_proto(places: &Places<'_>, item: &CallItem) -> Option<Parts> {
    let (uri, range) = places.range(&item.path, item.range)?;
    let (_, selection_range) = places.range(&item.path, item.focus)?;
    let (kind, _, symbol_kind) = KINDS.iter().find(|(_, it, _)| *it == item.kind)?;
    let data = json!({ "kind": kind, "name": item.name });
    Some(Parts { name: item.name.to_string(), kind: *symbol_kind, uri, range, selection_range, data })
}

/// The item that a client speaks of. It need not be there any more, nor where it was.
pub(crate) fn from_proto(places: &Places<'_>, uri: &Uri, range: Range, selection: Range, data: Option<&Value>) -> Option<CallItem> {
    let path: Arc<str> = uris::key(uri)?;
    let document = places.document(&path)?;
    let data = data?;
    let (_, kind, _) = KINDS.iter().find(|(name, _, _)| data["kind"] == *name)?;
    let name = data["name"].as_str()?.into();
    Some(CallItem { name, kind: *kind, path, range: document.text_range(range), focus: document.text_range(selection) })
}
