//! High data: what the files of a run say, before anything is ordered.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::fmt;

use crate::place::Span;
use crate::problem::{Crash, Finding, Problem};
use crate::value::{Heap, Id, Key, Str, Value};

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
    pub included_from: Vec<Str>,
    pub modules: IndexMap<Str, Module, FxBuildHasher>,
    /// Whether its states have got their numbers.
    pub is_numbered: bool,
}

/// Declaration under a module.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    pub at: Span,
    pub value: Id,
}

impl Body {
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

/// Error that ends a compilation at once.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    what: Stop,
    at: Span,
}

#[derive(Clone, Copy, Debug)]
enum Stop {
    /// Salt's own program would fail.
    Crash(Crash),
    /// It would take too long: what of, and how much is allowed.
    Limit(&'static str),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Stop::Crash(crash) => crash.fmt(f),
            Stop::Limit(limit) => f.write_str(limit),
        }
    }
}

impl std::error::Error for Failure {}

impl Failure {
    pub fn new(what: Crash, at: Span) -> Failure {
        Failure { what: Stop::Crash(what), at }
    }

    pub fn limit(what: &'static str, at: Span) -> Failure {
        Failure { what: Stop::Limit(what), at }
    }

    pub fn finding(self) -> Finding {
        let problem = match self.what {
            Stop::Crash(what) => Problem::Crash { what },
            Stop::Limit(what) => Problem::TooLarge { what: what.into() },
        };
        Finding::new(problem, self.at)
    }
}

/// Items for a loop of Python: the items of a list, the keys of a map, the characters of a text.
pub fn iterate(heap: &mut Heap, id: Id) -> Result<Vec<Id>, Failure> {
    let at = heap.place(id);
    match heap.get(id).clone() {
        Value::List(items) => Ok(items),
        Value::Map(map) => Ok(map.iter().map(|(key, slot)| heap.add(key.to_value(), slot.key)).collect()),
        Value::Str(text) => Ok(text.chars().map(|it| heap.text(&it.to_string(), at)).collect()),
        _ => Err(Failure::new(Crash::List, at)),
    }
}
