//! Scopes: variables, and the defaults of resources.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use values::regex::Captures;
use values::{Str, Value};

use crate::definitions::DefId;
use crate::resource::{Param, ResId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(pub u32);

impl ScopeId {
    pub const TOP: ScopeId = ScopeId(0);
}

/// The scope of a class, a defined type's instance, a node or the top.
#[derive(Debug)]
pub struct Scope {
    pub parent: Option<ScopeId>,
    /// What is being evaluated.
    pub source: DefId,
    pub resource: ResId,
    pub variables: FxHashMap<Str, Value>,
    /// What lies over the variables while a block, a lambda or the parameters are evaluated; the last is the nearest.
    pub frames: Vec<Frame>,
    /// By the name of the resource type, `File`.
    pub defaults: FxHashMap<Str, IndexMap<Str, Param>>,
}

#[derive(Debug, Clone)]
pub enum Frame {
    /// The parameters and variables of a lambda or function.
    Local(Vec<(Str, Value)>),
    /// `$0` to `$9` of the last match; none covers those below.
    Match(Option<Captures>),
    /// Parameters while their defaults are evaluated: those without a value may not be read yet.
    Parameters { callee: Str, current: Str, entries: Vec<(Str, Option<Value>)> },
}

/// What looking up a variable gives.
pub enum Found {
    Value(Value),
    Nothing,
    /// A parameter that has no value yet, and the one that asks is on the top.
    NotYet(Str),
}

impl Scope {
    pub fn new(parent: Option<ScopeId>, source: DefId, resource: ResId) -> Scope {
        Scope { parent, source, resource, variables: FxHashMap::default(), frames: Vec::new(), defaults: FxHashMap::default() }
    }

    /// A variable of this scope itself.
    pub fn local(&self, name: &str) -> Found {
        match self.over(name) {
            Found::Nothing if name.starts_with(|c: char| c.is_ascii_digit()) => Found::Nothing,
            Found::Nothing => self.variables.get(name).map_or(Found::Nothing, |value| Found::Value(value.clone())),
            found => found,
        }
    }

    /// A variable of what lies over those of this scope.
    pub fn over(&self, name: &str) -> Found {
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            for frame in self.frames.iter().rev() {
                if let Frame::Match(Some(captures)) = frame {
                    let group = name.parse::<usize>().ok().and_then(|index| captures.get(index)?.clone());
                    return Found::Value(group.map_or(Value::Undef, Value::from));
                }
            }
            return Found::Nothing;
        }
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Local(variables) => {
                    if let Some((_, value)) = variables.iter().rev().find(|(it, _)| &**it == name) {
                        return Found::Value(value.clone());
                    }
                }
                Frame::Match(_) => {}
                Frame::Parameters { entries, .. } => {
                    if let Some((name, value)) = entries.iter().find(|(it, _)| &**it == name) {
                        return match value {
                            Some(value) => Found::Value(value.clone()),
                            None => Found::NotYet(name.clone()),
                        };
                    }
                }
            }
        }
        Found::Nothing
    }

    /// Whether an assignment here would be a second one.
    pub fn is_bound(&self, name: &str) -> bool {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Local(variables) => return variables.iter().any(|(it, _)| &**it == name),
                Frame::Parameters { entries, .. } => return entries.iter().any(|(it, _)| &**it == name),
                Frame::Match(_) => {}
            }
        }
        self.variables.contains_key(name)
    }

    /// Whether an assignment here would be to a variable of the scope itself.
    pub fn is_open(&self) -> bool {
        self.frames.iter().all(|frame| matches!(frame, Frame::Match(_)))
    }

    /// Sets a variable in the nearest frame that can hold it; true if that is the scope itself.
    pub fn set(&mut self, name: Str, value: Value) -> bool {
        for frame in self.frames.iter_mut().rev() {
            match frame {
                Frame::Local(variables) => {
                    variables.push((name, value));
                    return false;
                }
                Frame::Parameters { entries, .. } => {
                    entries.push((name, Some(value)));
                    return false;
                }
                Frame::Match(_) => {}
            }
        }
        self.variables.insert(name, value);
        true
    }
}
