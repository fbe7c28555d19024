//! The world as the workspace has it: each read of an evaluation becomes a dependency of its query.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use scoped_tls_hkt::scoped_thread_local;
use workspace::Db;
use world::{Entry, FileKind, Metadata, World};

scoped_thread_local!(static CURRENT: for<'a> &'a dyn Db);

/// Runs something that reads through [`Outside`] for a query of this database.
pub(crate) fn with_db<T>(db: &dyn Db, run: impl FnOnce() -> T) -> T {
    CURRENT.set(db, run)
}

/// The database of the query that runs on this thread; none outside of every query.
pub(crate) fn current<T>(run: impl FnOnce(&dyn Db) -> T) -> Option<T> {
    CURRENT.is_set().then(|| CURRENT.with(run))
}

/// Whether the compilation that runs is of no use any more. Unwinds where salsa does.
pub(crate) fn is_cancelled() -> bool {
    current(|db| db.unwind_if_revision_cancelled());
    false
}

/// Files as editor and disk have them. It knows no more of the machine: analysis is the same everywhere.
pub(crate) struct Outside;

pub(crate) fn kind(db: &dyn Db, path: &Path) -> Option<FileKind> {
    let Some(parent) = path.parent() else { return Some(FileKind::Directory) };
    let entries = db.folders().at(db, parent).entries(db)?;
    entries.get(path.file_name()?.to_str()?).copied()
}

fn not_found() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "No such file or directory")
}

impl World for Outside {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let kind = current(|db| kind(db, path)).flatten().ok_or_else(not_found)?;
        Ok(Metadata { kind, len: 0, modified: None })
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.metadata(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        if self.metadata(path)?.kind != FileKind::File {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "Is a directory"));
        }
        // It is there, but no text that the workspace keeps: not UTF-8, or too large.
        let no_text = || io::Error::new(io::ErrorKind::InvalidData, "The file is no text in UTF-8");
        let text = current(|db| db.files().at(db, &path.to_string_lossy()).text(db)).flatten().ok_or_else(no_text)?;
        if text.len() as u64 > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(text.as_bytes().to_vec())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let entries = current(|db| db.folders().at(db, path).entries(db)).flatten().ok_or_else(not_found)?;
        Ok(entries.iter().map(|(name, kind)| Entry { name: OsString::from(name), kind: *kind }).collect())
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    /// Links are followed: there are none.
    fn read_link(&self, _: &Path) -> io::Result<PathBuf> {
        Err(io::ErrorKind::InvalidInput.into())
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        Ok(PathBuf::from("/"))
    }

    fn env(&self, _: &str) -> Option<OsString> {
        None
    }

    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }
}
