//! Lists of `before` and `notify` that several resources share.
//!
//! Puppet copies the value of an attribute each time that it evaluates the attribute, and gives the copy to all resources of that
//! evaluation: to each title of a body, to what a default or a collector applies to. An arrow adds its target to the list of the resource
//! before it, and so to that of all others that have the same list.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use values::Value;

use crate::compiler::Compiler;
use crate::ids::ResId;

/// The attributes to which arrows add.
const NAMES: [&str; 2] = ["before", "notify"];

/// The copy of a value that one evaluation of an attribute gives to its resources.
pub fn copied(name: &str, value: Value) -> Value {
    match value {
        Value::Array(items) if NAMES.contains(&name) => Value::array(items.to_vec()),
        value => value,
    }
}

/// The resources that share a list, by each of them and the attribute.
#[derive(Default)]
pub struct Shared {
    with: FxHashMap<(ResId, &'static str), Rc<[ResId]>>,
}

impl Shared {
    /// Those of a catalog before its first arrow.
    pub fn find(compiler: &Compiler<'_>) -> Shared {
        let mut with = FxHashMap::default();
        for name in NAMES {
            let mut lists: FxHashMap<usize, Vec<ResId>> = FxHashMap::default();
            for (number, resource) in (0..).zip(compiler.draft.resources()) {
                if let Some(Value::Array(items)) = resource.value(name)
                    && Arc::strong_count(items) > 1
                {
                    lists.entry(Arc::as_ptr(items).cast::<u8>() as usize).or_default().push(ResId(number));
                }
            }
            for all in lists.into_values().filter(|it| it.len() > 1) {
                let all: Rc<[ResId]> = all.into();
                with.extend(all.iter().map(|id| ((*id, name), all.clone())));
            }
        }
        Shared { with }
    }

    /// A resource with all that share its list.
    pub fn with(&self, id: ResId, name: &'static str) -> Rc<[ResId]> {
        self.with.get(&(id, name)).cloned().unwrap_or_else(|| Rc::new([id]))
    }
}
