//! The files of the workspace as the disk has them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Change, Origin};
use workspace::discover;
use world::{FileKind, World};

use crate::owner::Owner;
use crate::state::State;
use crate::uris;

/// So many files are handed over at once: enough to be quick, few enough that an edit need not wait.
const BATCH: usize = 64;

/// Reads all files of folders and hands them to the owner, batch by batch. `told` hears how many there are so far.
pub(crate) fn load(world: &dyn World, owner: &Owner, folders: &[PathBuf], mut told: impl FnMut(usize)) {
    let mut batch: Vec<(Arc<str>, Arc<str>)> = Vec::new();
    let mut count = 0;
    let mut hand_over = |batch: &mut Vec<(Arc<str>, Arc<str>)>| {
        let files = std::mem::take(batch);
        count += files.len();
        told(count);
        owner.send(move |state| set(state, files.into_iter().map(|(key, text)| (key, Some(text))).collect()));
    };
    for path in discover::manifests(world, folders) {
        if let Some(text) = discover::text(world, &path) {
            batch.push((uris::key_of_path(&path), text));
        }
        if batch.len() >= BATCH {
            hand_over(&mut batch);
        }
    }
    hand_over(&mut batch);
}

/// Reads files again of which somebody says that they have changed, appeared or gone.
pub(crate) fn reload(state: &mut State, paths: &[PathBuf]) {
    let world = state.world.clone();
    let mut files = Vec::new();
    for path in paths {
        match world.metadata(path).map(|it| it.kind) {
            Ok(FileKind::Directory) => {
                let found = discover::manifests(&*world, std::slice::from_ref(path));
                files.extend(found.into_iter().map(|path| (uris::key_of_path(&path), discover::text(&*world, &path))));
            }
            Ok(FileKind::File) if discover::is_manifest(path) => {
                files.push((uris::key_of_path(path), discover::text(&*world, path)));
            }
            Ok(_) => {}
            // A folder that is gone takes with it what was in it.
            Err(_) => files.extend(state.files().into_iter().filter(|key| Path::new(&**key).starts_with(path)).map(|key| (key, None))),
        }
    }
    set(state, files);
}

/// Folders were taken out of the workspace: what lay in them is none of our business any more.
pub(crate) fn forget_outside(state: &mut State) {
    let outside = state.files().into_iter().filter(|key| !state.is_in_workspace(key));
    let files = outside.map(|key| (key, None)).collect();
    set(state, files);
}

fn set(state: &mut State, files: Vec<(Arc<str>, Option<Arc<str>>)>) {
    let mut change = Change::new();
    for (key, text) in files {
        // Files that lie outside come along when they are opened, and go when they are closed.
        let text = text.filter(|_| state.is_in_workspace(&key));
        state.changed.insert(key.clone());
        change = change.disk(key, text, Origin::Local);
    }
    if !change.is_empty() {
        state.apply(change);
    }
}
