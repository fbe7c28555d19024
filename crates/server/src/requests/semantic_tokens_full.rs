//! `textDocument/semanticTokens/full`: what each word means.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SemanticTokensParams, SemanticTokensResult};

use crate::owner::Owner;
use crate::read;
use crate::semantic_tokens::encode;
use crate::sent_tokens::SentTokens;

pub(crate) async fn handle(owner: &Owner, sent: &Arc<SentTokens>, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let sent = sent.clone();
    read::coloured(params.text_document.uri)
        .alone(owner, move |question, asker| {
            let tokens = question.read_alone(asker, |snapshot, file| ide::semantic_tokens(snapshot, file, None))?;
            let tokens = encode(&question.document, &tokens);
            Ok(SemanticTokensResult::Tokens(sent.remember(&question.document.key, tokens)))
        })
        .await
}
