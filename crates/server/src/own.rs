//! Which files are checked without being open: those of the workspace, not those of modules that it only uses.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use environment::Ownership;
use world::World;

/// Ownership of folders: `None` for those that others maintain.
#[derive(Default)]
pub(crate) struct Own {
    folders: HashMap<PathBuf, Option<Ownership>>,
}

impl Own {
    /// Whether a file belongs to who has opened the folders.
    pub(crate) fn has(&mut self, world: &dyn World, opened: &[PathBuf], file: &Path) -> bool {
        let around = opened.iter().filter(|it| file.starts_with(it)).max_by_key(|it| it.components().count());
        let (Some(around), Some(folder)) = (around, file.parent()) else { return true };
        let mut above: Vec<&Path> = folder.ancestors().take_while(|it| it.starts_with(around)).collect();
        let mut inside = Some(Ownership::default());
        while let (Some(outer), Some(folder)) = (&inside, above.pop()) {
            inside = match self.folders.get(folder) {
                Some(known) => known.clone(),
                None => {
                    let found = outer.enter(world, folder, |_| true);
                    self.folders.insert(folder.to_owned(), found.clone());
                    found
                }
            };
        }
        inside.is_some()
    }
}
