//! What a client that asks for findings, of all files or of a document, has been told.
//!
//! Some ask again as soon as they have been answered, and then after each two seconds. Nothing is looked at anew for them that has
//! not changed, and as long as nothing has, the answer waits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// How often something has changed.
type Change = u64;

pub(crate) struct Pulled {
    told: Mutex<Told>,
    changes: watch::Sender<Change>,
}

#[derive(Default)]
struct Told {
    /// What names the findings of each file; nothing where there are none.
    ids: HashMap<Arc<str>, Option<String>>,
    /// After which change everything was told.
    all_after: Option<Change>,
    /// What names the findings that were last told of each open document by itself.
    of_documents: HashMap<Arc<str>, String>,
}

impl Default for Pulled {
    fn default() -> Pulled {
        Pulled { told: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl Pulled {
    /// Files that may have other findings now.
    pub(crate) fn forget<'a>(&self, keys: impl IntoIterator<Item = &'a Arc<str>>) {
        let mut told = self.lock();
        for key in keys {
            told.ids.remove(key);
        }
        drop(told);
        self.changes.send_modify(|it| *it += 1);
    }

    /// A file was looked at. Call it while nothing can change.
    pub(crate) fn note(&self, key: &Arc<str>, id: Option<String>) {
        self.lock().ids.insert(key.clone(), id);
    }

    /// Whether a file has just these findings, or none, and nothing has changed since it was looked at.
    pub(crate) fn has(&self, key: &Arc<str>, id: Option<&String>) -> bool {
        self.lock().ids.get(key).is_some_and(|it| it.as_ref() == id)
    }

    /// Everything has been told as it was after this change.
    pub(crate) fn note_all(&self, change: Change) {
        self.lock().all_after = Some(change);
    }

    /// Whether everything was told after this change.
    pub(crate) fn has_all(&self, change: Change) -> bool {
        self.lock().all_after == Some(change)
    }

    /// The findings of an open document are told, to a client that knows some of it: whether they are those that it was told last.
    /// Call it while nothing can change.
    pub(crate) fn tell_document(&self, key: &Arc<str>, id: &str, known: Option<&str>) -> bool {
        let before = self.lock().of_documents.insert(key.clone(), id.to_owned());
        known == Some(id) && before.as_deref() == known
    }

    /// A document is closed: whoever opens it again may show nothing for it, whatever he says that he knows.
    pub(crate) fn forget_document(&self, key: &Arc<str>) {
        self.lock().of_documents.remove(key);
    }

    /// Tells of the next changes.
    pub(crate) fn changes(&self) -> watch::Receiver<Change> {
        self.changes.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
