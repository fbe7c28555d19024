//! `workspace/didCreateFiles`: a new manifest begins with what Puppet looks for at its place, a template with its parameters.
//!
//! `workspace/willCreateFiles` is not for that: its edits are made before there is a file, and clients drop those of the new ones.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{DocumentKind, document_kind};
use diagnostics::Modules;
use tokio::sync::oneshot;
use tower_lsp::Client;
use tower_lsp::ls_types::{CreateFilesParams, Position, Range, TextEdit, Uri, WorkspaceEdit};

use crate::client::ClientInfo;
use crate::owner::Owner;
use crate::state::State;
use crate::{disk, uris};

/// Takes the files over, and hands the client a text for those that are empty.
pub(crate) fn handle(
    owner: &Owner,
    client: Client,
    info: Arc<ClientInfo>,
    params: &CreateFilesParams,
) -> impl Future<Output = ()> + Send + 'static {
    let keys: Vec<Arc<str>> = params.files.iter().filter_map(|it| uris::key(&it.uri.parse().ok()?)).collect();
    let (tell, begun) = oneshot::channel();
    owner.send(move |state| {
        let paths: Vec<PathBuf> = keys.iter().map(|it| PathBuf::from(&**it)).collect();
        disk::reload(state, &paths);
        drop(tell.send(begin(state, &keys)));
    });
    async move {
        let Ok(texts) = begun.await else { return };
        if texts.is_empty() || !info.applies_edits {
            return;
        }
        let start = Range::new(Position::new(0, 0), Position::new(0, 0));
        // The protocol's type of a URI is no key that could change.
        #[allow(clippy::mutable_key_type)]
        let changes: HashMap<Uri, Vec<TextEdit>> =
            texts.into_iter().map(|(uri, new_text)| (uri, vec![TextEdit { range: start, new_text }])).collect();
        if let Err(error) = client.apply_edit(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }).await {
            tracing::warn!("the client does not take the text of a new file: {error}");
        }
    }
}

/// Skeletons for the empty ones among new files.
fn begin(state: &State, keys: &[Arc<str>]) -> Vec<(Uri, String)> {
    let modules = Modules::new(&*state.world);
    let one = |key: &Arc<str>| {
        // Who made it by an action of ours has its text already, or gets it in a moment.
        if state.made.take(key) || !state.enabled || !state.document(key)?.text.trim().is_empty() {
            return None;
        }
        let text = match document_kind(&**key) {
            DocumentKind::Epp => ide::template_skeleton(key)?,
            _ => ide::skeleton(key, &modules.autoload(Path::new(&**key), key)?.namespace?)?,
        };
        Some((uris::of_key(key)?, text))
    };
    keys.iter().filter_map(one).collect()
}
