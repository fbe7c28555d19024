//! `textDocument/selectionRange`: growing a selection.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SelectionRange, SelectionRangeParams};

use crate::owner::Owner;
use crate::{read, to_proto};

pub(crate) async fn handle(owner: &Owner, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
    read::code_or_data(params.text_document.uri)
        .alone(owner, move |question, asker| {
            let document = &question.document;
            let offsets: Vec<ide::TextSize> = params.positions.iter().map(|it| document.offset(*it)).collect();
            let chains = question.read_alone(asker, |snapshot, file| {
                offsets.iter().map(|offset| ide::selection_ranges(snapshot, file, *offset)).collect::<Vec<_>>()
            })?;
            Ok(chains.iter().map(|chain| to_proto::selection_range(document, chain)).collect())
        })
        .await
}
