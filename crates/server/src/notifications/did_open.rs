//! `textDocument/didOpen`: the editor's text counts from now on.

use std::path::Path;

use tower_lsp::ls_types::DidOpenTextDocumentParams;
use workspace::discover::opened_kind;

use crate::document::Document;
use crate::owner::Owner;
use crate::{disk, uris};

pub(crate) fn handle(owner: &Owner, params: DidOpenTextDocumentParams) {
    let opened = params.text_document;
    owner.send(move |state| {
        let Some(key) = uris::key(&opened.uri) else {
            tracing::warn!("cannot open {}", opened.uri.as_str());
            return;
        };
        let dialect = opened_kind(Path::new(&*key), &opened.language_id).dialect();
        let encoding = state.client.encoding;
        disk::place(state, std::slice::from_ref(&key));
        state.set_document(Document::new(opened.uri, key, dialect, Some(opened.version), opened.text, encoding));
    });
}
