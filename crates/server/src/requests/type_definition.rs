//! `textDocument/typeDefinition`: the type of what a name means.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: GotoTypeDefinitionParams) -> Result<Option<GotoTypeDefinitionResponse>> {
    let at = params.text_document_position_params;
    let answer = read::code_or_data(at.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let goto = ide::goto_type_definition(snapshot, file, offset)?;
            Places::new(&question.around, snapshot).goto(&question.document, &goto)
        })
    });
    Ok(answer.await?.flatten())
}
