//! What the code of a folder may read that nobody trusts: what lies in the open folders, and where modules are found.
//!
//! Evaluating executes nothing; but `hiera.yaml` and calls as `file('/home/me/secret')` name paths, and what stands there would be shown.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use ::settings::{Settings, is_within, straight};
use world::{Entry, Metadata, World};

/// Which paths are read.
#[derive(Clone)]
pub(crate) struct Limits {
    settings: Arc<Settings>,
    /// What the user names counts wherever it leads.
    named: Arc<[PathBuf]>,
}

impl Limits {
    pub(crate) fn new(settings: Arc<Settings>, named: impl IntoIterator<Item = PathBuf>) -> Limits {
        Limits { settings, named: named.into_iter().map(|it| straight(&it)).collect() }
    }

    pub(crate) fn allow(&self, path: &Path) -> io::Result<()> {
        let is_open = self.settings.is_open_to(path) || is_within(path, &self.named);
        if is_open { Ok(()) } else { Err(io::Error::new(io::ErrorKind::NotFound, "No such file or directory")) }
    }
}

/// A world of which no more is seen than limits allow.
pub(crate) struct Confined<W> {
    pub(crate) world: W,
    pub(crate) limits: Limits,
}

impl<W: World> World for Confined<W> {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.limits.allow(path)?;
        self.world.metadata(path)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.limits.allow(path)?;
        self.world.link_metadata(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.limits.allow(path)?;
        self.world.read(path, limit)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.limits.allow(path)?;
        self.world.read_dir(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.limits.allow(path)?;
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
