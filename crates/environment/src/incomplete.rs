//! Whether modules of a site are elsewhere: what lists them, and what of it is not in the checkout.

use std::path::Path;

use world::World;
use yaml::{Node, Tree};

use crate::environment_conf::FILE_NAME;
use crate::ini::Ini;
use crate::{SEPARATOR, is_folder, puppetfile, read_text};

/// Returns whether a site names modules that are not in its checkout: those of a `Puppetfile` that nobody has installed, submodules
/// that are empty, and folders of its module path that are missing. `has` says which modules there are.
pub fn lacks_modules(world: &dyn World, root: &Path, has: impl Fn(&str) -> bool) -> bool {
    let listed = read_text(world, &root.join(puppetfile::FILE_NAME)).unwrap_or_default();
    puppetfile::modules(&listed).iter().any(|it| !has(it.name)) || lacks_submodules(world, root) || lacks_folders(world, root)
}

/// Returns whether a module names others for its tests, in `.fixtures.yml`, that there are none of.
pub fn lacks_fixtures(world: &dyn World, module: &Path, has: impl Fn(&str) -> bool) -> bool {
    let text = read_text(world, &module.join(".fixtures.yml")).unwrap_or_default();
    fixtures(&text).iter().any(|it| !has(it))
}

/// The names below `repositories`, `forge_modules` and `symlinks`.
fn fixtures(text: &str) -> Vec<String> {
    let tree = Tree::of_yaml(text);
    let kinds = ["repositories", "forge_modules", "symlinks"].iter().filter_map(|kind| tree.find(&["fixtures", kind]));
    kinds.flat_map(Node::entries).filter_map(|it| it.key.text().map(str::to_owned)).collect()
}

/// A folder of a submodule is there, and empty, where nobody has fetched it.
fn lacks_submodules(world: &dyn World, root: &Path) -> bool {
    let text = read_text(world, &root.join(".gitmodules")).unwrap_or_default();
    let is_empty = |path: &str| world.read_dir(&root.join(path)).map_or(true, |it| it.iter().all(|it| it.name == ".git"));
    submodules(&text).into_iter().any(is_empty)
}

/// The folders of submodules in a `.gitmodules`.
pub(crate) fn submodules(text: &str) -> Vec<&str> {
    let paths = text.lines().filter_map(|it| it.trim().strip_prefix("path")?.trim_start().strip_prefix('='));
    paths.map(str::trim).collect()
}

/// Folders of the server's own, as `$basemodulepath`, are no part of any checkout.
fn lacks_folders(world: &dyn World, root: &Path) -> bool {
    let text = read_text(world, &root.join(FILE_NAME)).unwrap_or_default();
    let path = Ini::parse(&text).0.get("main", "modulepath").unwrap_or_default();
    let folders = path.split(SEPARATOR).map(str::trim).filter(|it| !it.is_empty() && !it.contains(['$', '*']));
    folders.into_iter().any(|it| !is_folder(world, &root.join(it)))
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn lacks(files: &[(&str, &str)]) -> bool {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(path, *text);
        }
        lacks_modules(&world, Path::new("/r"), |it| it == "stdlib")
    }

    #[test]
    fn what_is_listed_may_be_missing() {
        assert!(!lacks(&[("/r/Puppetfile", "mod 'puppetlabs/stdlib', '9.0.0'\nmod \"puppetlabs-stdlib\"\nmod 'stdlib', git: 'x'")]));
        assert!(lacks(&[("/r/Puppetfile", "mod 'puppetlabs/stdlib'\nmod 'example-other', :latest")]));
        assert!(!lacks(&[("/r/Puppetfile", "# mod 'example-other'\nmoduledir 'x'")]));
    }

    #[test]
    fn submodules_may_be_empty() {
        let submodule = ("/r/.gitmodules", "[submodule \"a\"]\n\tpath = modules/a\n\turl = x\n");
        assert!(lacks(&[submodule]));
        assert!(!lacks(&[submodule, ("/r/modules/a/manifests/init.pp", "")]));
    }

    #[test]
    fn folders_of_the_module_path_may_be_missing() {
        let conf = |path: &'static str| ("/r/environment.conf", path);
        let site = ("/r/site/a/manifests/init.pp", "");
        assert!(lacks(&[conf("modulepath = site:modules:$basemodulepath"), site]));
        assert!(lacks(&[conf("modulepath = site:/opt/modules"), site]));
        assert!(!lacks(&[conf("modulepath = site:$basemodulepath"), site]));
        assert!(!lacks(&[conf("manifest = site.pp"), site]));
    }

    #[test]
    fn fixtures_name_modules() {
        let text = "---\nfixtures:\n  repositories:\n    stdlib:\n      repo: 'x'\n      ref: '1'\n    # none: x\n    \"apt\": 'y'\n  \
                    forge_modules:\n    concat: 'puppetlabs/concat'\n  symlinks:\n    own: \"#{source_dir}\"\n";
        assert_eq!(fixtures(text), ["stdlib", "apt", "concat", "own"]);
    }
}
