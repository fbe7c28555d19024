//! Detects whether a file has changed since it was read, so that changes of others are not overwritten.

use std::collections::VecDeque;
use std::fs::Metadata;
use std::hash::BuildHasher;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::sync::Mutex;

use rustc_hash::FxBuildHasher;

/// Limit of remembered files: a file is written soon after it was read.
const MOST: usize = 256;

/// Attributes that show whether a file is still the one that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
}

impl Stamp {
    pub fn from_metadata(of: &Metadata) -> Stamp {
        Stamp { device: of.dev(), inode: of.ino(), size: of.size(), modified: (of.mtime(), of.mtime_nsec()) }
    }
}

#[derive(Debug, Default)]
pub(super) struct Seen {
    files: Mutex<VecDeque<File>>,
}

#[derive(Debug)]
struct File {
    path: String,
    /// Of the path: most are another one, and few of these are as long and begin as it does.
    hash: u64,
    stamp: Stamp,
}

impl File {
    fn is_at(&self, path: &str, hash: u64) -> bool {
        self.hash == hash && self.path == path
    }
}

fn hash(path: &str) -> u64 {
    FxBuildHasher.hash_one(path)
}

impl Seen {
    /// A file was read.
    pub fn note(&self, path: &str, stamp: Stamp) {
        let Ok(mut files) = self.files.lock() else { return };
        let hash = hash(path);
        files.retain(|it| !it.is_at(path, hash));
        if files.len() >= MOST {
            files.pop_front();
        }
        files.push_back(File { path: path.to_owned(), hash, stamp });
    }

    /// It is changed by us.
    pub fn forget(&self, path: &str) {
        if let Ok(mut files) = self.files.lock() {
            let hash = hash(path);
            files.retain(|it| !it.is_at(path, hash));
        }
    }

    /// How it was; none where it was not read.
    pub fn stamp(&self, path: &str) -> Option<Stamp> {
        let files = self.files.lock().ok()?;
        let hash = hash(path);
        files.iter().rev().find(|it| it.is_at(path, hash)).map(|it| it.stamp)
    }
}

/// Fails where a file is another one than was read.
pub(super) fn compare(before: Option<Stamp>, now: Option<Stamp>) -> io::Result<()> {
    match (before, now) {
        (Some(before), Some(now)) if before != now => {
            Err(io::Error::other("It was changed by somebody else since it was read, and is left as it is"))
        }
        _ => Ok(()),
    }
}
