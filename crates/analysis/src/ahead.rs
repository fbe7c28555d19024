//! Evaluating on a second thread what the first one will ask for.
//!
//! A file is looked at on many systems, one after the other: what the first has read says which of the others need no evaluation of
//! their own. That is hardly ever different after a keystroke. So the evaluations that were needed last time are begun from the last
//! one, while whoever needs them begins with the first, and both meet in the middle.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::entry::{Entry, Start};
use crate::evaluate::{Systems, evaluate};
use crate::site::root;
use crate::{File, Snapshot};

/// So many files are remembered: those that somebody types in.
const MOST: usize = 16;

/// Where evaluations begin, and with which system, in order.
type Needed = Arc<[(Start, u32)]>;

/// What each file needed last time, by path. A guess at what it needs next: a wrong one costs time, and changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Ahead(Arc<Mutex<FxHashMap<Arc<str>, Needed>>>);

impl Ahead {
    pub(crate) fn needed(&self, path: &str) -> Needed {
        self.lock().get(path).cloned().unwrap_or_default()
    }

    fn learn(&self, path: Arc<str>, needed: Needed) {
        let mut known = self.lock();
        if known.len() >= MOST && !known.contains_key(&path) {
            known.clear();
        }
        known.insert(path, needed);
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Arc<str>, Needed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Snapshot<'_> {
    /// Evaluates what a file needed last time, from the last one, and learns what it needs now. What is there already costs nothing.
    pub fn evaluate_ahead(&self, file: File, ahead: &Ahead) {
        let path = self.path(file);
        let Some(root) = root(self.db(), file) else { return };
        for (start, system) in ahead.needed(&path).iter().rev() {
            evaluate(self.db(), Entry::new(self.db(), root, start.clone()), *system);
        }
        ahead.learn(path, self.evaluations_of_all_nodes(file).into_iter().map(|it| (it.start, it.system)).collect());
        // Between two keys the text has mistakes as often as not, and hover and hints are asked for.
        self.evaluations_to_read(file, Systems::First);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_files_are_remembered() {
        let ahead = Ahead::default();
        for number in 0..=MOST {
            ahead.learn(number.to_string().into(), Arc::default());
            ahead.learn("again".into(), [(Start::Class("a".into()), 0)].into());
        }
        assert!(ahead.lock().len() <= MOST);
        assert_eq!(ahead.needed("again").len(), 1);
        assert!(ahead.needed("never").is_empty());
    }
}
