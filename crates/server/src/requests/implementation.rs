//! `textDocument/implementation`: the heirs of a class.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoImplementationParams, GotoImplementationResponse};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: GotoImplementationParams) -> Result<Option<GotoImplementationResponse>> {
    let at = params.text_document_position_params;
    let answer = read::code(at.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let goto = ide::goto_implementation(snapshot, file, offset)?;
            Places::new(&question.around, snapshot).goto(&question.document, &goto)
        })
    });
    Ok(answer.await?.flatten())
}
