//! The names that the files of modules define, read or not: what a name that is unknown may have been meant to be.

use std::path::{Path, PathBuf};

use world::FileKind;

use super::Environment;

/// More files are not listed.
const MOST: usize = 5_000;

/// Folders in folders are listed this deep.
const DEEPEST: usize = 8;

impl Environment {
    /// The files below a folder of a module, as paths from there. Sorted.
    pub(crate) fn files_of_module(&self, module: &str, folder: &str) -> Vec<String> {
        self.module(module).map(|it| self.files_below(&it.join(folder), DEEPEST)).unwrap_or_default()
    }

    /// Whether a module is here, and has manifests.
    pub(crate) fn has_manifests(&self, module: &str) -> bool {
        self.module(module).is_some_and(|it| !self.files_below(&it.join("manifests"), 0).is_empty())
    }

    /// The names that the manifests in a folder of a module define by their places, as `ntp::config` does for `manifests/config.pp`.
    /// With the ending `rb` those of functions in Ruby.
    pub(crate) fn names_of_module(&self, module: &str, folder: &str, ending: &str) -> Vec<String> {
        let name = |path: String| {
            let bare = path.strip_suffix(ending)?.strip_suffix('.')?.replace('/', "::");
            match (ending, bare.as_str()) {
                ("pp", "init") => Some(module.to_owned()),
                // The folder of a module's functions in Ruby has one for the module.
                ("rb", _) => Some(bare),
                _ => Some(format!("{module}::{bare}")),
            }
        };
        self.files_of_module(module, folder).into_iter().filter_map(name).collect()
    }

    /// The names that files directly in a folder of any module have without `.rb`: types of resources, functions.
    pub(crate) fn ruby_names(&self, folder: &str) -> Vec<String> {
        let mut folders: Vec<PathBuf> = self.modules().map(|(_, module)| module.join(folder)).collect();
        folders.sort();
        let files = folders.iter().flat_map(|it| self.files_below(it, 0));
        files.filter_map(|it| Some(it.strip_suffix(".rb")?.to_owned())).take(MOST).collect()
    }

    fn files_below(&self, folder: &Path, deepest: usize) -> Vec<String> {
        let mut files = Vec::new();
        let mut waiting = vec![(folder.to_owned(), String::new(), 0)];
        while let Some((path, prefix, depth)) = waiting.pop() {
            for entry in self.world.read_dir(&path).unwrap_or_default() {
                let Ok(name) = entry.name.into_string() else { continue };
                let below = format!("{prefix}{name}");
                match entry.kind {
                    FileKind::Directory if depth < deepest => waiting.push((path.join(&name), format!("{below}/"), depth + 1)),
                    FileKind::File if files.len() < MOST => files.push(below),
                    _ => {}
                }
            }
        }
        files.sort();
        files
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use world::MemoryWorld;

    use super::*;

    #[test]
    fn names_are_those_of_the_places() {
        let mut world = MemoryWorld::new();
        for path in ["manifests/init.pp", "manifests/a/b.pp", "manifests/notes.md", "lib/puppet/functions/m/f.rb", "lib/puppet/type/t.rb"] {
            world.add_file(format!("/modules/m/{path}"), "");
        }
        let environment = Environment::new(Arc::new(world), "production", None, vec!["/modules".into()], Default::default());
        assert_eq!(environment.names_of_module("m", "manifests", "pp"), ["m::a::b", "m"]);
        assert_eq!(environment.names_of_module("m", "lib/puppet/functions", "rb"), ["m::f"]);
        assert_eq!(environment.ruby_names("lib/puppet/type"), ["t"]);
        assert!(environment.files_of_module("nosuch", "manifests").is_empty());
    }
}
