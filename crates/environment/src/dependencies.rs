//! Folders of modules that a repository uses and that others maintain.

use std::path::{Path, PathBuf};

use world::World;

use crate::incomplete::submodules;
use crate::{Metadata, is_folder, puppetfile, read_text};

/// The namespaces of the Forge that belong to no site.
const PUBLISHERS: &[&str] = &["puppetlabs", "puppet"];

/// Returns the folders below a folder that hold modules of others, as far as files directly in the folder say so:
///
/// - modules that a `Puppetfile` installs
/// - submodules of Git that are modules
/// - modules for tests, in `spec/fixtures/modules`, if the folder is a module (`is_module`)
pub fn dependency_folders(world: &dyn World, folder: &Path, is_module: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if let Some(text) = read_text(world, &folder.join(puppetfile::FILE_NAME)) {
        let folders = puppetfile::folders(&text);
        let installed = puppetfile::modules(&text).into_iter().filter(|it| !it.is_local);
        found.extend(installed.flat_map(|it| folders.iter().map(|below| folder.join(below).join(it.name)).collect::<Vec<_>>()));
    }
    if let Some(text) = read_text(world, &folder.join(".gitmodules")) {
        let is_module = |it: &PathBuf| is_folder(world, &it.join("manifests")) || is_folder(world, &it.join("lib/puppet"));
        found.extend(submodules(&text).into_iter().map(|it| folder.join(it)).filter(is_module));
    }
    if is_module {
        found.push(folder.join("spec/fixtures/modules"));
    }
    found
}

/// Returns whether a module is maintained by somebody else than what is around it: a module with another author, or a site.
pub fn is_of_another_author(module: &Metadata, around: Option<&Metadata>) -> bool {
    let author = |it: &Metadata| it.full_name.split(['-', '/']).next().unwrap_or_default().to_owned();
    match around {
        Some(around) => author(module) != author(around),
        None => PUBLISHERS.contains(&author(module).as_str()),
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn folders(files: &[(&str, &str)], is_module: bool) -> Vec<String> {
        let mut world = MemoryWorld::new();
        for (path, text) in files {
            world.add_file(path, *text);
        }
        dependency_folders(&world, Path::new("/r"), is_module).iter().map(|it| it.display().to_string()).collect()
    }

    #[test]
    fn what_a_puppetfile_installs_is_a_dependency() {
        let text = "moduledir 'external'\nmod 'puppetlabs/stdlib', '9.0.0'\nmod 'own', local: true\n";
        assert_eq!(folders(&[("/r/Puppetfile", text)], false), ["/r/external/stdlib"]);
    }

    #[test]
    fn so_is_a_submodule_with_a_module() {
        let text = "[submodule \"a\"]\n\tpath = modules/a\n[submodule \"data\"]\n\tpath = data\n";
        assert_eq!(
            folders(&[("/r/.gitmodules", text), ("/r/modules/a/manifests/init.pp", ""), ("/r/data/common.yaml", "")], false),
            ["/r/modules/a"]
        );
    }

    #[test]
    fn so_are_fixtures_of_a_module() {
        assert_eq!(folders(&[], true), ["/r/spec/fixtures/modules"]);
        assert_eq!(folders(&[("/r/README.md", "")], false), Vec::<String>::new());
    }

    #[test]
    fn authors_are_compared() {
        let module = |name: &str| Metadata::parse(&format!(r#"{{ "name": "{name}" }}"#)).expect("metadata");
        assert!(is_of_another_author(&module("puppetlabs-apt"), Some(&module("me-web"))));
        assert!(!is_of_another_author(&module("me-base"), Some(&module("me/web"))));
        assert!(is_of_another_author(&module("puppetlabs-apt"), None));
        assert!(!is_of_another_author(&module("example-profile"), None));
    }
}
