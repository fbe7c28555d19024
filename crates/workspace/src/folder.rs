//! Content of a folder, as far as a query has asked for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use salsa::{Durability, Setter};
use world::FileKind;

use crate::Db;

/// A folder that a query has looked into, whether or not it exists.
#[salsa::input(debug)]
pub struct Folder {
    #[returns(clone)]
    pub path: Arc<Path>,
    /// Names with what they are, links followed; none where there is no folder.
    #[returns(clone)]
    pub entries: Option<Arc<BTreeMap<String, FileKind>>>,
}

/// The handle of each folder.
#[derive(Clone, Default)]
pub struct Folders {
    by_path: Arc<DashMap<Arc<Path>, Folder, FxBuildHasher>>,
}

impl Folders {
    /// The folder at a path, read from the disk when it is first asked for.
    pub fn at(&self, db: &dyn Db, path: &Path) -> Folder {
        if let Some(folder) = self.by_path.get(path) {
            return *folder;
        }
        let path: Arc<Path> = path.into();
        let new = || Folder::builder(path.clone(), list(db, &path)).durability(Durability::HIGH).new(db);
        *self.by_path.entry(path.clone()).or_insert_with(new)
    }

    fn get(&self, path: &Path) -> Option<Folder> {
        self.by_path.get(path).map(|it| *it)
    }
}

type Entries = BTreeMap<String, FileKind>;

/// Entries of a folder, on the disk and in the editor alone.
fn list(db: &dyn Db, path: &Path) -> Option<Arc<Entries>> {
    let world = &**db.world();
    let entries = world.read_dir(path).ok();
    let mut kinds: Option<Entries> = entries.map(|entries| {
        let kinds = entries.into_iter().filter_map(|entry| {
            let kind = match entry.kind {
                FileKind::Link => world.metadata(&path.join(&entry.name)).ok()?.kind,
                kind => kind,
            };
            Some((entry.name.into_string().ok()?, kind))
        });
        kinds.collect()
    });
    for open in db.files().open_paths() {
        add(&mut kinds, path, Path::new(&*open));
    }
    kinds.map(Arc::new)
}

/// Adds a file, or the folder that it is in, if it lies below.
fn add(kinds: &mut Option<Entries>, folder: &Path, path: &Path) {
    let Ok(below) = path.strip_prefix(folder) else { return };
    let Some(name) = below.iter().next().and_then(|it| it.to_str()) else { return };
    let kind = if below.iter().count() == 1 { FileKind::File } else { FileKind::Directory };
    kinds.get_or_insert_default().entry(name.to_owned()).or_insert(kind);
}

/// Looks again into the folders around files that came or went. A file that only an editor has is in its folder, too.
pub(crate) fn refresh(db: &mut dyn Db, changed: &[(PathBuf, bool)]) {
    let folders = db.folders().clone();
    let mut stale: BTreeMap<PathBuf, (Folder, Vec<PathBuf>)> = BTreeMap::new();
    for (path, exists) in changed {
        for above in path.ancestors().skip(1) {
            if let Some(folder) = folders.get(above) {
                let (_, present) = stale.entry(above.to_owned()).or_insert_with(|| (folder, Vec::new()));
                present.extend(exists.then(|| path.clone()));
            }
        }
    }
    for (above, (folder, present)) in stale {
        let mut entries = list(db, &above);
        for path in present {
            let mut more = entries.as_deref().cloned();
            add(&mut more, &above, &path);
            entries = more.map(Arc::new);
        }
        if folder.entries(db) != entries {
            folder.set_entries(db).with_durability(Durability::HIGH).to(entries);
        }
    }
}
