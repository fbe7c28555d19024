//! The outside world behind one trait.
//!
//! Everything below the command line and the language server asks [`World`] for files, directories, the environment and
//! the time, and never the standard library: so it runs the same on a disk ([`RealWorld`]) and in a test ([`MemoryWorld`]).

pub mod glob;
mod guarded;
mod memory;
mod overlay;
mod real;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use guarded::{Guard, Guarded, hidden};
pub use memory::MemoryWorld;
pub use overlay::Overlay;
pub use real::{RealWorld, open, refuse_other};

/// World outside of the program.
pub trait World: Send + Sync {
    /// Metadata at a path; symbolic links are followed.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// Metadata at a path itself, be it a link.
    fn link_metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// At most `limit` bytes of a file; a longer one is an error of the kind [`io::ErrorKind::FileTooLarge`].
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;

    /// The entries of a directory, sorted by name.
    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>>;

    /// The absolute path with every symbolic link resolved.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Where a link leads, as it is written. Nothing else is read.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;

    fn current_dir(&self) -> io::Result<PathBuf>;

    /// A variable of the environment.
    fn env(&self, name: &str) -> Option<OsString>;

    fn now(&self) -> SystemTime;

    /// The offset of the machine's time zone in seconds, at a time in seconds since 1970, and the name of that offset.
    fn zone(&self, _seconds: i64) -> Option<(i32, String)> {
        Some((0, "UTC".to_owned()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    pub kind: FileKind,
    /// The length in bytes; means nothing for what is not a file.
    pub len: u64,
    pub modified: Option<SystemTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    File,
    Directory,
    Link,
    /// A named pipe, a socket, a device: reading may wait for ever.
    Special,
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: OsString,
    /// The kind of the entry itself: links are not followed.
    pub kind: FileKind,
}
