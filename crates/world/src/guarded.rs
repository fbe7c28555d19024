//! A world with a guard that decides for each path where it leads, or that it does not exist.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::{Entry, FileKind, Metadata, World};

/// Who decides what of a world is seen.
pub trait Guard: Send + Sync {
    /// The path that is read instead of this one; [`hidden`] where none is to be.
    fn lead<'p>(&self, path: &'p Path, world: &dyn World) -> io::Result<Cow<'p, Path>>;

    /// The path whose text is read instead of that of this one: it may be hidden where the path is seen.
    fn lead_to_text<'p>(&self, path: &'p Path, world: &dyn World) -> io::Result<Cow<'p, Path>> {
        self.lead(path, world)
    }

    /// Visible entries of a folder that is not listed; none where [`Guard::lead`] decides.
    fn entries(&self, _: &Path) -> Option<Vec<Entry>> {
        None
    }
}

/// A world of which no more is seen than a guard lets through.
pub struct Guarded<G> {
    pub world: Arc<dyn World>,
    pub guard: G,
}

impl<G: Guard> Guarded<G> {
    fn lead<'p>(&self, path: &'p Path) -> io::Result<Cow<'p, Path>> {
        self.guard.lead(path, &*self.world)
    }
}

/// Error for a hidden path: the same as for a missing one.
pub fn hidden() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "No such file or directory")
}

impl<G: Guard> World for Guarded<G> {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        if self.guard.entries(path).is_some() {
            return Ok(Metadata { kind: FileKind::Directory, len: 0, modified: None });
        }
        self.world.metadata(&self.lead(path)?)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.lead(path)?;
        self.world.link_metadata(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.world.read(&self.guard.lead_to_text(path, &*self.world)?, limit)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        if let Some(entries) = self.guard.entries(path) {
            return Ok(entries);
        }
        self.world.read_dir(&self.lead(path)?)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.lead(path)?;
        self.world.real_path(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.lead(path)?;
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

    fn zone(&self, seconds: i64) -> Option<(i32, String)> {
        self.world.zone(seconds)
    }
}
