//! Checks many files without storing their evaluations.
//!
//! A query remembers what it has read even where its value has long been given up, and an evaluation reads hundreds of things. For a
//! file that nobody has open, that is more memory than anything else of it; and nobody asks again until the file has changed.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use salsa::Id;
use salsa::plumbing::AsId;
use workspace::Db;

use crate::entry::Entry;
use crate::evaluate::{Evaluated, Systems, evaluate, evaluate_to_read, evaluated};
use crate::site::Root;

/// Limit of evaluations shared by files that are analysed in turn: the youngest half of them, and the half before.
const MOST: usize = 256;

/// Results of entries by system.
type Known = FxHashMap<(Id, u32), Option<Arc<Evaluated>>>;

/// Evaluations shared by the files and threads of one run, and dropped with it.
#[derive(Debug, Default)]
pub struct Passing {
    known: Mutex<Generations>,
    /// How often something was evaluated.
    count: AtomicUsize,
    /// Errors of a site that hold on every guessed system, by the site.
    confirmed: Mutex<FxHashSet<(Id, String)>>,
    /// Entries that were evaluated with what all guessed systems have in common.
    shared: Mutex<FxHashSet<Id>>,
}

#[derive(Debug, Default)]
struct Generations {
    young: Known,
    old: Known,
}

impl Generations {
    fn get(&mut self, key: (Id, u32)) -> Option<Option<Arc<Evaluated>>> {
        if let Some(known) = self.young.get(&key) {
            return Some(known.clone());
        }
        // Whatever is asked for again stays.
        let known = self.old.remove(&key)?;
        self.insert(key, known.clone());
        Some(known)
    }

    fn insert(&mut self, key: (Id, u32), known: Option<Arc<Evaluated>>) {
        if self.young.len() >= MOST / 2 {
            self.old = mem::take(&mut self.young);
        }
        self.young.insert(key, known);
    }
}

impl Passing {
    /// Nothing has been evaluated yet.
    pub fn new() -> Passing {
        Passing::default()
    }

    /// How often something was evaluated.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    fn evaluate(&self, db: &dyn Db, entry: Entry<'_>, system: u32) -> Option<Arc<Evaluated>> {
        let key = (entry.as_id(), system);
        // What was known before a panic is known after it.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(key) {
            return known;
        }
        let made = evaluated(db, entry, system);
        self.count.fetch_add(1, Ordering::Relaxed);
        known().insert(key, made.clone());
        made
    }

    fn confirmed(&self) -> MutexGuard<'_, FxHashSet<(Id, String)>> {
        self.confirmed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who keeps what is evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keeper<'a> {
    /// The query, for whoever asks again.
    Query,
    /// The same, with the readable parts of texts with mistakes: for features that show what is known, and report no errors. Of such texts
    /// on the first system, or on all.
    Reading(Systems),
    Passing(&'a Passing),
}

impl Keeper<'_> {
    /// One entry evaluated with the facts of one system.
    pub(crate) fn evaluate(self, db: &dyn Db, entry: Entry<'_>, system: u32) -> Option<Arc<Evaluated>> {
        match self {
            Keeper::Query => evaluate(db, entry, system),
            Keeper::Reading(_) => evaluate_to_read(db, entry, system),
            Keeper::Passing(passing) => passing.evaluate(db, entry, system),
        }
    }

    /// Whether another entry of the site has shown that these errors hold on every guessed system. They are reported already: hundreds of
    /// nodes that share a class need not show it again, each on all systems.
    pub(crate) fn has_confirmed(self, root: Root<'_>, errors: &FxHashSet<String>) -> bool {
        let Keeper::Passing(passing) = self else { return false };
        let confirmed = passing.confirmed();
        errors.iter().all(|it| confirmed.contains(&(root.as_id(), it.clone())))
    }

    /// Whether an entry is still to be evaluated with what all guessed systems have in common. It counts as evaluated from now on.
    pub(crate) fn is_first(self, entry: Entry<'_>) -> bool {
        let Keeper::Passing(passing) = self else { return false };
        let is_first = passing.shared.lock().unwrap_or_else(PoisonError::into_inner).insert(entry.as_id());
        passing.count.fetch_add(usize::from(is_first), Ordering::Relaxed);
        is_first
    }

    /// Stores errors that hold on every guessed system. One without a name of its own (an empty one) may be another elsewhere.
    pub(crate) fn confirm(self, root: Root<'_>, errors: FxHashSet<String>) {
        let Keeper::Passing(passing) = self else { return };
        passing.confirmed().extend(errors.into_iter().filter(|it| !it.is_empty()).map(|it| (root.as_id(), it)));
    }
}
