//! The files of a tree, for `salt://`.

use salt::{Templates, Tree, Unrendered};
use serde_json::Value as Json;
use world::World;

/// No file that is copied from a tree is longer.
pub const MAX_LENGTH: u64 = 1 << 30;

/// The files of the roots, and what renders templates for the minion.
pub struct Files<'a> {
    pub world: &'a dyn World,
    pub tree: &'a Tree,
    pub templates: &'a Templates<'a>,
}

impl Files<'_> {
    /// Content of a file below the roots; none if it is missing.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.world.read(self.tree.file(path)?, MAX_LENGTH).ok()
    }

    pub fn has(&self, path: &str) -> bool {
        self.tree.file(path).is_some()
    }

    /// The path of a file in the file system.
    pub fn place(&self, path: &str) -> Option<String> {
        self.tree.file(path).map(|it| it.to_string_lossy().into_owned())
    }

    /// Renders a template with more names.
    pub fn render(&self, path: &str, text: &str, names: &[(String, Json)]) -> Result<String, Unrendered> {
        self.templates.render_file(path, text, names)
    }
}
