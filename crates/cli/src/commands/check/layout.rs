//! Repositories whose modules are not found, with the setting that would find them.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use world::World;

use super::failure::InputError;
use super::findings::Source;

/// Folders with `manifests` that are no modules.
const OTHERS: &[&str] = &["manifests", "modules", "site", "spec", "examples", "tests"];

/// Names that say what a folder is.
const USUAL: &[&str] = &["role", "roles", "profile", "profiles"];

/// Names the module path of a repository that has modules at its top, where nothing looks for them: `role/manifests`,
/// `profile/manifests`.
pub fn unknown_modules(world: &dyn World, here: &Path, sources: &[Source]) -> Option<InputError> {
    let mut modules: BTreeSet<String> = BTreeSet::new();
    for source in sources.iter().filter(|it| it.settings.modulepath().is_none()) {
        let Ok(path) = source.real.strip_prefix(here) else { continue };
        let mut parts = path.components();
        let (Some(Component::Normal(module)), Some(Component::Normal(manifests))) = (parts.next(), parts.next()) else { continue };
        let module = module.to_string_lossy();
        if manifests == "manifests" && environment::is_module_name(&module) && !OTHERS.contains(&&*module) {
            modules.insert(module.into_owned());
        }
    }
    if modules.len() < 2 && !modules.iter().any(|it| USUAL.contains(&&**it)) {
        return None;
    }
    let known = environment::Modules::new(world);
    let is_known = |module: &String| known.namespace(&here.join(module).join("manifests/init.pp")).is_some();
    let is_part_of_a_site = environment::root_above(world, here).is_some_and(|it| it != *here);
    if modules.iter().any(is_known) || is_part_of_a_site {
        return None;
    }
    let first = modules.first()?;
    let path = if world.metadata(&here.join("modules")).is_ok() { "[\".\", \"modules\"]" } else { "[\".\"]" };
    let message = format!("looks like a module, but is not on the module path: set `modulepath = {path}` in `bunraku.toml`");
    Some(InputError::new(first.as_str(), message))
}
