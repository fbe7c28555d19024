//! Where a path leads when something is changed there: the folder is held, so that nobody can put another one in its place.
//!
//! Links are followed as ever, unless somebody else could have made them: one that lies in a folder where others may write, and
//! that neither root nor who runs this has made, could lead a change to any file of the machine.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, Stat, fstat, openat, openat2, readlinkat};
use rustix::io::Errno;

use super::names;

/// Limit of links to follow, as in the system.
const MOST_LINKS: usize = 40;

/// A name in a folder.
#[derive(Debug)]
pub(super) struct Place {
    /// None where the folder cannot be held: then the path is taken as it is.
    folder: Option<OwnedFd>,
    parent: PathBuf,
    name: OsString,
}

impl Place {
    /// The place of what is at a path itself.
    pub fn new(path: &str) -> io::Result<Place> {
        Place::find(path, false)
    }

    /// The place of what a path leads to.
    pub fn follow(path: &str) -> io::Result<Place> {
        Place::find(path, true)
    }

    fn find(path: &str, follow: bool) -> io::Result<Place> {
        let path = names::to_system(path);
        let path = Path::new(&path);
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Ok(Place { folder: None, parent: path.to_owned(), name: OsString::new() });
        };
        if !is_held() {
            return Ok(Place { folder: None, parent: parent.to_owned(), name: name.to_owned() });
        }
        // Most paths have no link in them, and take one call.
        let folder = match folder_without_links(parent) {
            Ok(folder) => folder,
            Err(Errno::LOOP | Errno::NOSYS) => walk(parent)?.0,
            Err(error) => return Err(error.into()),
        };
        let place = Place { folder: Some(folder), parent: parent.to_owned(), name: name.to_owned() };
        if !follow {
            return Ok(place);
        }
        let Some(target) = place.link()? else { return Ok(place) };
        let (folder, parent, name) = walk_to_name(&parent.join(target))?;
        Ok(Place { folder: Some(folder), parent, name })
    }

    /// Where the link at this place leads, if it is one that is followed.
    fn link(&self) -> io::Result<Option<PathBuf>> {
        let Some(folder) = &self.folder else { return Ok(None) };
        match open_path(folder, &self.name) {
            Ok(found) => match fstat(&found)? {
                stat if is_link(&stat) => {
                    trust(&fstat(folder)?, &stat, &self.parent.join(&self.name))?;
                    Ok(Some(read_link(&found)?))
                }
                _ => Ok(None),
            },
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A path that leads here, whatever becomes of the folders above.
    pub fn path(&self) -> PathBuf {
        self.sibling(&self.name)
    }

    pub fn sibling(&self, name: &OsStr) -> PathBuf {
        match &self.folder {
            Some(folder) => Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(name),
            None => self.parent.join(name),
        }
    }

    /// Opens the existing object, however its name is used later; a link is an error.
    pub fn object(&self) -> io::Result<(Option<OwnedFd>, PathBuf)> {
        let Some(folder) = &self.folder else {
            let path = self.path();
            std::fs::symlink_metadata(&path)?;
            return Ok((None, path));
        };
        let found = open_path(folder, &self.name)?;
        if is_link(&fstat(&found)?) {
            return Err(Errno::LOOP.into());
        }
        let path = Path::new("/proc/self/fd").join(found.as_raw_fd().to_string());
        Ok((Some(found), path))
    }
}

/// Whether folders can be held: who is not root can change nothing that others could not let be changed, and a held folder is
/// named through `/proc`.
fn is_held() -> bool {
    static HELD: OnceLock<bool> = OnceLock::new();
    *HELD.get_or_init(|| rustix::process::geteuid().is_root() && Path::new("/proc/self/fd").is_dir())
}

fn folder_without_links(path: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS)
}

fn open_path(folder: &OwnedFd, name: &OsStr) -> Result<OwnedFd, Errno> {
    openat(folder, name, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
}

fn is_link(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Symlink
}

fn read_link(link: &OwnedFd) -> io::Result<PathBuf> {
    Ok(OsString::from_vec(readlinkat(link, "", Vec::new())?.into_bytes()).into())
}

/// Goes through the folders of a path one by one. Gives the last, and where it is.
fn walk(path: &Path) -> io::Result<(OwnedFd, PathBuf)> {
    let (folder, name, parent) = step(path, false)?;
    debug_assert!(name.is_none(), "a path to a folder has no name left");
    Ok((folder, parent))
}

/// The same, to the folder in which the last name is; links that it leads through are followed.
fn walk_to_name(path: &Path) -> io::Result<(OwnedFd, PathBuf, OsString)> {
    let (folder, name, parent) = step(path, true)?;
    Ok((folder, parent, name.unwrap_or_else(|| OsString::from("."))))
}

fn step(path: &Path, to_name: bool) -> io::Result<(OwnedFd, Option<OsString>, PathBuf)> {
    let root = || openat(CWD, "/", OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
    let parts = |path: &Path| -> Vec<OsString> {
        let all = path.as_os_str().as_bytes().split(|it| *it == b'/');
        all.filter(|it| !it.is_empty() && *it != b".").map(|it| OsString::from_vec(it.to_vec())).collect()
    };
    let mut rest: VecDeque<OsString> = parts(path).into();
    let (mut folder, mut at, mut links) = (root()?, PathBuf::from("/"), 0);
    while let Some(part) = rest.pop_front() {
        let is_last = rest.is_empty();
        let found = match open_path(&folder, &part) {
            // What is not there yet is made.
            Err(Errno::NOENT) if is_last && to_name => return Ok((folder, Some(part), at)),
            other => other?,
        };
        let stat = fstat(&found)?;
        if is_link(&stat) {
            links += 1;
            if links > MOST_LINKS {
                return Err(Errno::LOOP.into());
            }
            trust(&fstat(&folder)?, &stat, &at.join(&part))?;
            let target = read_link(&found)?;
            if target.is_absolute() {
                (folder, at) = (root()?, PathBuf::from("/"));
            }
            for part in parts(&target).into_iter().rev() {
                rest.push_front(part);
            }
        } else if is_last && to_name {
            return Ok((folder, Some(part), at));
        } else {
            if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
                return Err(Errno::NOTDIR.into());
            }
            folder = found;
            if part == ".." {
                at.pop();
            } else {
                at.push(part);
            }
        }
    }
    Ok((folder, None, at))
}

/// Whether a link is one that only root or who runs this can have put there.
fn trust(folder: &Stat, link: &Stat, path: &Path) -> io::Result<()> {
    let us = rustix::process::geteuid().as_raw();
    let is_ours = |owner: u32| owner == 0 || owner == us;
    let others_write = folder.st_mode & 0o002 != 0 || (folder.st_mode & 0o020 != 0 && folder.st_gid != 0);
    if is_ours(link.st_uid) || (is_ours(folder.st_uid) && !others_write) {
        return Ok(());
    }
    Err(io::Error::other(format!("The link {} is not followed, as others could have put it there", path.display())))
}
