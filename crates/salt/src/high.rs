//! High data: what the files of a run say, before anything is ordered.

use catalog::Few;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::includers::Includers;
use crate::place::Span;
use crate::problem::{Crash, Finding};
use crate::value::{Heap, Id, Items, Key, Str, Value};

/// All IDs of a run, and what `extend` and `exclude` say.
#[derive(Clone, Debug, Default)]
pub struct High {
    pub ids: IndexMap<Key, Declared, FxBuildHasher>,
    pub extend: Vec<(Key, Body)>,
    pub exclude: Vec<Id>,
    /// Whether some file excludes something, be it an empty list.
    pub excludes: bool,
}

/// Declaration under an ID.
#[derive(Clone, Debug)]
pub enum Declared {
    Body(Body),
    /// Something else than a map, for which there is a finding.
    Other(Id),
}

/// The modules under an ID.
#[derive(Clone, Debug)]
pub struct Body {
    /// Where the ID stands.
    pub at: Span,
    /// None for what only requisites of others say.
    pub sls: Option<Str>,
    /// The files that include the file, the innermost first.
    pub included_from: Includers,
    pub modules: Modules,
    /// Whether its states have got their numbers.
    pub is_numbered: bool,
    /// Whether another ID has the same map, by an alias of YAML.
    pub is_shared: bool,
}

/// Declarations by their modules. Most IDs have one.
pub type Modules = Few<Str, Module>;

/// Declaration under a module.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    pub at: Span,
    pub value: Id,
}

impl Body {
    /// A body of a file that has no modules yet.
    pub fn new(sls: &Str, at: Span) -> Body {
        Body {
            at,
            sls: Some(sls.clone()),
            included_from: Includers::default(),
            modules: Modules::default(),
            is_numbered: false,
            is_shared: false,
        }
    }

    pub fn sls(&self) -> Str {
        self.sls.clone().unwrap_or_else(|| "base".into())
    }
}

impl Declared {
    pub fn body(&self) -> Option<&Body> {
        match self {
            Declared::Body(body) => Some(body),
            Declared::Other(_) => None,
        }
    }
}

impl High {
    pub fn body(&self, id: &Key) -> Option<&Body> {
        self.ids.get(id)?.body()
    }

    pub fn body_mut(&mut self, id: &Key) -> Option<&mut Body> {
        match self.ids.get_mut(id)? {
            Declared::Body(body) => Some(body),
            Declared::Other(_) => None,
        }
    }

    /// All IDs that have modules.
    pub fn bodies(&self) -> impl Iterator<Item = (&Key, &Body)> {
        self.ids.iter().filter_map(|(id, declared)| Some((id, declared.body()?)))
    }
}

/// Items for a loop of Python: the items of a list, the keys of a map, the characters of a text.
pub fn iterate(heap: &mut Heap, id: Id) -> Result<Items, Box<Finding>> {
    let at = heap.place(id);
    if let Some(items) = heap.list(id) {
        return Ok(Items::from_slice(items));
    }
    match heap.get(id).clone() {
        Value::Map(map) => Ok(map.iter().map(|(key, slot)| heap.add(key.to_value(), slot.key)).collect()),
        Value::Str(text) => Ok(text.chars().map(|it| heap.text(&it.to_string(), at)).collect()),
        _ => Err(Finding::crash(Crash::List, at)),
    }
}
