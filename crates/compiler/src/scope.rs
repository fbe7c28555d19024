//! Scopes: variables, and the defaults of resources.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use values::regex::Captures;
use values::{Str, Type, Unknown, Value};

use crate::ids::{DefId, ResId, ScopeId};
use crate::resource::Params;

/// The scope of a class, a defined type's instance, a node or the top.
#[derive(Debug)]
pub struct Scope {
    pub parent: Option<ScopeId>,
    /// Definition that is being evaluated.
    pub source: DefId,
    pub resource: ResId,
    /// In the order in which they were set.
    pub variables: IndexMap<Str, Value, FxBuildHasher>,
    /// Frames over the variables while a block, a lambda or the parameters are evaluated; the last is the nearest.
    pub frames: Vec<Frame>,
    /// By the name of the resource type, `File`.
    pub defaults: FxHashMap<Str, Params>,
}

#[derive(Debug, Clone)]
pub enum Frame {
    /// The parameters and variables of a lambda or function.
    Local(Vec<(Str, Value)>),
    /// `$0` to `$9` of the last match; none covers those below.
    Match(Option<Captures>),
    /// It is not known what the last match has captured.
    Unclear(Arc<Unknown>),
    /// Parameters while their defaults are evaluated: those without a value may not be read yet.
    Parameters { callee: Str, current: Str, entries: Vec<(Str, Option<Value>)> },
}

/// Result of looking a variable up.
pub enum Found {
    Value(Value),
    Nothing,
    /// A parameter that has no value yet, and the one that asks is on the top.
    NotYet(Str),
}

impl Scope {
    pub fn new(parent: Option<ScopeId>, source: DefId, resource: ResId) -> Scope {
        Scope { parent, source, resource, variables: IndexMap::default(), frames: Vec::new(), defaults: FxHashMap::default() }
    }

    /// A variable of this scope itself.
    pub fn local(&self, name: &str) -> Found {
        match self.overlay(name) {
            Found::Nothing if name.starts_with(|c: char| c.is_ascii_digit()) => Found::Nothing,
            Found::Nothing => self.variables.get(name).map_or(Found::Nothing, |value| Found::Value(value.clone())),
            found => found,
        }
    }

    /// A variable of what lies over those of this scope.
    pub fn overlay(&self, name: &str) -> Found {
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            for frame in self.frames.iter().rev() {
                match frame {
                    Frame::Match(Some(captures)) => {
                        let group = name.parse::<usize>().ok().and_then(|index| captures.get(index)?.clone());
                        return Found::Value(group.map_or(Value::Undef, Value::from));
                    }
                    Frame::Unclear(unknown) => {
                        let ty = Type::optional(Type::String(values::Size::ANY));
                        return Found::Value(Value::Unknown(Arc::new(Unknown { ty, origin: unknown.origin.clone() })));
                    }
                    _ => {}
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
                Frame::Match(_) | Frame::Unclear(_) => {}
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

    /// A variable of a lambda or function that is evaluated in this scope.
    pub fn local_of_block(&self, name: &str) -> Option<Value> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Local(variables) => variables.iter().rev().find(|it| &*it.0 == name).map(|it| it.1.clone()),
            Frame::Match(_) | Frame::Unclear(_) | Frame::Parameters { .. } => None,
        })
    }

    /// Whether an assignment here would be a second one.
    pub fn is_bound(&self, name: &str) -> bool {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Local(variables) => return variables.iter().any(|(it, _)| &**it == name),
                Frame::Parameters { entries, .. } => return entries.iter().any(|(it, _)| &**it == name),
                Frame::Match(_) | Frame::Unclear(_) => {}
            }
        }
        self.variables.contains_key(name)
    }

    /// Whether an assignment here would be to a variable of the scope itself.
    pub fn is_open(&self) -> bool {
        self.frames.iter().all(|frame| matches!(frame, Frame::Match(_) | Frame::Unclear(_)))
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
                Frame::Match(_) | Frame::Unclear(_) => {}
            }
        }
        self.variables.insert(name, value);
        true
    }

    /// Value that an assignment here would find.
    pub fn bound(&self, name: &str) -> Option<Value> {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Local(variables) => return variables.iter().rev().find(|(it, _)| &**it == name).map(|it| it.1.clone()),
                Frame::Parameters { entries, .. } => return entries.iter().find(|(it, _)| &**it == name).and_then(|it| it.1.clone()),
                Frame::Match(_) | Frame::Unclear(_) => {}
            }
        }
        self.variables.get(name).cloned()
    }

    /// Gives a variable another value, or takes it away.
    pub fn rebind(&mut self, name: &Str, value: Option<Value>) {
        for frame in self.frames.iter_mut().rev() {
            match frame {
                Frame::Local(variables) => {
                    variables.retain(|(it, _)| it != name);
                    variables.extend(value.map(|value| (name.clone(), value)));
                    return;
                }
                Frame::Parameters { entries, .. } => {
                    entries.retain(|(it, _)| it != name);
                    entries.extend(value.map(|value| (name.clone(), Some(value))));
                    return;
                }
                Frame::Match(_) | Frame::Unclear(_) => {}
            }
        }
        match value {
            Some(value) => drop(self.variables.insert(name.clone(), value)),
            None => drop(self.variables.shift_remove(name)),
        }
    }
}
