//! Fence of the server in untrusted folders: it may read these folders, and the paths of the user's own settings.
//!
//! Code and settings of a hostile folder name paths in many places, and each feature that follows one would have to think of it. So
//! every path passes here, whoever asks. Where a link in an open folder leads, only the disk knows: it is followed first.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use ::settings::{is_within, straight};
use world::{Entry, FileKind, Guard, World, hidden};

/// Hides all but the open folders, where these are not trusted.
#[derive(Default)]
pub(crate) struct Fence {
    /// None while all is trusted.
    allowed: RwLock<Option<Arc<Allowed>>>,
}

struct Allowed {
    /// As the editor names them.
    folders: Vec<PathBuf>,
    /// Where each of them really lies: an open folder may be a link itself.
    real: Vec<PathBuf>,
    /// Paths that the user names, wherever they lead.
    named: Vec<PathBuf>,
}

impl Fence {
    /// From now on nothing but these folders, and what the user names, is read; without folders, everything.
    pub(crate) fn put_around(&self, folders: Option<&[PathBuf]>, named: Vec<PathBuf>, world: &dyn World) {
        let allowed = folders.map(|folders| {
            let folders: Vec<PathBuf> = folders.iter().map(|it| straight(it)).collect();
            let real = folders.iter().map(|it| world.real_path(it).unwrap_or_else(|_| it.clone())).collect();
            let named = named.iter().map(|it| straight(it)).collect();
            Arc::new(Allowed { folders, real, named })
        });
        *self.allowed.write().unwrap_or_else(PoisonError::into_inner) = allowed;
    }

    fn allowed(&self) -> Option<Arc<Allowed>> {
        self.allowed.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Allowed {
    fn holds(&self, path: &Path) -> bool {
        is_within(path, &self.folders) || is_within(path, &self.named)
    }

    /// Follows the links on a path, and reads nothing outside of the open folders.
    fn follow(&self, path: &Path, world: &dyn World) -> io::Result<PathBuf> {
        let mut real = PathBuf::new();
        let mut left: Vec<PathBuf> = steps(path);
        let mut links = 0;
        while let Some(step) = left.pop() {
            match step.as_os_str().to_str() {
                Some("..") => drop(real.pop()),
                _ => real.push(&step),
            }
            if let Some((_, there)) = self.folders.iter().zip(&self.real).find(|(folder, _)| **folder == real) {
                real.clone_from(there);
            }
            let is_inside = is_within(&real, &self.real);
            if is_inside && world.link_metadata(&real).is_ok_and(|it| it.kind == FileKind::Link) {
                links += 1;
                if links > MOST_LINKS {
                    return Err(hidden());
                }
                left.extend(steps(&world.read_link(&real)?));
                real.pop();
            }
        }
        if is_within(&real, &self.real) { Ok(real) } else { Err(hidden()) }
    }
}

impl Guard for Fence {
    /// Where a path in the open folders really leads; a path that the user names as it is.
    fn lead<'p>(&self, path: &'p Path, world: &dyn World) -> io::Result<Cow<'p, Path>> {
        let Some(allowed) = self.allowed() else { return Ok(Cow::Borrowed(path)) };
        // Who has put links into an open folder is not known, even where the user names a part of it.
        if !is_within(path, &allowed.folders) {
            return if is_within(path, &allowed.named) { Ok(Cow::Borrowed(path)) } else { Err(hidden()) };
        }
        allowed.follow(path, world).map(Cow::Owned)
    }

    /// Of the folders above, only the path down is visible.
    fn entries(&self, path: &Path) -> Option<Vec<Entry>> {
        let allowed = self.allowed()?;
        let path = straight(path);
        if allowed.holds(&path) {
            return None;
        }
        let next = |it: &PathBuf| it.strip_prefix(&path).ok()?.iter().next().map(OsString::from);
        let mut names: Vec<OsString> = allowed.folders.iter().chain(&allowed.named).filter_map(next).collect();
        names.sort();
        names.dedup();
        (!names.is_empty()).then(|| names.into_iter().map(|name| Entry { name, kind: FileKind::Directory }).collect())
    }
}

/// A path goes through no more links.
const MOST_LINKS: usize = 40;

/// The steps of a path, the last one first. An absolute one starts anew.
fn steps(path: &Path) -> Vec<PathBuf> {
    let parts = path.components().filter(|it| *it != Component::CurDir);
    parts.rev().map(|it| PathBuf::from(it.as_os_str())).collect()
}

#[cfg(test)]
mod tests {
    use world::{Guarded, MemoryWorld};

    use super::*;

    #[test]
    fn nothing_but_the_open_folders_and_what_is_named_is_read() {
        let mut world = MemoryWorld::new();
        for path in ["/home/me/site/a.pp", "/home/me/secret", "/home/other/b", "/opt/modules/m/c.pp", "/opt/d"] {
            world.add_file(path, "text");
        }
        for (link, target) in [("in", "a.pp"), ("out", "../secret"), ("round", "round"), ("back", "../../me/site/a.pp")] {
            world.add_link(format!("/home/me/site/{link}"), target);
        }
        let fence = Guarded { world: Arc::new(world), guard: Fence::default() };
        let read = |path: &str| fence.read(Path::new(path), 100).is_ok();
        assert!(read("/home/me/secret"));
        fence.guard.put_around(Some(&["/home/me/site".into()]), vec!["/opt/../opt/modules".into()], &*fence.world);
        assert_eq!((read("/home/me/site/a.pp"), read("/opt/modules/m/c.pp")), (true, true));
        assert_eq!((read("/home/me/secret"), read("/home/me/site/../secret"), read("/opt/d")), (false, false, false));
        let names = |path: &str| -> Option<Vec<String>> {
            Some(fence.read_dir(Path::new(path)).ok()?.into_iter().map(|it| it.name.to_string_lossy().into_owned()).collect())
        };
        assert_eq!(names("/home/me"), Some(vec!["site".to_owned()]));
        assert_eq!(names("/"), Some(vec!["home".to_owned(), "opt".to_owned()]));
        assert_eq!(names("/home/other"), None);
        assert_eq!(names("/home/me/site").map(|it| it.len()), Some(5));
        assert_eq!((read("/home/me/site/in"), read("/home/me/site/out"), read("/home/me/site/round")), (true, false, false));
        assert_eq!((read("/home/me/site/back"), read("/home/me/site/out/../a.pp")), (true, false));
        fence.guard.put_around(None, Vec::new(), &*fence.world);
        assert!(read("/home/me/secret"));
    }
}
