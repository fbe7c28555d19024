//! `textDocument/semanticTokens/full/delta`: what each word means, as far as it has changed.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SemanticTokensDelta, SemanticTokensDeltaParams, SemanticTokensFullDeltaResult};

use crate::owner::Owner;
use crate::read;
use crate::semantic_tokens::{edits, encode};
use crate::sent_tokens::SentTokens;

pub(crate) async fn handle(
    owner: &Owner,
    sent: &Arc<SentTokens>,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let sent = sent.clone();
    read::coloured(params.text_document.uri)
        .alone(owner, move |question, asker| {
            let tokens = question.read_alone(asker, |snapshot, file| ide::semantic_tokens(snapshot, file, None))?;
            let tokens = encode(&question.document, &tokens);
            let key = &question.document.key;
            Ok(match sent.get(key, &params.previous_result_id) {
                Some(previous) => {
                    let edits = edits(&previous, &tokens);
                    let result_id = sent.remember(key, tokens).result_id;
                    SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta { result_id, edits })
                }
                None => SemanticTokensFullDeltaResult::Tokens(sent.remember(key, tokens)),
            })
        })
        .await
}
