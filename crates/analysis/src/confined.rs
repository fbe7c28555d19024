//! The files that code of an untrusted folder may read: those in the open folders, and those on the module path.
//!
//! Evaluating executes nothing; but `hiera.yaml` and calls as `file('/home/me/secret')` name paths, and what stands there would be shown.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::environment::Site;
use ::settings::{Settings, is_within, straight};
use world::{Guard, World};

/// Which paths are read.
#[derive(Clone)]
pub(crate) struct Limits {
    settings: Arc<Settings>,
    /// Paths that the user names; they count wherever they lead.
    named: Arc<[PathBuf]>,
}

impl Limits {
    pub(crate) fn new(settings: Arc<Settings>, named: impl IntoIterator<Item = PathBuf>) -> Limits {
        Limits { settings, named: named.into_iter().map(|it| straight(&it)).collect() }
    }

    /// Limits of a site: also its module path, and the files next to the global `hiera.yaml`.
    pub(crate) fn of_site(site: &Site, settings: &Arc<Settings>) -> Limits {
        let hiera = settings.hiera_config().and_then(Path::parent).map(Path::to_owned);
        Limits::new(settings.clone(), site.modulepath.iter().cloned().chain(hiera))
    }

    pub(crate) fn allow(&self, path: &Path) -> io::Result<()> {
        let is_open = self.settings.is_open_to(path) || is_within(path, &self.named);
        if is_open { Ok(()) } else { Err(world::hidden()) }
    }
}

impl Guard for Limits {
    fn lead<'p>(&self, path: &'p Path, _: &dyn World) -> io::Result<Cow<'p, Path>> {
        self.allow(path)?;
        Ok(Cow::Borrowed(path))
    }
}
