//! The IDs of a file and of all that it includes.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::high::Declared;
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem};
use crate::python;
use crate::value::{Heap, Id, Key, Value};

/// IDs, each with its place among all of a run.
#[derive(Debug, Default)]
pub struct Gathered {
    by_id: FxHashMap<Key, (usize, Declared)>,
}

/// How two declarations of an ID go together.
enum Meeting {
    Fine,
    Conflict(Finding),
    Crash(Box<Finding>),
}

impl Gathered {
    /// Makes room for as many IDs.
    pub fn reserve(&mut self, more: usize) {
        self.by_id.reserve(more);
    }

    pub fn insert(&mut self, id: Key, place: usize, declared: Declared) {
        self.by_id.insert(id, (place, declared));
    }

    pub fn get(&self, id: &Key) -> Option<&Declared> {
        self.by_id.get(id).map(|it| &it.1)
    }

    pub fn get_mut(&mut self, id: &Key) -> Option<&mut Declared> {
        self.by_id.get_mut(id).map(|it| &mut it.1)
    }

    /// Adds what a file includes. A later declaration takes the place of an earlier one, and there is a finding. Returns how many IDs were
    /// moved: the fewer ones, so that a chain of files is no square of them.
    pub fn merge(&mut self, heap: &Heap, mut from: Gathered, findings: &mut Vec<Finding>) -> Result<usize, Box<Finding>> {
        let is_from_more = from.by_id.len() > self.by_id.len();
        if is_from_more {
            std::mem::swap(self, &mut from);
        }
        let moved = from.by_id.len();
        let mut conflicts: Vec<(usize, Finding)> = Vec::new();
        let mut crash: Option<(usize, Box<Finding>)> = None;
        for (id, other) in from.by_id {
            let Some(known) = self.by_id.get_mut(&id) else {
                self.by_id.insert(id, other);
                continue;
            };
            // In the order of the files.
            let (first, second) = if is_from_more { (&other, &*known) } else { (&*known, &other) };
            let place = second.0;
            match meet(heap, &id, &first.1, &second.1) {
                Meeting::Fine => {}
                Meeting::Conflict(finding) => conflicts.push((place, finding)),
                Meeting::Crash(finding) if crash.as_ref().is_none_or(|it| place < it.0) => crash = Some((place, finding)),
                Meeting::Crash(_) => {}
            }
            if is_from_more {
                known.0 = other.0;
            } else {
                known.1 = other.1;
            }
        }
        if let Some((_, finding)) = crash {
            return Err(finding);
        }
        conflicts.sort_by_key(|it| it.0);
        findings.extend(conflicts.into_iter().map(|it| it.1));
        Ok(moved)
    }

    /// All IDs in their order.
    pub fn into_order(self) -> IndexMap<Key, Declared, FxBuildHasher> {
        let mut all: Vec<(Key, (usize, Declared))> = self.by_id.into_iter().collect();
        all.sort_unstable_by_key(|it| it.1.0);
        all.into_iter().map(|(id, (_, declared))| (id, declared)).collect()
    }
}

fn meet(heap: &Heap, id: &Key, first: &Declared, second: &Declared) -> Meeting {
    match (first, second) {
        (Declared::Body(first), Declared::Body(second)) => {
            let id = python::shared_key_text(id);
            let problem = Problem::ConflictingIds { id, first: first.sls(), second: second.sls() };
            Meeting::Conflict(Finding { problem, at: second.at, related: vec![first.at] })
        }
        (Declared::Other(first), Declared::Other(second)) if heap.equal(*first, *second) => Meeting::Fine,
        // There is a finding that it is not known.
        (Declared::Other(it), _) | (_, Declared::Other(it)) if is_unknown(heap, *it) => Meeting::Fine,
        (_, Declared::Body(other)) => Meeting::Crash(Finding::crash(Crash::Map, other.at)),
        (_, Declared::Other(other)) => Meeting::Crash(Finding::crash(Crash::Map, heap.place(*other))),
    }
}

/// Reports what Salt cannot mark as included.
pub fn check_included(heap: &Heap, id: &Key, declared: &Declared) -> Result<(), Box<Finding>> {
    match (declared, id) {
        (Declared::Body(_), Key::Str(_)) => Ok(()),
        (Declared::Body(body), _) => Err(Finding::crash(Crash::Key, body.at)),
        (Declared::Other(value), _) if is_unknown(heap, *value) => Ok(()),
        (Declared::Other(_), _) => Err(Finding::crash(Crash::Map, Span::NONE)),
    }
}

fn is_unknown(heap: &Heap, value: Id) -> bool {
    matches!(heap.get(value), Value::Unknown)
}
