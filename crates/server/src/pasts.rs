//! The workspace as it was at a revision of its repository: what a graph is compared with.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Analysis, AnalysisHost, Change, Origin, Settings};
use diagnostics::Modules;
use revisions::{Revision, RevisionError};
use workspace::discover;
use world::World;

use crate::uris;

/// The last one that was asked for, which the next keystroke asks for again.
#[derive(Clone, Default)]
pub(crate) struct Pasts(Arc<Mutex<Option<Cached>>>);

struct Cached {
    of: Of,
    analysis: Analysis,
}

/// Key of a past: its inputs.
#[derive(Clone, Debug, PartialEq)]
struct Of {
    revision: Revision,
    folders: Vec<PathBuf>,
    settings: Settings,
}

impl Pasts {
    /// Folders, with the settings of the editor, as they were at a revision of the repository around a file.
    pub(crate) fn at(
        &self,
        world: &Arc<dyn World>,
        folders: &[PathBuf],
        settings: &Settings,
        file: &Path,
        revision: &str,
    ) -> Result<Analysis, RevisionError> {
        // The file may have a folder that is not on the disk yet.
        let folder = file.ancestors().skip(1).find(|it| world.metadata(it).is_ok()).ok_or(RevisionError::NoRepository)?;
        let of = Of { revision: Revision::find(folder, revision)?, folders: folders.to_vec(), settings: settings.clone() };
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = cached.as_ref().filter(|it| it.of == of) {
            return Ok(cached.analysis.clone());
        }
        // Two of them are never kept.
        *cached = None;
        let analysis = read(of.revision.world(world.clone())?, &of, file);
        *cached = Some(Cached { of, analysis: analysis.clone() });
        Ok(analysis)
    }

    /// Frees what nobody compares with any more.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn read(world: Arc<dyn World>, of: &Of, file: &Path) -> Analysis {
    let modules = Modules::new(&*world);
    let mut paths = discover::manifests(&*world, &of.folders);
    if !paths.iter().any(|it| it == file) {
        paths.push(file.to_owned());
    }
    let mut change = Change::new().settings(of.settings.clone());
    for path in paths {
        let key = uris::key_of_path(&path);
        if let Some(text) = discover::text(&*world, &path) {
            // Only manifests and templates define anything.
            let autoload = if discover::is_input(&path) { None } else { modules.autoload(&path, &key) };
            change = change.autoload(key.clone(), autoload).disk(key, Some(text), Origin::Local);
        }
    }
    let mut host = AnalysisHost::new(world.clone());
    host.apply(change);
    host.analysis()
}
