//! A folder that is in memory only, over the disk.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::{Entry, MemoryWorld, Metadata, World};

/// A world of which one folder is another one.
pub struct Overlay {
    disk: Arc<dyn World>,
    memory: MemoryWorld,
    root: PathBuf,
}

impl Overlay {
    /// The files are named by their paths below `root`; what leads out of it is left out.
    pub fn new<T: AsRef<[u8]>>(disk: Arc<dyn World>, root: &Path, files: &[(String, T)]) -> Overlay {
        let mut memory = MemoryWorld::new();
        memory.add_dir(root);
        for (path, text) in files {
            if !Path::new(path).components().any(|it| matches!(it, Component::ParentDir | Component::RootDir)) {
                memory.add_file(root.join(path), text.as_ref());
            }
        }
        Overlay { disk, memory, root: root.to_owned() }
    }

    fn world(&self, path: &Path) -> &dyn World {
        if path.starts_with(&self.root) { &self.memory } else { &*self.disk }
    }
}

impl World for Overlay {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.world(path).metadata(path)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.world(path).link_metadata(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.world(path).read(path, limit)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.world(path).read_dir(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.world(path).real_path(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.world(path).read_link(path)
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        self.disk.current_dir()
    }

    fn env(&self, name: &str) -> Option<OsString> {
        self.disk.env(name)
    }

    fn now(&self) -> SystemTime {
        self.disk.now()
    }

    fn zone(&self, seconds: i64) -> Option<(i32, String)> {
        self.disk.zone(seconds)
    }
}
