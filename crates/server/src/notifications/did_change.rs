//! `textDocument/didChange`: an edit.

use analysis::document_kind;
use tower_lsp::ls_types::DidChangeTextDocumentParams;

use crate::document::Document;
use crate::owner::Owner;
use crate::uris;

pub(crate) fn handle(owner: &Owner, params: DidChangeTextDocumentParams) {
    owner.send(move |state| {
        let uri = params.text_document.uri;
        let Some(key) = uris::key(&uri) else { return };
        let version = params.text_document.version;
        let mut changes = params.content_changes;
        let document = match state.open_document(&key) {
            Some(document) => document.edited(version, changes),
            // A whole text needs nothing before it.
            None => match changes.iter().rposition(|it| it.range.is_none()) {
                Some(whole) => {
                    let dialect = document_kind(&*key).dialect();
                    let empty = Document::new(uri, key, dialect, Some(version), "", state.client.encoding);
                    empty.edited(version, changes.split_off(whole))
                }
                None => {
                    tracing::warn!("an edit of {}, which is not open", uri.as_str());
                    return;
                }
            },
        };
        state.set_document(document);
    });
}
