//! `workspace/didChangeWatchedFiles`: something has changed on disk.

use std::path::PathBuf;

use tower_lsp::ls_types::DidChangeWatchedFilesParams;

use crate::owner::Owner;
use crate::{disk, uris};

pub(crate) fn handle(owner: &Owner, params: DidChangeWatchedFilesParams) {
    // What has happened to a file is read from the disk: by now it may be something else.
    let paths: Vec<PathBuf> = params.changes.iter().filter_map(|it| Some(PathBuf::from(&*uris::key(&it.uri)?))).collect();
    owner.send(move |state| disk::reload(state, &paths));
}
