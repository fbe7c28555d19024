//! `workspace/willRenameFiles`: what a moved file defines gets the name that belongs to its new place, and whoever names a file
//! follows.

use std::path::{Path, PathBuf};

use analysis::Snapshot;
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentChanges, MessageType, RenameFilesParams, WorkspaceEdit};
use world::FileKind;

use crate::owner::Owner;
use crate::read::{self, Surroundings};
use crate::requests::rename::workspace_edit;
use crate::uris;

/// Result, and the message to the user in its place.
type Answer = (Option<WorkspaceEdit>, Option<String>);

/// The moves go on whatever is answered: where a new name is not certain, nothing is changed.
pub(crate) async fn handle(owner: &Owner, client: Client, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
    let path = |uri: &str| uri.parse().ok().and_then(|uri| uris::key(&uri));
    let moves: Vec<(String, String)> =
        params.files.iter().filter_map(|it| Some((path(&it.old_uri)?.to_string(), path(&it.new_uri)?.to_string()))).collect();
    owner.all_files().await;
    let answer = read::everywhere(owner, move |around, asker| {
        let all = files(around, &moves);
        around.read(asker, |snapshot| answer(around, snapshot, &moves, &all))
    });
    let (edit, refusal) = answer.await?.unwrap_or_default();
    if let Some(message) = refusal {
        client.show_message(MessageType::WARNING, message).await;
    }
    Ok(edit)
}

fn answer(around: &Surroundings, snapshot: Snapshot<'_>, moves: &[(String, String)], files: &[(String, String)]) -> Answer {
    let written = |rename: ide::Rename| match rename.edits.is_empty() && rename.keys.is_empty() {
        true => Ok(None),
        false => workspace_edit(around, snapshot, &rename).map(|it| Some(it).filter(changes)),
    };
    // A module is moved by itself: with others, it would not be certain which of them the texts belong to.
    if let [(from, to)] = moves
        && let Some(renamed) = ide::rename_module(snapshot, from, to)
    {
        return match renamed.and_then(written) {
            Ok(edit) => (edit, None),
            Err(reason) => (None, Some(format!("The module was moved, but its name did not change in any file: {reason}"))),
        };
    }
    match ide::rename_files(snapshot, files).and_then(written) {
        Ok(edit) => (edit, None),
        Err(reason) => {
            tracing::info!("files were moved, but names did not change: {reason}");
            (None, None)
        }
    }
}

/// Whether an edit changes anything: data may not name what moves.
fn changes(edit: &WorkspaceEdit) -> bool {
    let documents = match &edit.document_changes {
        Some(DocumentChanges::Edits(it)) => !it.is_empty(),
        Some(DocumentChanges::Operations(it)) => !it.is_empty(),
        None => false,
    };
    documents || edit.changes.as_ref().is_some_and(|it| !it.is_empty())
}

/// Whether a file is one that code or `hiera.yaml` may name, by its path alone.
fn may_be_named(path: &Path) -> bool {
    let is_of_module = || path.components().any(|it| ["templates", "files"].iter().any(|folder| it.as_os_str() == *folder));
    workspace::discover::is_manifest(path) || workspace::discover::is_input(path) || is_of_module()
}

/// The files that move, and folders as they may be named by themselves: a folder takes along what is in it.
fn files(around: &Surroundings, moves: &[(String, String)]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (from, to) in moves {
        all.push((from.clone(), to.clone()));
        let is_folder = around.world.metadata(Path::new(from)).is_ok_and(|it| it.kind == FileKind::Directory);
        if !is_folder {
            continue;
        }
        for path in workspace::discover::files(&*around.world, &[PathBuf::from(from)], may_be_named) {
            let path = uris::key_of_path(&path);
            all.extend(path.strip_prefix(from.as_str()).map(|rest| (path.to_string(), format!("{to}{rest}"))));
        }
    }
    all
}
