//! `textDocument/didOpen`: the editor's text counts from now on.

use std::path::PathBuf;

use syntax::Dialect;
use tower_lsp::ls_types::DidOpenTextDocumentParams;

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
        let dialect = dialect(&opened.language_id, &key);
        let encoding = state.client.encoding;
        disk::place(state, std::slice::from_ref(&key));
        state.set_document(Document::new(opened.uri, key, dialect, Some(opened.version), opened.text, encoding));
    });
}

/// Dialect of a document; the editor's language decides where the path does not.
fn dialect(language: &str, key: &str) -> Dialect {
    let has_extension = PathBuf::from(key).extension().is_some_and(|it| it == "pp" || it == "epp");
    match language {
        "epp" | "puppet-epp" | "embedded-puppet" | "embeddedpuppet" if !has_extension => Dialect::Epp,
        _ => Dialect::of_path(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_without_a_name_is_what_the_editor_says() {
        assert_eq!(dialect("epp", "untitled:1"), Dialect::Epp);
        assert_eq!(dialect("puppet", "untitled:1"), Dialect::Manifest);
        assert_eq!(dialect("puppet", "/a.epp"), Dialect::Epp);
        assert_eq!(dialect("epp", "/a.pp"), Dialect::Manifest);
    }
}
