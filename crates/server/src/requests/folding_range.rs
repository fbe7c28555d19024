//! `textDocument/foldingRange`: what can be folded away.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{FoldingRange, FoldingRangeParams};

use crate::owner::Owner;
use crate::{read, to_proto};

pub(crate) async fn handle(owner: &Owner, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    read::code_or_data(params.text_document.uri)
        .alone(owner, |question, asker| {
            let folds = question.read_alone(asker, ide::folding_ranges)?;
            let mut ranges: Vec<FoldingRange> =
                folds.iter().filter_map(|fold| to_proto::folding_range(&question.document, &question.client, fold)).collect();
            // Of ranges that begin on one line an editor shows one; the largest comes first.
            ranges.dedup_by_key(|range| range.start_line);
            Ok(ranges)
        })
        .await
}
