//! `textDocument/references`: all places of a name.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Location, ReferenceParams};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;

pub(crate) async fn handle(owner: &Owner, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let at = params.text_document_position;
    let with_definition = params.context.include_declaration;
    let answer = read::code_or_data(at.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let found = ide::references(snapshot, file, offset, with_definition)?;
            let places = Places::new(&question.around, snapshot);
            Some(found.iter().filter_map(|it| places.location(it)).collect())
        })
    });
    Ok(answer.await?.flatten())
}
