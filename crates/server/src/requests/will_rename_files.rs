//! `workspace/willRenameFiles`: what a moved file defines gets the name that belongs to its new place.

use std::path::{Path, PathBuf};

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{RenameFilesParams, WorkspaceEdit};
use world::FileKind;

use crate::owner::Owner;
use crate::read::{self, Surroundings};
use crate::requests::rename::workspace_edit;
use crate::uris;

/// The moves go on whatever is answered: where a new name is not certain, nothing is changed.
pub(crate) async fn handle(owner: &Owner, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
    let path = |uri: &str| uri.parse().ok().and_then(|uri| uris::key(&uri));
    let moves: Vec<(String, String)> =
        params.files.iter().filter_map(|it| Some((path(&it.old_uri)?.to_string(), path(&it.new_uri)?.to_string()))).collect();
    let edit = read::everywhere(owner, move |around, asker| {
        let moves = files(around, &moves);
        around.read(asker, |snapshot| {
            let rename = ide::rename_files(snapshot, &moves)?;
            if rename.edits.is_empty() {
                return Ok(None);
            }
            workspace_edit(around, snapshot, &rename).map(Some)
        })
    });
    Ok(edit.await?.and_then(|edit| {
        let told = edit.inspect_err(|reason| tracing::info!("files are moved, and names stay: {reason}"));
        told.ok().flatten()
    }))
}

/// The manifests that move: a folder takes along what is in it.
fn files(around: &Surroundings, moves: &[(String, String)]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (from, to) in moves {
        let is_folder = around.world.metadata(Path::new(from)).is_ok_and(|it| it.kind == FileKind::Directory);
        if !is_folder {
            all.extend(from.ends_with(".pp").then(|| (from.clone(), to.clone())));
            continue;
        }
        let manifests = workspace::discover::manifests(&*around.world, &[PathBuf::from(from)]);
        for path in manifests.iter().filter(|it| it.extension().is_some_and(|it| it == "pp")) {
            let path = uris::key_of_path(path);
            all.extend(path.strip_prefix(from.as_str()).map(|rest| (path.to_string(), format!("{to}{rest}"))));
        }
    }
    all
}
