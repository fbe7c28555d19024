//! `textDocument/didSave`: the disk holds what the editor holds.

use std::path::PathBuf;

use tower_lsp::ls_types::DidSaveTextDocumentParams;

use crate::owner::Owner;
use crate::{disk, uris};

pub(crate) fn handle(owner: &Owner, params: DidSaveTextDocumentParams) {
    // Clients that watch no files announce a change on disk only here.
    let uri = params.text_document.uri;
    owner.send(move |state| {
        if let Some(key) = uris::key(&uri)
            && state.is_in_workspace(&key)
        {
            disk::reload(state, &[PathBuf::from(&*key)]);
        }
    });
}
