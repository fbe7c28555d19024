//! State of an evaluation besides the contents of values, and its place.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::join::{joined, same};
use crate::ast::{Code, Name};
use crate::eval::Ruby;
use crate::objects::Class;
use crate::stop::{Outcome, Stop};
use crate::value::{Fields, LastMatch, Scope, Value};

/// Definitions and variables of an evaluation.
pub struct State {
    methods: Rc<FxHashMap<Name, Arc<Code>>>,
    constants: Rc<FxHashMap<Name, Value>>,
    classes: Rc<FxHashMap<Name, Rc<Class>>>,
    singletons: Rc<FxHashMap<usize, Name>>,
    instances: Fields,
    reopened: bool,
    loaded: Vec<String>,
    matched: LastMatch,
    status: Value,
}

impl State {
    pub fn current(ruby: &Ruby<'_>) -> State {
        State {
            methods: ruby.methods.clone(),
            constants: ruby.constants.clone(),
            classes: ruby.classes.clone(),
            singletons: ruby.singletons.clone(),
            instances: ruby.instances.clone(),
            reopened: ruby.reopened,
            loaded: ruby.loaded.clone(),
            matched: ruby.matched.clone(),
            status: ruby.status.clone(),
        }
    }

    /// Gives it to the evaluation; returns what that had.
    pub fn swap(mut self, ruby: &mut Ruby<'_>) -> State {
        std::mem::swap(&mut self.methods, &mut ruby.methods);
        std::mem::swap(&mut self.constants, &mut ruby.constants);
        std::mem::swap(&mut self.classes, &mut ruby.classes);
        std::mem::swap(&mut self.singletons, &mut ruby.singletons);
        std::mem::swap(&mut self.instances, &mut ruby.instances);
        std::mem::swap(&mut self.reopened, &mut ruby.reopened);
        std::mem::swap(&mut self.loaded, &mut ruby.loaded);
        std::mem::swap(&mut self.matched, &mut ruby.matched);
        std::mem::swap(&mut self.status, &mut ruby.status);
        self
    }

    /// Joins the states after two ways; whether the result is less known than the second. Definitions must be the same.
    pub fn joined(ruby: &mut Ruby<'_>, one: State, mut two: State, lost: &mut Vec<Value>) -> Outcome<(State, bool)> {
        let is_like = Rc::ptr_eq(&one.methods, &two.methods)
            && Rc::ptr_eq(&one.singletons, &two.singletons)
            && one.reopened == two.reopened
            && join_loaded(&one.constants, &mut two.constants, |_| true)
            && join_loaded(&one.classes, &mut two.classes, |it| it.fields.is_empty() && it.variables.is_empty());
        if !is_like {
            return Err(Stop::Unknown);
        }
        for name in one.loaded {
            if !two.loaded.contains(&name) {
                two.loaded.push(name);
            }
        }
        let mut is_changed = false;
        let matched = match (&one.matched, &two.matched) {
            (LastMatch::None, LastMatch::None) => LastMatch::None,
            (LastMatch::Some(a), LastMatch::Some(b)) if Rc::ptr_eq(a, b) => LastMatch::Some(a.clone()),
            _ => LastMatch::Unknown,
        };
        is_changed |= matches!(matched, LastMatch::Unknown) && !matches!(two.matched, LastMatch::Unknown);
        let status = joined(&one.status, &two.status, lost);
        is_changed |= !same(&status, &two.status);
        let (one, mut all) = (one.instances, two.instances);
        for (name, other) in &mut all {
            let value = match one.get(name) {
                Some(value) => Some(value.clone()),
                // The other way has read it, or assigned it.
                None => of_host(ruby, name)?,
            };
            if value.as_ref().is_some_and(|it| same(it, other)) {
                continue;
            }
            is_changed |= !matches!(other, Value::Unknown);
            lost.extend(value);
            lost.push(std::mem::replace(other, Value::Unknown));
        }
        for (name, value) in one {
            if all.contains_key(&name) {
                continue;
            }
            let is_read = of_host(ruby, &name)?.is_some_and(|it| same(&it, &value));
            is_changed |= !is_read;
            if !is_read {
                lost.push(value.clone());
            }
            all.insert(name, if is_read { value } else { Value::Unknown });
        }
        two.instances = all;
        Ok((State { matched, status, ..two }, is_changed))
    }
}

/// Joins what two ways have defined. They may have loaded parts of Ruby's library, each on its own, and nothing else.
fn join_loaded<T: Clone + Defined>(one: &Rc<FxHashMap<Name, T>>, two: &mut Rc<FxHashMap<Name, T>>, is_plain: impl Fn(&T) -> bool) -> bool {
    if Rc::ptr_eq(one, two) {
        return true;
    }
    let is_of_library = |name: &Name, value: &T| crate::load::library(name.split("::").next().unwrap_or(name)).is_some() && is_plain(value);
    let is_new = |other: &FxHashMap<Name, T>, name: &Name, value: &T| match other.get(name) {
        Some(other) => other.is_same(value) || is_of_library(name, value) && is_plain(other),
        None => is_of_library(name, value),
    };
    if !one.iter().all(|(name, value)| is_new(two, name, value)) || !two.iter().all(|(name, value)| is_new(one, name, value)) {
        return false;
    }
    let missing: Vec<(Name, T)> =
        one.iter().filter(|it| !two.contains_key(it.0)).map(|(name, value)| (name.clone(), value.clone())).collect();
    if !missing.is_empty() {
        Rc::make_mut(two).extend(missing);
    }
    true
}

/// Something that code defines.
trait Defined {
    fn is_same(&self, other: &Self) -> bool;
}

impl Defined for Value {
    fn is_same(&self, other: &Value) -> bool {
        same(self, other)
    }
}

impl Defined for Rc<Class> {
    fn is_same(&self, other: &Rc<Class>) -> bool {
        Rc::ptr_eq(self, other)
    }
}

/// A variable of the outermost `self` that no code has read or assigned yet.
fn of_host(ruby: &mut Ruby<'_>, name: &Name) -> Outcome<Option<Value>> {
    ruby.host.instance(&ruby.heap, name.strip_prefix('@').unwrap_or(name))
}

/// Where an evaluation is.
pub struct Position {
    scope: Rc<Scope>,
    file: Name,
    at: u32,
    caller: (u32, Name),
    depth: u32,
    nesting: u32,
    inspected: usize,
    rescued: usize,
}

impl Position {
    pub fn current(ruby: &Ruby<'_>) -> Position {
        Position {
            scope: ruby.scope.clone(),
            file: ruby.file.clone(),
            at: ruby.at,
            caller: ruby.caller.clone(),
            depth: ruby.depth,
            nesting: ruby.nesting,
            inspected: ruby.inspected.len(),
            rescued: ruby.rescued.len(),
        }
    }

    /// Goes back to it.
    pub fn restore(self, ruby: &mut Ruby<'_>) {
        ruby.scope = self.scope;
        ruby.file = self.file;
        ruby.at = self.at;
        ruby.caller = self.caller;
        ruby.depth = self.depth;
        ruby.nesting = self.nesting;
        ruby.inspected.truncate(self.inspected);
        ruby.rescued.truncate(self.rescued);
    }
}
