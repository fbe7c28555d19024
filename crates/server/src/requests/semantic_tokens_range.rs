//! `textDocument/semanticTokens/range`: what the words of a range mean.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SemanticTokens, SemanticTokensRangeParams, SemanticTokensRangeResult};

use crate::owner::Owner;
use crate::read;
use crate::semantic_tokens::encode;

pub(crate) async fn handle(owner: &Owner, params: SemanticTokensRangeParams) -> Result<Option<SemanticTokensRangeResult>> {
    read::coloured(params.text_document.uri)
        .alone(owner, move |question, asker| {
            let range = question.document.text_range(params.range);
            let tokens = question.read_alone(asker, |snapshot, file| ide::semantic_tokens(snapshot, file, Some(range)))?;
            let data = encode(&question.document, &tokens);
            Ok(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data }))
        })
        .await
}
