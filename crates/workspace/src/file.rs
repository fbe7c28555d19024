//! One file, known by its path, whether or not it exists.

use std::path::Path;
use std::sync::Arc;

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use salsa::{Durability, Setter};
use syntax::{Autoload, Dialect};

use crate::{Db, discover};

/// A file that somebody has asked for or spoken of. It may have a text on disk, in the editor, in both or in neither.
#[salsa::input(debug)]
pub struct File {
    /// The absolute path; for a document that no disk holds, what the editor calls it.
    #[returns(clone)]
    pub path: Arc<str>,
    #[returns(copy)]
    pub dialect: Dialect,
    /// Definitions that the file may hold by its place.
    #[returns(clone)]
    pub autoload: Option<Autoload>,
    #[returns(copy)]
    pub origin: Origin,
    /// The text as it was last read from the disk.
    #[returns(clone)]
    pub disk: Option<Arc<str>>,
    /// The text in the editor, while the document is open.
    #[returns(clone)]
    pub editor: Option<Arc<str>>,
    /// It was added: it is one of the workspace's own, not only one that a query has read.
    #[returns(copy)]
    pub is_reported: bool,
}

/// Who may change a file: it decides how much is checked again after an edit elsewhere, and what may be renamed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The user works on it.
    #[default]
    Local,
    /// It was installed and hardly ever changes.
    Library,
}

impl Origin {
    fn durability(self) -> Durability {
        match self {
            Origin::Local => Durability::MEDIUM,
            Origin::Library => Durability::HIGH,
        }
    }
}

impl File {
    /// The text that counts: the editor's while the document is open, else the disk's.
    pub fn text(self, db: &dyn Db) -> Option<Arc<str>> {
        self.editor(db).or_else(|| self.disk(db))
    }

    /// Whether the editor has it open.
    pub fn is_open(self, db: &dyn Db) -> bool {
        self.editor(db).is_some()
    }

    /// Whether it is one of the workspace's manifests or templates, and has a text.
    pub fn is_listed(self, db: &dyn Db) -> bool {
        self.is_reported(db) && !discover::is_input(Path::new(&*self.path(db))) && self.text(db).is_some()
    }
}

/// Which files there are: a query over all of them depends on this.
#[salsa::input(singleton, debug)]
pub(crate) struct Listed {
    #[returns(clone)]
    files: Arc<[File]>,
}

impl File {
    /// Every manifest and template that has a text, by path.
    pub fn all(db: &dyn Db) -> Arc<[File]> {
        Listed::try_get(db).map_or_else(|| Arc::from([]), |it| it.files(db))
    }
}

/// Lists the files anew, after some have appeared or gone.
pub(crate) fn list(db: &mut dyn Db) {
    let mut files: Vec<File> = db.files().all().into_iter().filter(|file| file.is_listed(db)).collect();
    files.sort_by_cached_key(|file| file.path(db));
    match Listed::try_get(db) {
        Some(listed) => {
            listed.set_files(db).with_durability(Durability::MEDIUM).to(files.into());
        }
        None => {
            let _ = Listed::builder(files.into()).durability(Durability::MEDIUM).new(db);
        }
    }
}

/// The handle of each path.
#[derive(Clone, Default)]
pub struct Files {
    by_path: Arc<DashMap<Arc<str>, File, FxBuildHasher>>,
    /// Documents that are open in the editor. Apart from the inputs, so that to look through it is not to depend on every file.
    open: Arc<DashMap<Arc<str>, (), FxBuildHasher>>,
}

impl Files {
    /// The file at a path, if anything was ever said of it.
    pub fn get(&self, path: &str) -> Option<File> {
        self.by_path.get(path).map(|file| *file)
    }

    /// Paths that the editor has open, in no order.
    pub fn open_paths(&self) -> Vec<Arc<str>> {
        self.open.iter().map(|it| it.key().clone()).collect()
    }

    pub(crate) fn note_open(&self, path: &Arc<str>, is_open: bool) {
        if is_open {
            self.open.insert(path.clone(), ());
        } else {
            self.open.remove(path);
        }
    }

    /// All files that were ever spoken of, in no order.
    pub fn all(&self) -> Vec<File> {
        self.by_path.iter().map(|entry| *entry.value()).collect()
    }

    /// The file at a path, read from the disk if nothing was ever said of it. Such files hardly ever change.
    pub fn at(&self, db: &dyn Db, path: &str) -> File {
        if let Some(file) = self.get(path) {
            return file;
        }
        let path: Arc<str> = path.into();
        let new = || {
            let disk = discover::text(&**db.world(), Path::new(&*path));
            let dialect = discover::document_kind(&*path).dialect();
            File::builder(path.clone(), dialect, None, Origin::Library, disk, None, false).durability(Durability::HIGH).new(db)
        };
        *self.by_path.entry(path.clone()).or_insert_with(new)
    }

    /// The file at a path that somebody speaks of, who knows what is on the disk.
    pub(crate) fn reported(&self, db: &mut dyn Db, path: &Arc<str>) -> File {
        let new = || {
            let file = File::builder(path.clone(), discover::document_kind(&**path).dialect(), None, Origin::default(), None, None, true);
            file.durability(Durability::MEDIUM).new(db)
        };
        let file = *self.by_path.entry(path.clone()).or_insert_with(new);
        if !file.is_reported(db) {
            file.set_is_reported(db).to(true);
        }
        file
    }

    /// The same for who knows nothing of the disk: when the document is closed, the disk counts.
    pub(crate) fn opened(&self, db: &mut dyn Db, path: &Arc<str>) -> File {
        self.at(db, path);
        self.reported(db, path)
    }
}

/// Sets a field only where it differs: an equal text would start a new revision all the same.
pub(crate) fn set_disk(db: &mut dyn Db, file: File, text: Option<Arc<str>>, origin: Origin) {
    if file.origin(db) != origin {
        file.set_origin(db).with_durability(Durability::HIGH).to(origin);
    }
    if file.disk(db) != text {
        file.set_disk(db).with_durability(origin.durability()).to(text);
    }
}

pub(crate) fn set_editor(db: &mut dyn Db, file: File, text: Option<Arc<str>>) {
    if file.editor(db) != text {
        // While a document is open it is the one that changes, wherever it lies: what depends on others alone need not be looked
        // through at every keystroke.
        let durability = if text.is_some() { Durability::LOW } else { Durability::MEDIUM };
        file.set_editor(db).with_durability(durability).to(text);
    }
}

pub(crate) fn set_dialect(db: &mut dyn Db, file: File, dialect: Dialect) {
    if file.dialect(db) != dialect {
        file.set_dialect(db).to(dialect);
    }
}

pub(crate) fn set_autoload(db: &mut dyn Db, file: File, autoload: Option<Autoload>) {
    if file.autoload(db) != autoload {
        // Files hardly ever move.
        file.set_autoload(db).with_durability(Durability::HIGH).to(autoload);
    }
}
