//! Whose code a folder holds: the code of who checks it, or code of others that it only uses.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use world::World;

use crate::dependencies::{dependency_folders, is_of_another_author};
use crate::layout::is_among_modules;
use crate::{Metadata, environment_conf, is_file, puppetfile};

/// Ownership of the folders in a folder of one's own code. The default is for the folder that a user names: its code is judged, whoever
/// wrote it.
#[derive(Clone, Debug, Default)]
pub struct Ownership {
    around: Around,
    /// Folders of modules that are only used.
    dependencies: Arc<HashSet<PathBuf>>,
}

/// Kind of the folder around.
#[derive(Clone, Debug, Default)]
enum Around {
    #[default]
    Unknown,
    Site,
    Module(Arc<Metadata>),
}

impl Ownership {
    /// The files that decide it.
    pub const FILES: &[&str] = &["metadata.json", puppetfile::FILE_NAME, environment_conf::FILE_NAME, ".gitmodules"];

    /// Returns what holds in a folder for what is below it; `None` if others maintain the folder.
    ///
    /// `folder` is a path like those that the folders above were given with, without links if theirs had none. `may_have` returns false
    /// for the names that are known not to be in it: most folders have none of the files, so a caller that has listed the folder saves
    /// a question to the disk for each.
    pub fn enter(&self, world: &dyn World, folder: &Path, may_have: impl Fn(&str) -> bool) -> Option<Ownership> {
        if self.dependencies.contains(folder) {
            return None;
        }
        let has = |name: &str| may_have(name) && is_file(world, &folder.join(name));
        let mut inside = self.clone();
        let metadata = if has("metadata.json") { Metadata::read(world, folder) } else { None };
        let is_module = metadata.is_some();
        if let Some(metadata) = metadata {
            let is_foreign = match &self.around {
                Around::Unknown => false,
                Around::Site => is_of_another_author(&metadata, None),
                Around::Module(around) => is_of_another_author(&metadata, Some(around)),
            };
            if is_foreign {
                return None;
            }
            inside.around = Around::Module(Arc::new(metadata));
        } else if has(puppetfile::FILE_NAME)
            || has(environment_conf::FILE_NAME)
            || may_have("manifests") && is_file(world, &folder.join("manifests/site.pp")) && !is_among_modules(world, folder)
        {
            inside.around = Around::Site;
        }
        if is_module || has(puppetfile::FILE_NAME) || has(".gitmodules") {
            Arc::make_mut(&mut inside.dependencies).extend(dependency_folders(world, folder, is_module));
        }
        Some(inside)
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn is_own(files: &[(&str, &str)], folders: &[&str]) -> bool {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(path, *text);
        }
        let enter = |it: Ownership, folder: &&str| it.enter(&world, Path::new(folder), |_| true);
        folders.iter().try_fold(Ownership::default(), enter).is_some()
    }

    #[test]
    fn modules_that_a_puppetfile_installs_are_of_others() {
        let files = [("/r/Puppetfile", "mod 'acme/ntp', '1.0.0'\n"), ("/r/modules/ntp/manifests/init.pp", "")];
        assert!(!is_own(&files, &["/r", "/r/modules", "/r/modules/ntp"]));
        assert!(is_own(&files, &["/r", "/r/modules", "/r/modules/web"]));
    }

    #[test]
    fn a_main_manifest_makes_a_site() {
        let files = [
            ("/r/manifests/site.pp", "include apache\n"),
            ("/r/modules/apache/metadata.json", r#"{"name": "puppetlabs-apache", "version": "1.0.0"}"#),
            ("/r/modules/web/metadata.json", r#"{"name": "acme-web", "version": "1.0.0"}"#),
        ];
        assert!(!is_own(&files, &["/r", "/r/modules", "/r/modules/apache"]));
        assert!(is_own(&files, &["/r", "/r/modules", "/r/modules/web"]));
        // `nginx::site` is a definition of a module.
        let files = [
            ("/m/modules/nginx/manifests/site.pp", ""),
            ("/m/modules/nginx/x/metadata.json", r#"{"name": "puppetlabs-x", "version": "1.0.0"}"#),
        ];
        assert!(is_own(&files, &["/m", "/m/modules", "/m/modules/nginx", "/m/modules/nginx/x"]));
    }

    #[test]
    fn a_module_of_another_author_in_a_module_is_of_others() {
        let files = [
            ("/r/metadata.json", r#"{"name": "acme-web", "version": "1.0.0"}"#),
            ("/r/vendor/ntp/metadata.json", r#"{"name": "puppetlabs-ntp", "version": "1.0.0"}"#),
            ("/r/vendor/mail/metadata.json", r#"{"name": "acme-mail", "version": "1.0.0"}"#),
        ];
        assert!(!is_own(&files, &["/r", "/r/vendor", "/r/vendor/ntp"]));
        assert!(is_own(&files, &["/r", "/r/vendor", "/r/vendor/mail"]));
    }

    #[test]
    fn what_is_named_is_judged_whoever_wrote_it() {
        let files = [("/r/metadata.json", r#"{"name": "puppetlabs-ntp", "version": "1.0.0"}"#)];
        assert!(is_own(&files, &["/r"]));
    }
}
