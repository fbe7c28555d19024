//! `textDocument/documentSymbol`: the outline.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentSymbolParams, DocumentSymbolResponse};

use crate::owner::Owner;
use crate::{read, to_proto};

pub(crate) async fn handle(owner: &Owner, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
    read::code_or_data(params.text_document.uri)
        .alone(owner, |question, asker| {
            let symbols = question.read_alone(asker, ide::document_symbols)?;
            let document = &question.document;
            Ok(if question.client.nests_symbols {
                DocumentSymbolResponse::Nested(symbols.iter().map(|it| to_proto::document_symbol(document, it)).collect())
            } else {
                let mut flat = Vec::new();
                to_proto::flat_symbols(document, &symbols, None, &mut flat);
                DocumentSymbolResponse::Flat(flat)
            })
        })
        .await
}
