//! `workspace/didRenameFiles`: files lie elsewhere now. Editors that watch files for us say so, too.

use std::path::PathBuf;

use tower_lsp::ls_types::RenameFilesParams;

use crate::owner::Owner;
use crate::{disk, uris};

pub(crate) fn handle(owner: &Owner, params: &RenameFilesParams) {
    let uris = params.files.iter().flat_map(|it| [&it.old_uri, &it.new_uri]);
    let paths: Vec<PathBuf> = uris.filter_map(|it| uris::key(&it.parse().ok()?)).map(|it| PathBuf::from(&*it)).collect();
    owner.send(move |state| disk::reload(state, &paths));
}
