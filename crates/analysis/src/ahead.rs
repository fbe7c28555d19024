//! Evaluating on a second thread what the first one will ask for.
//!
//! A file is looked at on many systems, one after the other: what the first has read says which of the others need no evaluation of
//! their own. That is hardly ever different after a keystroke. So the evaluations that were needed last time are begun from the last
//! one, while whoever needs them begins with the first, and both meet in the middle.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::entry::{Entry, Start};
use crate::evaluate::{Evaluation, evaluate};
use crate::site::root;
use crate::{File, Snapshot};

/// So many files are remembered: those that somebody types in.
const MOST: usize = 16;

/// Fewer evaluations are not worth a second thread.
const FEWEST: usize = 3;

/// Where evaluations begin, and with which system.
type Needed = Arc<[(Start, u32)]>;

/// What each file needed last time, by path. A guess at what it needs next: a wrong one costs time, and changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Ahead(Arc<Mutex<FxHashMap<Arc<str>, Needed>>>);

impl Ahead {
    /// What a file needed, in order.
    pub fn learn(&self, path: &Arc<str>, needed: &[Evaluation]) {
        let needed: Needed = needed.iter().map(|it| (it.start.clone(), it.system)).collect();
        let mut known = self.lock();
        if known.len() >= MOST && !known.contains_key(path) {
            known.clear();
        }
        known.insert(path.clone(), needed);
    }

    /// Whether a second thread is of use to a file.
    pub fn is_worth_it(&self, path: &str) -> bool {
        self.lock().get(path).is_some_and(|it| it.len() >= FEWEST)
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Arc<str>, Needed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Snapshot<'_> {
    /// Evaluates what a file needed last time, from the last one. What is there already costs nothing.
    pub fn evaluate_ahead(&self, file: File, ahead: &Ahead) {
        let needed = ahead.lock().get(&*self.path(file)).cloned();
        let Some((root, needed)) = root(self.db(), file).zip(needed) else { return };
        for (start, system) in needed.iter().rev() {
            evaluate(self.db(), Entry::new(self.db(), root, start.clone()), *system);
        }
    }
}
