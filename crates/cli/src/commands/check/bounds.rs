//! Limits of the files that a check reads. Findings show what stands in the files that they are about, and messages of Puppet show values;
//! so a repository that somebody else has written reads nothing else, whether it leads there by a link or names a path.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use world::{FileKind, Guard, Guarded, World};

/// The folders of the Puppet server with code and data. Its keys are elsewhere.
const PUPPET: &[&str] = &["/etc/puppetlabs/code", "/opt/puppetlabs/puppet/modules"];

/// Where it has its configuration, of which YAML and JSON are read.
const PUPPET_CONFIGURATION: &str = "/etc/puppetlabs/puppet";

/// The real paths of the repositories around what was named; without one, of the current folder if it holds what was named, or else
/// of what was named itself. With each comes the environment that it is a part of.
pub fn repository_bounds(world: &dyn World, roots: &[PathBuf]) -> Vec<PathBuf> {
    let current = world.current_dir().and_then(|it| world.real_path(&it)).ok();
    let mut bounds: Vec<PathBuf> = Vec::new();
    for root in roots {
        let above = if world.metadata(root).is_ok_and(|it| it.kind == FileKind::Directory) { Some(&**root) } else { root.parent() };
        let above = above.map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it });
        let Some(real) = above.and_then(|it| world.real_path(it).ok()) else { continue };
        if bounds.iter().any(|it| real.starts_with(it)) {
            continue;
        }
        let repository = real.ancestors().find(|it| world.link_metadata(&it.join(".git")).is_ok());
        let around = || current.as_deref().filter(|it| it.parent().is_some() && real.starts_with(it));
        bounds.push(repository.or_else(around).unwrap_or(&real).to_owned());
        if repository.is_none() {
            bounds.extend(environment::root_above(world, &real).filter(|it| it.parent().is_some()));
        }
    }
    bounds
}

/// Whether a path leads to something outside of some folders. A path that leads nowhere does not.
pub fn leads_out(world: &dyn World, path: &Path, bounds: &[PathBuf]) -> bool {
    world.real_path(path).is_ok_and(|real| !bounds.iter().any(|it| real.starts_with(it)))
}

/// Why a file is not read.
pub const OUTSIDE: &str = "it lies outside of the repository, and is read only if the command line names it";

/// Hides the texts of files outside of some folders, unless Puppet code is around them.
pub struct Bounds {
    /// Real paths.
    folders: Vec<PathBuf>,
    /// By folder: its real path, and whether its files are read.
    known: Mutex<HashMap<PathBuf, Option<(PathBuf, bool)>>>,
}

/// A world in which these bounds hold. `named` is what the command line names, wherever it is.
pub fn bounded(world: Arc<dyn World>, roots: &[PathBuf], named: impl IntoIterator<Item = PathBuf>) -> Guarded<Bounds> {
    let mut folders = repository_bounds(&*world, roots);
    folders.extend(named.into_iter().filter_map(|it| world.real_path(&it).ok()));
    folders.extend(PUPPET.iter().map(PathBuf::from));
    Guarded { world, guard: Bounds { folders, known: Mutex::default() } }
}

impl Bounds {
    fn is_within(&self, real: &Path) -> bool {
        self.folders.iter().any(|it| real.starts_with(it))
    }

    /// The real path of a folder, and whether its files are read. It is stored: most files are in the same folder as others.
    fn folder(&self, path: &Path, world: &dyn World) -> Option<(PathBuf, bool)> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return known.clone();
        }
        let found = world.real_path(path).ok().map(|real| {
            let is_read = self.is_within(&real) || has_code(&real, world);
            (real, is_read)
        });
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), found.clone());
        found
    }

    fn is_read(&self, path: &Path, world: &dyn World) -> bool {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return true };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Some((real, is_read)) = self.folder(folder, world) else { return true };
        let file = real.join(name);
        if world.link_metadata(&file).is_ok_and(|it| it.kind == FileKind::Link) {
            let Ok(target) = world.real_path(&file) else { return true };
            return self.is_within(&target) || target.parent().is_some_and(|it| has_code(it, world)) || is_configuration(&target);
        }
        is_read || is_configuration(&file)
    }
}

