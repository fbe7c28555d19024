//! Which module a file belongs to, and so what it may define.

use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use world::World;

use crate::environment_conf::FILE_NAME;
use crate::{Metadata, ini::Ini};

/// The folders of a module that Puppet loads definitions from.
const LOADED: [&str; 4] = ["manifests", "functions", "types", "plans"];

/// Finds out which module a file belongs to where no module path is known. What is learned of a folder is kept: make one for
/// each run.
pub struct Modules<'w> {
    world: &'w dyn World,
    /// By the folder that may be a module's.
    names: Mutex<FxHashMap<PathBuf, Option<String>>>,
}

impl<'w> Modules<'w> {
    pub fn new(world: &'w dyn World) -> Modules<'w> {
        Modules { world, names: Mutex::default() }
    }

    /// Prefix of the names in a manifest, by its place; nothing where Puppet would not look for definitions.
    pub fn namespace(&self, path: &Path) -> Option<String> {
        if path.extension().is_none_or(|it| it != "pp") {
            return None;
        }
        // The innermost module is the one: modules are tested with others below them.
        let loaded = path.ancestors().skip(1).filter(|it| it.file_name().is_some_and(|name| LOADED.iter().any(|it| name == *it)));
        for folder in loaded {
            let Some(module) = folder.parent() else { continue };
            if let Some(name) = self.module_name(module) {
                return namespace(&name, path.strip_prefix(module).ok()?);
            }
        }
        None
    }

    fn module_name(&self, folder: &Path) -> Option<String> {
        // A poisoned map is still a map: entries are written whole.
        let known = || self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = known().get(folder) {
            return name.clone();
        }
        let name = find_module_name(self.world, folder);
        known().insert(folder.to_owned(), name.clone());
        name
    }
}

/// The name of the module in a folder, if one is there.
///
/// Puppet knows its module path. Without a setting, a module path is guessed: a folder `modules`, one that the environment's own settings
/// name, or any folder with a `metadata.json` for a module checked out alone.
fn find_module_name(world: &dyn World, folder: &Path) -> Option<String> {
    let own = module_file_name(folder);
    if let Some(own) = own.filter(|_| is_among_modules(world, folder)) {
        return Some(own.to_owned());
    }
    // What tests bring along is no module, though it may have the metadata of one.
    if own == Some("fixtures") {
        return None;
    }
    // A control repository may have metadata for the tools of modules: it is an environment all the same.
    if world.metadata(&folder.join(FILE_NAME)).is_ok() {
        return None;
    }
    Some(Metadata::read(world, folder)?.name)
}

fn module_file_name(folder: &Path) -> Option<&str> {
    folder.file_name().and_then(|it| it.to_str()).filter(|it| is_module_name(it))
}

/// Whether a folder is a module by its place: one in a folder `modules`, or in one that the environment's own settings name.
pub(crate) fn is_among_modules(world: &dyn World, folder: &Path) -> bool {
    let Some(above) = folder.parent().filter(|_| module_file_name(folder).is_some()) else { return false };
    above.file_name().is_some_and(|it| it == "modules") || in_environment(world, above)
}

/// Whether an `environment.conf` above a folder names it in its module path.
fn in_environment(world: &dyn World, folder: &Path) -> bool {
    let settings = folder.ancestors().find_map(|it| Some((it, crate::read_text(world, &it.join(FILE_NAME))?)));
    let Some((environment, settings)) = settings else { return false };
    // Which folders are modules does not change while another line is being written.
    let Some(folders) = Ini::parse(&settings).0.get("main", "modulepath") else { return false };
    folders.split(crate::SEPARATOR).any(|it| environment.join(it.trim()) == folder)
}

/// Names that Puppet takes for modules; it passes over other folders.
pub fn is_module_name(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_')
}

/// Prefix of names in a file of a module: Puppet's own rule, which compares in lower case. `inside` is the path below the module's folder.
/// Nothing where Puppet does not look for definitions.
pub fn namespace(module: &str, inside: &Path) -> Option<String> {
    let stem = inside.with_extension("");
    let mut parts = stem.components();
    match parts.next()? {
        Component::Normal(first) if LOADED.iter().any(|it| first == *it) => {}
        _ => return None,
    }
    let mut names = vec![module.to_owned()];
    for component in parts {
        let Component::Normal(name) = component else { return None };
        names.push(name.to_str()?.to_lowercase());
    }
    if names.len() == 2 && names.last().is_some_and(|it| it == "init") {
        names.pop();
    }
    Some(names.join("::"))
}

/// Whether a file is a plan by its place: those are written in more words than manifests. Where it is part of a module that is known,
/// names in it must begin with this; a project of Bolt and what tests bring along have plans, too.
pub fn is_plan(path: &Path, namespace: Option<&str>) -> bool {
    if let Some(namespace) = namespace {
        return is_in(path, namespace, "plans");
    }
    let folders = path.ancestors().skip(1).filter_map(Path::file_name);
    let mut loaded = folders.filter(|name| LOADED.iter().any(|it| name == it));
    loaded.next().is_some_and(|it| it == "plans") && loaded.all(|it| it == "plans")
}

/// The same for the files of type aliases, each of which has one; not for those of type sets and of what a module is called itself.
pub fn is_type(path: &Path, namespace: &str) -> bool {
    is_in(path, namespace, "types") && path.file_stem().is_none_or(|it| it != "init" && it != "init_typeset")
}

fn is_in(path: &Path, namespace: &str, folder: &str) -> bool {
    let below = namespace.split("::").count().saturating_sub(1).max(1);
    path.ancestors().nth(below).is_some_and(|it| it.file_name().is_some_and(|it| it == folder))
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[track_caller]
    fn check(world: &MemoryWorld, path: &str, namespace: Option<&str>) {
        assert_eq!(Modules::new(world).namespace(Path::new(path)).as_deref(), namespace, "{path}");
    }

    #[test]
    fn a_folder_in_modules_is_a_module() {
        let world = MemoryWorld::new();
        check(&world, "/env/modules/apache/manifests/init.pp", Some("apache"));
        check(&world, "/env/modules/apache/manifests/mod/ssl.pp", Some("apache::mod::ssl"));
        check(&world, "/env/modules/apache/manifests/mod/init.pp", Some("apache::mod::init"));
        check(&world, "/env/modules/apache/functions/f.pp", Some("apache::f"));
        check(&world, "/env/modules/apache/types/FooBar.pp", Some("apache::foobar"));
        check(&world, "/env/modules/apache/plans/init.pp", Some("apache"));
    }

    #[test]
    fn plans_are_known_by_their_folder() {
        for (path, expected) in [
            ("/e/modules/m/plans/go.pp", true),
            ("/e/modules/m/plans/init.pp", true),
            ("/e/modules/m/plans/a/b.pp", true),
            ("/e/modules/m/manifests/plans/go.pp", false),
            ("/e/modules/plans/manifests/init.pp", false),
            ("/e/modules/plans/manifests/go.pp", false),
            ("/e/modules/m/spec/acceptance/tested/plans/go.pp", true),
            ("/e/project/plans/a/go.pp", true),
            ("/e/project/manifests/plans/go.pp", false),
            ("/e/project/plans/manifests/go.pp", false),
            ("/e/project/go.pp", false),
        ] {
            let namespace = Modules::new(&MemoryWorld::new()).namespace(Path::new(path));
            assert_eq!(is_plan(Path::new(path), namespace.as_deref()), expected, "{path}");
        }
    }

    #[test]
    fn other_files_may_define_anything() {
        let world = MemoryWorld::new();
        check(&world, "/env/manifests/site.pp", None);
        check(&world, "/env/modules/apache/examples/vhost.pp", None);
        check(&world, "/env/modules/apache/templates/a.epp", None);
        check(&world, "/work/apache/manifests/init.pp", None);
    }

    #[test]
    fn a_module_alone_is_known_by_its_metadata() {
        let mut world = MemoryWorld::new();
        world.add_file("/src/puppet-apache/metadata.json", r#"{"name": "puppetlabs-apache"}"#);
        check(&world, "/src/puppet-apache/manifests/mod/ssl.pp", Some("apache::mod::ssl"));
        world.add_file("/src/control/metadata.json", r#"{"name": "a-control"}"#);
        world.add_file("/src/control/environment.conf", "");
        check(&world, "/src/control/manifests/site.pp", None);
        world.add_file("/src/puppet-apache/test/fixtures/metadata.json", r#"{"name": "puppetlabs-apache"}"#);
        check(&world, "/src/puppet-apache/test/fixtures/manifests/site.pp", None);
        world.add_file("/src/broken/metadata.json", "{");
        check(&world, "/src/broken/manifests/init.pp", None);
    }

    #[test]
    fn the_folder_decides_where_puppet_would_load_it() {
        let mut world = MemoryWorld::new();
        world.add_file("/env/modules/other/metadata.json", r#"{"name": "puppetlabs-apache"}"#);
        check(&world, "/env/modules/other/manifests/init.pp", Some("other"));
        // Puppet passes over this folder: whoever names it so has a checkout there.
        world.add_file("/env/modules/saz-rsyslog/metadata.json", r#"{"name": "saz-rsyslog"}"#);
        check(&world, "/env/modules/saz-rsyslog/manifests/client.pp", Some("rsyslog::client"));
    }

    #[test]
    fn the_environment_names_more_folders_of_modules() {
        let mut world = MemoryWorld::new();
        world.add_file("/env/environment.conf", "# ours\nmodulepath = site:modules:$basemodulepath\n");
        check(&world, "/env/site/profile/manifests/base.pp", Some("profile::base"));
        check(&world, "/env/elsewhere/profile/manifests/base.pp", None);
        world.add_file("/top/environment.conf", "modulepath = .:$basemodulepath\n");
        check(&world, "/top/profile/manifests/base.pp", Some("profile::base"));
        check(&world, "/top/manifests/site.pp", None);
    }

    #[test]
    fn the_innermost_module_counts() {
        let world = MemoryWorld::new();
        check(&world, "/modules/a/spec/fixtures/modules/b/manifests/c.pp", Some("b::c"));
        check(&world, "/modules/a/manifests/types/c.pp", Some("a::types::c"));
    }
}
