//! Where a path leads, on systems where a folder cannot be held while something is changed in it: the path is taken as it is.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use super::names;

#[derive(Debug)]
pub(super) struct Place {
    parent: PathBuf,
    name: OsString,
}

impl Place {
    /// The place of what is at a path itself.
    pub fn new(path: &str) -> io::Result<Place> {
        let path = names::to_system(path);
        let path = Path::new(&path);
        let name = path.file_name().unwrap_or_default().to_owned();
        Ok(Place { parent: path.parent().unwrap_or(path).to_owned(), name })
    }

    /// The place of what a path leads to: the system follows links.
    pub fn follow(path: &str) -> io::Result<Place> {
        Place::new(path)
    }

    pub fn path(&self) -> PathBuf {
        self.parent.join(&self.name)
    }

    pub fn sibling(&self, name: &OsStr) -> PathBuf {
        self.parent.join(name)
    }

    /// Path of the existing object; nothing holds it.
    pub fn object(&self) -> io::Result<((), PathBuf)> {
        std::fs::metadata(self.path()).map(|_| ((), self.path()))
    }
}