impl Guard for Bounds {
    fn lead<'p>(&self, path: &'p Path, _: &dyn World) -> io::Result<Cow<'p, Path>> {
        Ok(Cow::Borrowed(path))
    }

    fn lead_to_text<'p>(&self, path: &'p Path, world: &dyn World) -> io::Result<Cow<'p, Path>> {
        // A text that exists and is not read is unknown, as one that is not UTF-8: no finding is made of it.
        if !self.is_read(path, world) {
            world.metadata(path)?;
            return Err(io::Error::new(io::ErrorKind::InvalidData, OUTSIDE));
        }
        Ok(Cow::Borrowed(path))
    }
}

/// Whether a folder belongs to a module or an environment, as those of a module path elsewhere.
fn has_code(real: &Path, world: &dyn World) -> bool {
    let is = |path: PathBuf, kind: FileKind| world.metadata(&path).is_ok_and(|it| it.kind == kind);
    let is_code = |it: &Path| {
        is(it.join("manifests"), FileKind::Directory)
            || is(it.join("metadata.json"), FileKind::File)
            || is(it.join("environment.conf"), FileKind::File)
    };
    real.ancestors().filter(|it| it.parent().is_some()).any(is_code)
}

fn is_configuration(real: &Path) -> bool {
    let is_data =
        real.extension().is_some_and(|it| ["yaml", "yml", "json"].iter().any(|data| it == *data)) || real.ends_with("puppet.conf");
    is_data && real.starts_with(PUPPET_CONFIGURATION)
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    #[test]
    fn texts_outside_of_the_repository_are_read_where_they_are_code_of_puppet() {
        let mut world = MemoryWorld::new();
        let files = [
            "/repo/.git/HEAD",
            "/repo/site/manifests/site.pp",
            "/repo/data/common.yaml",
            "/etc/passwd",
            "/etc/puppetlabs/code/modules/m/files/a",
            "/etc/puppetlabs/puppet/hiera.yaml",
            "/etc/puppetlabs/puppet/ssl/private_keys/a.pem",
            "/home/me/modules/m/metadata.json",
            "/home/me/modules/m/files/a",
            "/home/me/facts.json",
            "/home/me/given/facts.json",
        ];
        files.iter().for_each(|it| world.add_file(it, "text"));
        for (link, target) in [("out", "/etc/passwd"), ("in", "../data/common.yaml"), ("module", "/home/me/modules/m"), ("etc", "/etc")] {
            world.add_link(format!("/repo/site/{link}"), target);
        }
        world.set_current_dir("/repo/site");
        let bounded = bounded(Arc::new(world), &[PathBuf::from(".")], [PathBuf::from("/home/me/given")]);
        let read = |path: &str| bounded.read(Path::new(path), 10).is_ok();
        for path in [
            "/repo/site/manifests/site.pp",
            "manifests/site.pp",
            "/repo/data/common.yaml",
            "/repo/site/in",
            "/repo/site/module/files/a",
            "/home/me/modules/m/files/a",
            "/home/me/given/facts.json",
            "/etc/puppetlabs/code/modules/m/files/a",
            "/etc/puppetlabs/puppet/hiera.yaml",
        ] {
            assert!(read(path), "{path}");
        }
        for path in [
            "/etc/passwd",
            "/repo/site/out",
            "/repo/site/etc/passwd",
            "/repo/../etc/passwd",
            "/home/me/facts.json",
            "/etc/puppetlabs/puppet/ssl/private_keys/a.pem",
        ] {
            assert!(!read(path), "{path}");
        }
        assert_eq!(bounded.read(Path::new("/nothing"), 10).map_err(|it| it.kind()), Err(io::ErrorKind::NotFound));
    }
}
