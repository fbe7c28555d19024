//! What a check reads of the machine. Findings show what stands in the files that they are about, and messages of Puppet show values; so
//! a repository that somebody else has written reads nothing else, whether it leads there by a link or names a path.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use world::{Entry, FileKind, Metadata, World};

/// Where Puppet's server has code and data. Its keys lie elsewhere.
const PUPPET: &[&str] = &["/etc/puppetlabs/code", "/opt/puppetlabs/puppet/modules"];

/// Where it has its configuration, of which YAML and JSON are read.
const PUPPET_CONFIGURATION: &str = "/etc/puppetlabs/puppet";

/// The real paths of the repositories around what was named; without one, of the current folder if it holds what was named, or else
/// of what was named itself. With each comes the environment that it is a part of.
pub fn around(world: &dyn World, roots: &[PathBuf]) -> Vec<PathBuf> {
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

/// Whether a path leads to something that lies in none of some folders; one that leads nowhere does not.
pub fn leads_out(world: &dyn World, path: &Path, bounds: &[PathBuf]) -> bool {
    world.real_path(path).is_ok_and(|real| !bounds.iter().any(|it| real.starts_with(it)))
}

/// Why a file is not read.
pub const OUTSIDE: &str = "it lies outside of the repository, and is read only if the command line names it";

/// A world in which the texts of files outside of some folders cannot be read, unless code of Puppet lies around them.
pub struct Bounded {
    world: Arc<dyn World>,
    /// Real paths.
    bounds: Vec<PathBuf>,
    /// By folder: its real path, and whether its files are read.
    known: Mutex<HashMap<PathBuf, Option<(PathBuf, bool)>>>,
}

impl Bounded {
    /// `named` is what the command line names, wherever it lies.
    pub fn new(world: Arc<dyn World>, roots: &[PathBuf], named: impl IntoIterator<Item = PathBuf>) -> Bounded {
        let mut bounds = around(&*world, roots);
        bounds.extend(named.into_iter().filter_map(|it| world.real_path(&it).ok()));
        bounds.extend(PUPPET.iter().map(PathBuf::from));
        Bounded { world, bounds, known: Mutex::default() }
    }

    fn is_within(&self, real: &Path) -> bool {
        self.bounds.iter().any(|it| real.starts_with(it))
    }

    /// The real path of a folder, and whether its files are read. Most files lie beside others.
    fn folder(&self, path: &Path) -> Option<(PathBuf, bool)> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return known.clone();
        }
        let real = self.world.real_path(path).ok();
        let found = real.map(|real| {
            let is_read = self.is_within(&real) || self.has_code(&real);
            (real, is_read)
        });
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), found.clone());
        found
    }

    /// Whether a folder belongs to a module or an environment, as those of a module path elsewhere.
    fn has_code(&self, real: &Path) -> bool {
        let is = |path: PathBuf, kind: FileKind| self.world.metadata(&path).is_ok_and(|it| it.kind == kind);
        let is_code = |it: &Path| {
            is(it.join("manifests"), FileKind::Directory)
                || is(it.join("metadata.json"), FileKind::File)
                || is(it.join("environment.conf"), FileKind::File)
        };
        real.ancestors().filter(|it| it.parent().is_some()).any(is_code)
    }

    fn is_read(&self, path: &Path) -> bool {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return true };
        let Some((real, is_read)) = self.folder(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) else { return true };
        let file = real.join(name);
        if self.world.link_metadata(&file).is_ok_and(|it| it.kind == FileKind::Link) {
            let Ok(target) = self.world.real_path(&file) else { return true };
            return self.is_within(&target) || target.parent().is_some_and(|it| self.has_code(it)) || is_configuration(&target);
        }
        is_read || is_configuration(&file)
    }
}

fn is_configuration(real: &Path) -> bool {
    let is_data =
        real.extension().is_some_and(|it| ["yaml", "yml", "json"].iter().any(|data| it == *data)) || real.ends_with("puppet.conf");
    is_data && real.starts_with(PUPPET_CONFIGURATION)
}

impl World for Bounded {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.world.metadata(path)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.world.link_metadata(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        // What is there and cannot be read is unknown, as text that is no UTF-8: what looks at it makes no finding of it.
        if self.is_read(path) {
            return self.world.read(path, limit);
        }
        self.world.metadata(path)?;
        Err(io::Error::new(io::ErrorKind::InvalidData, OUTSIDE))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.world.read_dir(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.world.real_path(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.world.read_link(path)
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        self.world.current_dir()
    }

    fn env(&self, name: &str) -> Option<OsString> {
        self.world.env(name)
    }

    fn now(&self) -> SystemTime {
        self.world.now()
    }
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
        let bounded = Bounded::new(Arc::new(world), &[PathBuf::from(".")], [PathBuf::from("/home/me/given")]);
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
