//! The files below a folder, as queries see them.

use std::path::{Path, PathBuf};

use workspace::discover::{DocumentKind, document_kind};
use workspace::{Db, File};
use world::FileKind;

/// Folders within folders, this deeply at most: links may form a circle.
const DEEPEST: usize = 32;

/// Limit of the files read below one folder.
const MOST_FILES: usize = 100_000;

/// The paths of the files below a folder whose names are wanted, in order. Hidden folders are left out, as Puppet leaves them.
pub(crate) fn paths_below(db: &dyn Db, folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    paths_below_in(db, folder, |_| true, is_wanted)
}

/// The same, without folders that are not entered.
pub(crate) fn paths_below_in(
    db: &dyn Db,
    folder: &Path,
    is_entered: impl Fn(&str) -> bool,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        let Some(entries) = db.folders().at(db, &folder).entries(db) else { continue };
        for (name, kind) in entries.iter() {
            match kind {
                FileKind::Directory if depth < DEEPEST && !name.starts_with('.') && is_entered(name) => {
                    waiting.push((folder.join(name), depth + 1))
                }
                FileKind::File if found.len() < MOST_FILES && is_wanted(name) => found.push(folder.join(name)),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// The files of the language below a folder.
pub(crate) fn manifests_below(db: &dyn Db, folder: &Path) -> Vec<File> {
    let paths = paths_below(db, folder, |name| document_kind(name) == DocumentKind::Manifest);
    paths.iter().map(|path| db.files().at(db, &path.to_string_lossy())).collect()
}
