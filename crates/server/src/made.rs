//! Files that a client creates on request, and whose text comes with that.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Default)]
pub(crate) struct Made(Arc<Mutex<HashSet<Arc<str>>>>);

impl Made {
    /// Somebody has chosen to make a file.
    pub(crate) fn note(&self, key: Arc<str>) {
        self.lock().insert(key);
    }

    /// A file was made: whether somebody has chosen that, who need not be handed a text.
    pub(crate) fn take(&self, key: &Arc<str>) -> bool {
        self.lock().remove(key)
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
