//! Code that is loaded once, and exists in each evaluation that begins with it.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::ast::{Code, Name};
use crate::eval::Ruby;
use crate::objects::Class;
use crate::value::{Heap, LastMatch, Value};

/// The classes, constants and methods that files have defined. An evaluation that changes a class has a copy of it. Arrays, hashes, texts
/// and objects are the same in all: an evaluation that would change one is refused.
pub struct Prepared {
    methods: Rc<FxHashMap<Name, Arc<Code>>>,
    instances: IndexMap<Name, Value, FxBuildHasher>,
    constants: Rc<FxHashMap<Name, Value>>,
    classes: Rc<FxHashMap<Name, Rc<Class>>>,
    singletons: Rc<FxHashMap<usize, Name>>,
    reopened: bool,
    loaded: Vec<String>,
    matched: LastMatch,
    status: Value,
    next_id: u64,
    /// Steps of loading.
    pub steps: u64,
    /// It keeps what the others refer to.
    heap: Heap,
}

impl Ruby<'_> {
    /// Keeps what was loaded.
    pub fn into_prepared(self) -> Prepared {
        let Ruby { methods, instances, constants, classes, singletons, reopened, loaded, matched, status, next_id, steps, heap, .. } = self;
        Prepared { methods, instances, constants, classes, singletons, reopened, loaded, matched, status, next_id, steps, heap }
    }

    /// Begins with what was loaded before, in place of loading it.
    pub fn begin_with(&mut self, prepared: &Prepared) {
        self.methods = prepared.methods.clone();
        self.instances.clone_from(&prepared.instances);
        self.constants = prepared.constants.clone();
        self.classes = prepared.classes.clone();
        self.singletons = prepared.singletons.clone();
        self.reopened = prepared.reopened;
        self.loaded.clone_from(&prepared.loaded);
        self.matched.clone_from(&prepared.matched);
        self.status = prepared.status.clone();
        self.next_id = self.next_id.max(prepared.next_id);
        if prepared.heap.has_unknown.get() {
            self.heap.has_unknown.set(true);
        }
    }

    /// Counts what loading has cost, as if this evaluation had loaded it.
    pub fn pay_for(&mut self, prepared: &Prepared) {
        self.steps = self.steps.saturating_add(prepared.steps);
        self.heap.count(prepared.heap.used());
    }
}
