//! Asks a client to refresh what it shows, which may have changed: not after an edit, which it knows of.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

use crate::client::ClientInfo;
use crate::owner::Owner;

/// Information that a client goes on showing until it is asked to refresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shown {
    Hints,
    Lenses,
    /// Texts of lenses, which are requested one by one.
    LensTexts,
    Diagnostics,
    /// Graphs, catalogs and evaluations.
    Reports,
}

/// Tells a client to ask again for what was not known as a whole when it asked first.
pub(crate) struct Refresher {
    pub(crate) client: Client,
    /// Capabilities of the client, once it has sent them.
    pub(crate) info: Arc<OnceLock<Arc<ClientInfo>>>,
}

impl Refresher {
    /// Whether the client refreshes on request.
    pub(crate) fn can(&self, shown: Shown) -> bool {
        self.info.get().is_some_and(|info| match shown {
            Shown::Hints => info.refreshes_hints,
            Shown::Lenses | Shown::LensTexts => info.refreshes_lenses,
            Shown::Diagnostics => info.refreshes_diagnostics,
            Shown::Reports => info.refreshes_reports,
        })
    }

    /// Has it asked for again, of this document at least.
    pub(crate) async fn ask(&self, shown: Shown, uri: Uri) {
        let asked = match shown {
            Shown::Hints => self.client.inlay_hint_refresh().await,
            Shown::Lenses | Shown::LensTexts => self.client.code_lens_refresh().await,
            Shown::Diagnostics => self.client.workspace_diagnostic_refresh().await,
            Shown::Reports => {
                self.client.send_notification::<Evaluated>(json!({ "textDocument": { "uri": uri } })).await;
                Ok(())
            }
        };
        if let Err(error) = asked {
            tracing::warn!("the client does not ask for {shown:?} again: {error}");
        }
    }
}

/// `bunraku/evaluated`: what was asked of a document before it was evaluated can be answered now.
enum Evaluated {}

impl Notification for Evaluated {
    type Params = Value;
    const METHOD: &'static str = "bunraku/evaluated";
}

/// Has hints and code lenses requested again, once all earlier messages to the owner count.
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
