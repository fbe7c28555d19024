//! Links in folders that nobody trusts: what they lead to outside of the open folders is not there.
//!
//! Which paths code may name is decided by their names alone (`analysis`); where a link leads, only the disk knows.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use ::settings::is_within;
use world::{Entry, Metadata, World};

/// A world in which no link leads out of the open folders, where these are not trusted.
pub(crate) struct Fence {
    world: Arc<dyn World>,
    /// None while all is trusted.
    within: RwLock<Option<Within>>,
}

#[derive(Clone)]
struct Within {
    /// As the editor names them.
    folders: Arc<[PathBuf]>,
    /// Where they really lie: an open folder may be a link itself.
    real: Arc<[PathBuf]>,
}

impl Fence {
    pub(crate) fn new(world: Arc<dyn World>) -> Fence {
        Fence { world, within: RwLock::new(None) }
    }

    /// From now on no link leads out of these folders; without any, links lead anywhere.
    pub(crate) fn put_around(&self, folders: Option<&[PathBuf]>) {
        let within = folders.map(|folders| Within {
            folders: folders.into(),
            real: folders.iter().filter_map(|it| self.world.real_path(it).ok()).collect(),
        });
        *self.within.write().unwrap_or_else(PoisonError::into_inner) = within;
    }

    /// Where a path in the open folders really leads; a path of elsewhere as it is.
    fn followed(&self, path: &Path) -> io::Result<PathBuf> {
        let within = self.within.read().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(within) = within.filter(|it| is_within(path, &it.folders)) else { return Ok(path.to_owned()) };
        let real = self.world.real_path(path)?;
        match is_within(&real, &within.real) {
            true => Ok(real),
            false => Err(io::Error::new(io::ErrorKind::NotFound, "No such file or directory")),
        }
    }
}

impl World for Fence {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.world.metadata(&self.followed(path)?)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.followed(path)?;
        self.world.link_metadata(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.world.read(&self.followed(path)?, limit)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.world.read_dir(&self.followed(path)?)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.followed(path)?;
        self.world.real_path(path)
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
