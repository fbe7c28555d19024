//! `textDocument/declaration`: the same as its definition: the language has no other.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoDeclarationParams, GotoDeclarationResponse};

use crate::owner::Owner;

pub(crate) async fn handle(owner: &Owner, params: GotoDeclarationParams) -> Result<Option<GotoDeclarationResponse>> {
    super::definition::handle(owner, params).await
}
