//! `textDocument/prepareRename`: whether a name can be changed, and from which text.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{PrepareRenameResponse, TextDocumentPositionParams};

use crate::owner::Owner;
use crate::read;
use crate::requests::rename::refused;

pub(crate) async fn handle(owner: &Owner, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
    let answer = read::code_or_data(params.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(params.position);
        let prepared = question.read(asker, |snapshot, file| ide::prepare_rename(snapshot, file, offset))?;
        Ok(prepared
            .map(|it| PrepareRenameResponse::RangeWithPlaceholder { range: question.document.range(it.range), placeholder: it.name }))
    });
    answer.await?.transpose().map_err(refused)
}
