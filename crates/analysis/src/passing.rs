//! Looking at many files in passing: what is evaluated for them is not kept.
//!
//! A query remembers what it has read even where its value has long been given up, and an evaluation reads hundreds of things. For a
//! file that nobody has open, that is more memory than anything else of it; and nobody asks again until the file has changed.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use salsa::Id;
use salsa::plumbing::AsId;
use workspace::Db;

use crate::entry::Entry;
use crate::evaluate::{Evaluated, Systems, evaluate, evaluate_to_read, evaluated};

/// So many evaluations are shared by files that are looked at one after the other.
const MOST: usize = 256;

/// What came of an entry on a system.
type Known = FxHashMap<(Id, u32), Option<Arc<Evaluated>>>;

/// What has been evaluated for the files that are looked at in one run, and is dropped with it.
#[derive(Debug, Default)]
pub struct Passing {
    known: RefCell<Known>,
    /// How often something was evaluated.
    count: Cell<usize>,
}

impl Passing {
    /// Nothing has been evaluated yet.
    pub fn new() -> Passing {
        Passing::default()
    }

    /// How often something was evaluated.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    fn evaluate(&self, db: &dyn Db, entry: Entry<'_>, system: u32) -> Option<Arc<Evaluated>> {
        let key = (entry.as_id(), system);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let made = evaluated(db, entry, system);
        self.count.set(self.count.get() + 1);
        let mut known = self.known.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, made.clone());
        made
    }
}

/// Who keeps what is evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keeper<'a> {
    /// The query, for whoever asks again.
    Query,
    /// The same, with what can be read of texts that have mistakes: for who shows what is known, and tells nothing that is wrong. Of
    /// such texts on the first system, or on all.
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
}
