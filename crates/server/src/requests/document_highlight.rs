//! `textDocument/documentHighlight`: the other places of a name in its file.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};

use crate::owner::Owner;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
    let at = params.text_document_position_params;
    read::code_or_data(at.text_document.uri)
        .alone(owner, move |question, asker| {
            let document = &question.document;
            let offset = document.offset(at.position);
            let found = question.read_alone(asker, |snapshot, file| ide::document_highlight(snapshot, file, offset))?;
            let kind = |is_write: bool| if is_write { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
            let highlights = found.iter().map(|it| DocumentHighlight { range: document.range(it.range), kind: Some(kind(it.is_write)) });
            Ok(highlights.collect())
        })
        .await
}
