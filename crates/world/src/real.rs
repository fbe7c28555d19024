//! The machine that the program runs on.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::{Entry, FileKind, Metadata, World};

/// The machine that the program runs on.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealWorld;

impl World for RealWorld {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path).map(|it| metadata(&it))
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path).map(|it| metadata(&it))
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let file = open(path)?;
        let len = file.metadata()?.len();
        // Some files say that they are empty and are not (`/proc`): what is read counts, the length is a hint.
        let mut bytes = Vec::with_capacity(usize::try_from(len.min(limit)).unwrap_or(0));
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            entries.push(Entry { name: entry.file_name(), kind: kind(entry.file_type()?) });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        fs::read_link(path)
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        std::env::current_dir()
    }

    fn env(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn zone(&self, seconds: i64) -> Option<(i32, String)> {
        let time = jiff::Timestamp::from_second(seconds).ok()?;
        let info = jiff::tz::TimeZone::system();
        let info = info.to_offset_info(time);
        Some((info.offset().seconds(), info.abbreviation().to_owned()))
    }
}

/// Opens a file for reading. What is no regular file is refused: to read a pipe or a device may wait for ever, and to open one
/// may change it.
pub fn open(path: &Path) -> io::Result<fs::File> {
    refuse_other(&fs::metadata(path)?)?;
    let mut options = fs::OpenOptions::new();
    options.read(true);
    // Something else may have taken its place since.
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    refuse_other(&file.metadata()?)?;
    Ok(file)
}

/// Refuses what is no regular file.
pub fn refuse_other(metadata: &fs::Metadata) -> io::Result<()> {
    match kind(metadata.file_type()) {
        FileKind::File => Ok(()),
        FileKind::Directory => Err(io::ErrorKind::IsADirectory.into()),
        FileKind::Link | FileKind::Special => {
            Err(io::Error::new(io::ErrorKind::Unsupported, "not a regular file but a pipe, a socket or a device"))
        }
    }
}

fn metadata(it: &fs::Metadata) -> Metadata {
    Metadata { kind: kind(it.file_type()), len: it.len(), modified: it.modified().ok() }
}

fn kind(it: fs::FileType) -> FileKind {
    if it.is_file() {
        FileKind::File
    } else if it.is_dir() {
        FileKind::Directory
    } else if it.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Special
    }
}
