//! One step of the workspace's history.

use std::path::PathBuf;
use std::sync::Arc;

use syntax::{Autoload, Dialect};

use crate::file::{list, set_autoload, set_dialect, set_disk, set_editor};
use crate::{Db, Origin, Settings, folder, settings};

/// Changes to apply at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Disk { path: Arc<str>, text: Option<Arc<str>>, origin: Origin },
    Editor { path: Arc<str>, text: Option<Arc<str>> },
    Dialect { path: Arc<str>, dialect: Dialect },
    Autoload { path: Arc<str>, autoload: Option<Autoload> },
    Settings(Settings),
}

impl Step {
    /// The file that it is about.
    fn path(&self) -> Option<&str> {
        match self {
            Step::Disk { path, .. } | Step::Editor { path, .. } | Step::Dialect { path, .. } | Step::Autoload { path, .. } => Some(path),
            Step::Settings(_) => None,
        }
    }
}

impl Change {
    pub fn new() -> Change {
        Change::default()
    }

    /// The disk holds this text, or no such file.
    pub fn disk(mut self, path: impl Into<Arc<str>>, text: Option<Arc<str>>, origin: Origin) -> Change {
        self.steps.push(Step::Disk { path: path.into(), text, origin });
        self
    }

    /// The editor holds this text, or has closed the document.
    pub fn editor(mut self, path: impl Into<Arc<str>>, text: Option<Arc<str>>) -> Change {
        self.steps.push(Step::Editor { path: path.into(), text });
        self
    }

    /// Sets the dialect of a file whose path does not show it.
    pub fn dialect(mut self, path: impl Into<Arc<str>>, dialect: Dialect) -> Change {
        self.steps.push(Step::Dialect { path: path.into(), dialect });
        self
    }

    /// Sets the definitions that a file may hold by its place.
    pub fn autoload(mut self, path: impl Into<Arc<str>>, autoload: Option<Autoload>) -> Change {
        self.steps.push(Step::Autoload { path: path.into(), autoload });
        self
    }

    pub fn settings(mut self, settings: Settings) -> Change {
        self.steps.push(Step::Settings(settings));
        self
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Waits for every reader of the database to stop, then changes it.
    pub fn apply(self, db: &mut dyn Db) {
        let mut came_or_went = Vec::new();
        for step in self.steps {
            // Any step may be the first about a file that a query has read: the file exists from now on.
            let before = step.path().is_some_and(|it| is_there(db, it));
            let path = match step {
                Step::Disk { path, text, origin } => {
                    let file = db.files().clone().reported(db, &path);
                    set_disk(db, file, text, origin);
                    if file.disk(db).is_none() && !before {
                        // Whether a query has seen it in its folder is not known.
                        came_or_went.push((PathBuf::from(&*path), is_there(db, &path)));
                    }
                    path
                }
                Step::Editor { path, text } => {
                    db.files().note_open(&path, text.is_some());
                    let file = db.files().clone().opened(db, &path);
                    set_editor(db, file, text);
                    path
                }
                Step::Dialect { path, dialect } => {
                    let file = db.files().clone().reported(db, &path);
                    set_dialect(db, file, dialect);
                    path
                }
                Step::Autoload { path, autoload } => {
                    let file = db.files().clone().reported(db, &path);
                    set_autoload(db, file, autoload);
                    path
                }
                Step::Settings(settings) => {
                    settings::store(settings, db);
                    continue;
                }
            };
            note(db, &mut came_or_went, &path, before);
        }
        if !came_or_went.is_empty() {
            list(db);
        }
        folder::refresh(db, &came_or_went);
    }
}

/// Whether the workspace shows a file.
fn is_there(db: &dyn Db, path: &str) -> bool {
    db.files().get(path).is_some_and(|file| file.is_reported(db) && file.text(db).is_some())
}

fn note(db: &dyn Db, came_or_went: &mut Vec<(PathBuf, bool)>, path: &str, before: bool) {
    let now = is_there(db, path);
    if before != now {
        came_or_went.push((PathBuf::from(path), now));
    }
}
