//! Reads the files of the workspace, and reports the progress.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::{mpsc, oneshot};
use tower_lsp::Client;
use tower_lsp::ls_types::{MessageType, ProgressToken};
use world::World;

use crate::client::ClientInfo;
use crate::disk;
use crate::owner::{Load, Owner};

/// Reads folders. The end of the progress says that all that was in them counts.
pub(crate) async fn load(client: Client, info: Arc<ClientInfo>, world: Arc<dyn World>, owner: Owner, load: Load, folders: Vec<PathBuf>) {
    let (tell, mut counts) = mpsc::unbounded_channel();
    let reading = {
        let owner = owner.clone();
        // Reading must not wait for a client that is slow to agree to a progress bar.
        move || {
            disk::load(&*world, &owner, &folders, |count| {
                let _ = tell.send(count);
            });
            // Nor must what waits for all files.
            owner.send(move |_| drop(load));
        }
    };
    if let Err(error) = std::thread::Builder::new().name("loading".to_string()).spawn(reading) {
        client.log_message(MessageType::ERROR, format!("the workspace's files cannot be read: {error}")).await;
        return;
    }
    let progress = begin(&client, &info).await;
    let mut count = 0;
    while let Some(files) = counts.recv().await {
        count = files;
        if let Some(progress) = &progress {
            progress.report(format!("{count} files")).await;
        }
    }
    // All files were sent to the owner by now; after them, this.
    let (done, is_done) = oneshot::channel();
    owner.send(move |_| {
        let _ = done.send(());
    });
    drop(is_done.await);
    tracing::info!("{count} files read");
    if let Some(progress) = progress {
        progress.finish_with_message(format!("{count} files")).await;
    }
    crate::refresh::beside_the_text(client, info, owner).await;
}

type Progress = tower_lsp::OngoingProgress<tower_lsp::Unbounded, tower_lsp::NotCancellable>;

async fn begin(client: &Client, info: &ClientInfo) -> Option<Progress> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if !info.shows_progress {
        return None;
    }
    let token = ProgressToken::String(format!("bunraku/loading/{}", COUNT.fetch_add(1, Ordering::Relaxed)));
    client.create_work_done_progress(token.clone()).await.ok()?;
    Some(client.progress(token, "Bunraku reads the workspace").begin().await)
}
