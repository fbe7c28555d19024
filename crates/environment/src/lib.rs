//! Where the code of a site lies: Puppet's settings files, environments, module paths, manifests, and modules alone.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod dependencies;
pub mod environment_conf;
mod glob;
mod incomplete;
mod ini;
mod json_range;
mod layout;
mod manifests;
mod metadata;
mod ownership;
pub mod puppetfile;
mod settings;
mod site;

use std::path::Path;

use world::{FileKind, World};

pub use incomplete::{lacks_fixtures, lacks_modules};
pub use json_range::json_range;
pub use layout::{Modules, is_module_name, is_plan, is_type, namespace};
pub use manifests::manifests;
pub use metadata::{Dependency, Metadata, OperatingSystem, Requirement, name_of_module};
pub use ownership::Ownership;
pub use settings::{Folders, Settings, SettingsError, Strictness, is_root, strictness};
pub use site::{DEFAULT_ENVIRONMENT, Place, Site, Wanted, around_modules, root_above};

/// Settings and metadata are small; anything larger is not what it claims to be.
const LARGEST: u64 = 1 << 20;

/// Separator of the folders of a module path.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

fn read_text(world: &dyn World, path: &Path) -> Option<String> {
    if !is_file(world, path) {
        return None;
    }
    String::from_utf8(world.read(path, LARGEST).ok()?).ok()
}

fn is_file(world: &dyn World, path: &Path) -> bool {
    world.metadata(path).is_ok_and(|it| it.kind == FileKind::File)
}

fn is_folder(world: &dyn World, path: &Path) -> bool {
    world.metadata(path).is_ok_and(|it| it.kind == FileKind::Directory)
}
