//! Code that is loaded once, and exists in each evaluation that begins with it.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ast::{Code, Name};
use crate::eval::Ruby;
use crate::objects::Class;
use crate::value::{Heap, Value};

/// The classes, constants and methods that files have defined. An evaluation that changes a class has a copy of it. Arrays, hashes, texts
/// and objects are the same in all: the files may store none that changes.
pub struct Prepared {
    methods: FxHashMap<Name, Arc<Code>>,
    constants: FxHashMap<Name, Value>,
    classes: FxHashMap<Name, Rc<Class>>,
    next_id: u64,
    /// It keeps what the others refer to.
    _heap: Heap,
}

impl Ruby<'_> {
    /// Keeps what was loaded.
    pub fn into_prepared(self) -> Prepared {
        let Ruby { methods, constants, classes, next_id, heap, .. } = self;
        Prepared { methods, constants, classes, next_id, _heap: heap }
    }

    /// Begins with what was loaded before, in place of loading it.
    pub fn begin_with(&mut self, prepared: &Prepared) {
        self.methods.clone_from(&prepared.methods);
        self.constants.clone_from(&prepared.constants);
        self.classes.clone_from(&prepared.classes);
        self.next_id = self.next_id.max(prepared.next_id);
    }
}
