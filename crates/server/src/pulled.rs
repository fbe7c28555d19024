//! Which findings a client that pulls them, of all files or of a document, has received.
//!
//! Some ask again as soon as they have been answered, and then after each two seconds. Nothing that is unchanged is checked
//! again for them, and while nothing changes the answer waits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// How often something has changed.
type Change = u64;

pub(crate) struct Pulled {
    reported: Mutex<Reported>,
    changes: watch::Sender<Change>,
}

#[derive(Default)]
struct Reported {
    /// Ids of the findings of each file; nothing where there are none.
    ids: HashMap<Arc<str>, Option<String>>,
    /// After which change everything was reported.
    all_after: Option<Change>,
    /// Ids of the findings that were last reported of each open document alone.
    of_documents: HashMap<Arc<str>, String>,
}

impl Default for Pulled {
    fn default() -> Pulled {
        Pulled { reported: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl Pulled {
    /// Files that may have other findings now.
    pub(crate) fn forget<'a>(&self, keys: impl IntoIterator<Item = &'a Arc<str>>) {
        let mut reported = self.lock();
        for key in keys {
            reported.ids.remove(key);
        }
        drop(reported);
        self.changes.send_modify(|it| *it += 1);
    }

    /// A file was checked. Call it while nothing can change.
    pub(crate) fn note(&self, key: &Arc<str>, id: Option<String>) {
        self.lock().ids.insert(key.clone(), id);
    }

    /// Whether a file has just these findings, or none, and nothing has changed since it was checked.
    pub(crate) fn has(&self, key: &Arc<str>, id: Option<&String>) -> bool {
        self.lock().ids.get(key).is_some_and(|it| it.as_ref() == id)
    }

    /// Everything has been reported as it was after this change.
    pub(crate) fn note_all(&self, change: Change) {
        self.lock().all_after = Some(change);
    }

    /// Whether everything was reported after this change.
    pub(crate) fn has_all(&self, change: Change) -> bool {
        self.lock().all_after == Some(change)
    }

    /// Reports the findings of an open document to a client that knows some. Returns whether it has received the same ones last.
    /// Call it while nothing can change.
    pub(crate) fn report_document(&self, key: &Arc<str>, id: &str, known: Option<&str>) -> bool {
        let before = self.lock().of_documents.insert(key.clone(), id.to_owned());
        known == Some(id) && before.as_deref() == known
    }

    /// A document is closed: whoever opens it again may show nothing for it, whatever the client says that it knows.
    pub(crate) fn forget_document(&self, key: &Arc<str>) {
        self.lock().of_documents.remove(key);
    }

    /// Receives the next changes.
    pub(crate) fn changes(&self) -> watch::Receiver<Change> {
        self.changes.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, Reported> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
