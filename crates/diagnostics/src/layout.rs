//! Definitions that a file may hold, by its place.

use std::path::Path;

use syntax::Autoload;
use world::World;

/// Finds out which module a file belongs to. What is learned of a folder is kept: make one for each run.
pub struct Modules<'w>(environment::Modules<'w>);

impl<'w> Modules<'w> {
    pub fn new(world: &'w dyn World) -> Modules<'w> {
        Modules(environment::Modules::new(world))
    }

    /// Definitions that the file may hold by its place; nothing where Puppet would not look for any.
    ///
    /// `path` is absolute, `file` is how the path is shown.
    pub fn autoload(&self, path: &Path, file: &str) -> Option<Autoload> {
        let namespace = self.0.namespace(path)?;
        Some(Autoload { file: file.to_owned(), namespace: Some(namespace) })
    }
}
