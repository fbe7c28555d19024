//! Links in folders that nobody trusts: what they lead to outside of the open folders is not there.
//!
//! Which paths code may name is decided by their names alone (`analysis`); where a link leads, only the disk knows.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use ::settings::is_within;
use world::{Guard, World, hidden};

/// Lets no link lead out of the open folders, where these are not trusted.
#[derive(Default)]
pub(crate) struct Fence {
    /// None while all is trusted.
    within: RwLock<Option<Within>>,
}

#[derive(Clone)]
struct Within {
    /// As the editor names them.
    folders: Arc<[PathBuf]>,
    /// Where they really lie: an open folder may be a link itself.
    real: Arc<[PathBuf]>,
}

impl Fence {
    /// From now on no link leads out of these folders; without any, links lead anywhere.
    pub(crate) fn put_around(&self, folders: Option<&[PathBuf]>, world: &dyn World) {
        let within = folders
            .map(|folders| Within { folders: folders.into(), real: folders.iter().filter_map(|it| world.real_path(it).ok()).collect() });
        *self.within.write().unwrap_or_else(PoisonError::into_inner) = within;
    }
}

impl Guard for Fence {
    /// Where a path in the open folders really leads; a path of elsewhere as it is.
    fn lead<'p>(&self, path: &'p Path, world: &dyn World) -> io::Result<Cow<'p, Path>> {
        let within = self.within.read().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(within) = within.filter(|it| is_within(path, &it.folders)) else { return Ok(Cow::Borrowed(path)) };
        let real = world.real_path(path)?;
        if is_within(&real, &within.real) { Ok(Cow::Owned(real)) } else { Err(hidden()) }
    }
}
