//! Tells a client that what it shows beside the text may be another by now: not after an edit, which it knows of.

use std::sync::Arc;

use tower_lsp::Client;

use crate::client::ClientInfo;
use crate::owner::Owner;

/// Has hints and code lenses asked for again, once all that the owner was told before this counts.
pub(crate) async fn beside_the_text(client: Client, info: Arc<ClientInfo>, owner: Owner) {
    if !info.refreshes_hints && !info.refreshes_lenses {
        return;
    }
    let (tell, is_done) = tokio::sync::oneshot::channel();
    owner.send(move |_| {
        let _ = tell.send(());
    });
    drop(is_done.await);
    if info.refreshes_hints
        && let Err(error) = client.inlay_hint_refresh().await
    {
        tracing::warn!("the client does not ask for hints again: {error}");
    }
    if info.refreshes_lenses
        && let Err(error) = client.code_lens_refresh().await
    {
        tracing::warn!("the client does not ask for code lenses again: {error}");
    }
}
