//! Names in the Ruby files of modules that functions and types load.

use std::collections::HashSet;

use workspace::{Db, File};

use super::{modules, offer};
use crate::Snapshot;
use crate::site::{Root, root};

/// Folders of modules with such files.
const FOLDERS: [&str; 2] = ["lib/puppet_x", "lib/puppet/util"];

#[salsa::tracked(returns(ref))]
fn definitions(db: &dyn Db, file: File) -> Vec<String> {
    let uses = ruby::coverage::of_program(&file.text(db).unwrap_or_default());
    uses.map(|it| it.definitions().map(str::to_owned).collect()).unwrap_or_default()
}

#[salsa::tracked(returns(ref))]
fn names_of_helpers<'db>(db: &'db dyn Db, root: Root<'db>) -> HashSet<String> {
    let mut names = HashSet::new();
    for place in modules::all_modules(db, Some(root)) {
        for folder in FOLDERS.map(|it| format!("{}/{it}", place.root)) {
            for path in offer::list(db, &folder, ".rb") {
                let file = db.files().at(db, &format!("{folder}/{path}"));
                names.extend(definitions(db, file).iter().cloned());
            }
        }
    }
    names
}

impl<'db> Snapshot<'db> {
    /// The methods, classes and modules that helpers in Ruby define in the site of a file.
    pub fn names_of_helpers(&self, from: File) -> Option<&'db HashSet<String>> {
        root(self.db(), from).map(|root| names_of_helpers(self.db(), root))
    }
}
