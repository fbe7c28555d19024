//! `workspace/didChangeWorkspaceFolders`: other folders are open.

use std::path::{Path, PathBuf};

use analysis::Change;
use tower_lsp::ls_types::{DidChangeWorkspaceFoldersParams, WorkspaceFolder};

use crate::owner::Owner;
use crate::{disk, uris};

/// The folders; how many there are to read is known once they are read, so that the caller says when.
pub(crate) fn handle(owner: &Owner, params: DidChangeWorkspaceFoldersParams) -> Vec<PathBuf> {
    let added = paths(&params.event.added);
    let removed = paths(&params.event.removed);
    let new = added.clone();
    owner.send(move |state| {
        let mut folders = state.folders.clone();
        folders.retain(|folder| !removed.contains(folder));
        for folder in new {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        state.open_folders(folders);
        let given = state.given(state.settings());
        if given != state.settings() {
            state.apply(Change::new().settings(given));
        }
        disk::forget_outside(state);
    });
    added
}

pub(crate) fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    let keys = folders.iter().filter_map(|folder| uris::key(&folder.uri));
    keys.map(|key| PathBuf::from(&*key)).filter(|path| Path::is_absolute(path)).collect()
}
