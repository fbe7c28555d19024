//! Evaluates on a second thread what the first one will ask for next.
//!
//! A file is analysed on many systems in turn: the reads of the first show which of the others need no evaluation of their own. That is
//! hardly ever different after a keystroke. So the evaluations that were needed last time are begun from the last one, while whoever needs
//! them begins with the first, and both meet in the middle.
//!
//! While somebody types, a text has mistakes as often as not. Its readable parts are evaluated for hover and hints alone, and take longer
//! than the findings, which come first here.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use syntax::Severity;
use workspace::discover;

use crate::entry::{Entry, Start, subjects};
use crate::evaluate::{Systems, evaluate, evaluate_torn};
use crate::queries::problems;
use crate::site::root;
use crate::{File, Snapshot};

/// Limit of remembered files: those that are being edited.
const MOST: usize = 16;

/// Limit of evaluations of torn texts: the first ones show most, and few are stored.
const MOST_TORN: usize = 4;

/// Where evaluations begin, and with which system, in order.
type Needed = Arc<[(Start, u32)]>;

#[derive(Clone, Debug, Default)]
struct Known {
    /// Entries that found the errors.
    needed: Needed,
    /// These went on with what can be read of texts that have mistakes.
    torn: Needed,
}

/// Entries that each file needed last time, by path. A guess at what it needs next: a wrong one costs time, and changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Prefetch(Arc<Mutex<FxHashMap<Arc<str>, Known>>>);

impl Prefetch {
    fn known(&self, path: &str) -> Option<Known> {
        self.lock().get(path).cloned()
    }

    #[cfg(test)]
    pub(crate) fn needed(&self, path: &str) -> Needed {
        self.known(path).unwrap_or_default().needed
    }

    fn learn(&self, path: Arc<str>, known: Known) {
        let mut all = self.lock();
        if all.len() >= MOST && !all.contains_key(&path) {
            all.clear();
        }
        all.insert(path, known);
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Arc<str>, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Snapshot<'_> {
    /// Evaluates what can be read of torn texts, if a file has to do with any. What is there already costs nothing.
    pub fn evaluate_torn_ahead(&self, file: File, prefetch: &Prefetch) {
        let known = prefetch.known(&self.path(file));
        let is_new = known.is_none();
        let torn = known.unwrap_or_default().torn;
        let Some(root) = root(self.db(), file).filter(|_| is_new || !torn.is_empty()) else { return };
        if !self.has_torn_documents() {
            return;
        }
        for (start, system) in torn.iter() {
            evaluate_torn(self.db(), Entry::new(self.db(), root, start.clone()), *system);
        }
        // Of a file that was just opened nobody knows whether it has to do with what is torn. Most likely it has.
        for entry in subjects(self.db(), root, file).iter().filter(|_| is_new).filter_map(|it| it.entries.first()).take(MOST_TORN) {
            evaluate_torn(self.db(), *entry, 0);
        }
    }

    /// Evaluates what a file needed last time, from the last one, and learns what it needs now. What is there already costs nothing.
    pub fn evaluate_ahead(&self, file: File, prefetch: &Prefetch) {
        let path = self.path(file);
        if discover::is_states(Path::new(&*path)) {
            return self.compile_sls_ahead(file);
        }
        let Some(root) = root(self.db(), file) else { return };
        self.evaluate_torn_ahead(file, prefetch);
        let known = prefetch.known(&path).unwrap_or_default();
        for (start, system) in known.needed.iter().rev() {
            evaluate(self.db(), Entry::new(self.db(), root, start.clone()), *system);
        }
        let needed = self.evaluations_of_all_nodes(file).into_iter().map(|it| (it.start, it.system)).collect();
        // Learnt before it is known what can be read: an edit may come first.
        prefetch.learn(path.clone(), Known { needed, ..known.clone() });
        let read = self.evaluations_to_read(file, Systems::First);
        let torn = read.into_iter().filter(|it| it.evaluated.outcome.is_unread).map(|it| (it.start, it.system)).take(MOST_TORN).collect();
        prefetch.learn(path.clone(), Known { torn, ..prefetch.known(&path).unwrap_or_default() });
    }

    /// Whether a document is open whose text Puppet would use nothing of.
    fn has_torn_documents(&self) -> bool {
        let files = self.db().files();
        let mut open = files.open_paths().into_iter().filter_map(|it| files.get(&it));
        open.any(|it| {
            !discover::is_input(Path::new(&*self.path(it))) && problems(self.db(), it).iter().any(|it| it.severity == Severity::Error)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_files_are_remembered() {
        let prefetch = Prefetch::default();
        for number in 0..=MOST {
            prefetch.learn(number.to_string().into(), Known::default());
            prefetch.learn("again".into(), Known { needed: [(Start::Class("a".into()), 0)].into(), ..Known::default() });
        }
        assert!(prefetch.lock().len() <= MOST);
        assert_eq!(prefetch.needed("again").len(), 1);
        assert!(prefetch.needed("never").is_empty());
    }
}
