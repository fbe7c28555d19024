//! One step of the workspace's history.

use std::sync::Arc;

use syntax::{Autoload, Dialect};

use crate::file::{list, set_autoload, set_dialect, set_disk, set_editor};
use crate::{Db, Origin, Settings};

/// What has changed, to be applied at once.
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

    /// What the file is, where its path does not tell.
    pub fn dialect(mut self, path: impl Into<Arc<str>>, dialect: Dialect) -> Change {
        self.steps.push(Step::Dialect { path: path.into(), dialect });
        self
    }

    /// What the file may define by its place.
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
        let mut is_listed = true;
        for step in self.steps {
            match step {
                Step::Disk { path, text, origin } => {
                    let file = db.files().clone().get_or_insert(db, &path);
                    let had_text = file.text(db).is_some();
                    set_disk(db, file, text, origin);
                    is_listed &= had_text == file.text(db).is_some();
                }
                Step::Editor { path, text } => {
                    let file = db.files().clone().get_or_insert(db, &path);
                    let had_text = file.text(db).is_some();
                    set_editor(db, file, text);
                    is_listed &= had_text == file.text(db).is_some();
                }
                Step::Dialect { path, dialect } => {
                    let file = db.files().clone().get_or_insert(db, &path);
                    set_dialect(db, file, dialect);
                }
                Step::Autoload { path, autoload } => {
                    let file = db.files().clone().get_or_insert(db, &path);
                    set_autoload(db, file, autoload);
                }
                Step::Settings(settings) => settings.store(db),
            }
        }
        if !is_listed {
            list(db);
        }
    }
}
