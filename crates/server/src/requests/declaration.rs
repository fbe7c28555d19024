//! `textDocument/declaration`: the same as its definition: the language has no other.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoDeclarationParams, GotoDeclarationResponse};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: GotoDeclarationParams) -> Result<Option<GotoDeclarationResponse>> {
    let at = params.text_document_position_params;
    let answer = read::across(owner, at.text_document.uri, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let goto = ide::goto_definition(snapshot, file, offset)?;
            Places::new(&question.around, snapshot).goto(&question.document, &goto)
        })
    });
    Ok(answer.await?.flatten())
}
