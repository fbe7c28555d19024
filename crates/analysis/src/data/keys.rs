//! The keys that the data of a site have.

use std::path::Path;
use std::sync::Arc;

use values::Str;
use workspace::{Db, File};
use yaml::Tree;

use super::{Folder, files_of, files_of_levels, levels_in_file};
use crate::Snapshot;
use crate::site::{Root, environment_of, root, settings_of};

/// The outermost keys of a file of data. Compared: an edit of a value ends here.
#[salsa::tracked(returns(ref))]
fn keys_in(db: &dyn Db, file: File) -> Vec<Str> {
    let Some(text) = file.text(db) else { return Vec::new() };
    let keys = Tree::outer_keys(&text, file.path(db).ends_with(".json"));
    keys.into_iter().filter(|it| it != "lookup_options").map(Str::from).collect()
}

/// The keys in the files of a hierarchy.
#[salsa::tracked(returns(ref))]
fn keys_of<'db>(db: &'db dyn Db, folder: Folder<'db>) -> Vec<Str> {
    sorted(files_of(db, folder).iter().flat_map(|(file, _)| keys_in(db, *file)).cloned().collect())
}

/// Keys in the data of all layers. Of a module only its own keys are looked up.
#[salsa::tracked(returns(ref))]
fn data_keys<'db>(db: &'db dyn Db, root: Root<'db>) -> Vec<Str> {
    let mut found = keys_of(db, Folder::new(db, root.path(db).clone())).clone();
    if let Some(config) = settings_of(db, root).hiera_config() {
        let files = files_of_levels(db, &levels_in_file(db, config));
        found.extend(files.iter().flat_map(|(file, _)| keys_in(db, *file)).cloned());
    }
    if let Some(environment) = environment_of(db, root) {
        for (module, folder) in environment.modules() {
            let own = |key: &&Str| key.strip_prefix(&**module).is_some_and(|it| it.starts_with("::"));
            found.extend(keys_of(db, Folder::new(db, Arc::<Path>::from(folder.as_path()))).iter().filter(own).cloned());
        }
    }
    sorted(found)
}

fn sorted(mut keys: Vec<Str>) -> Vec<Str> {
    keys.sort();
    keys.dedup();
    keys
}

impl<'db> Snapshot<'db> {
    /// Returns whether a file of data has a key.
    pub fn has_data_key(&self, data: File, key: &str) -> bool {
        keys_in(self.db(), data).iter().any(|it| **it == *key)
    }

    /// The keys that the data of a file's site have, in whichever layer and level.
    pub fn data_keys(&self, from: File) -> &'db [Str] {
        match root(self.db(), from) {
            Some(root) => data_keys(self.db(), root),
            None => &[],
        }
    }
}
