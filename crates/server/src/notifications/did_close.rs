//! `textDocument/didClose`: the disk's text counts again.

use std::path::PathBuf;
use std::sync::Arc;

use tower_lsp::ls_types::DidCloseTextDocumentParams;

use crate::owner::Owner;
use crate::requests::formatting::Refusals;
use crate::sent_tokens::SentTokens;
use crate::{disk, uris};

pub(crate) fn handle(owner: &Owner, sent: &Arc<SentTokens>, refusals: &Arc<Refusals>, params: DidCloseTextDocumentParams) {
    let (sent, refusals) = (sent.clone(), refusals.clone());
    owner.send(move |state| {
        let Some(key) = uris::key(&params.text_document.uri) else { return };
        sent.forget(&key);
        refusals.forget(&key);
        let Some(closed) = state.close_document(&key) else { return };
        // A change on disk may not have been announced while the editor's text counted.
        if state.is_in_workspace(&key) {
            disk::reload(state, &[PathBuf::from(&*key)]);
        }
        if !state.has_text(&key) {
            // Nothing is left to find anything wrong in.
            state.publish_closed(&closed);
            state.changed.remove(&key);
        }
    });
}
