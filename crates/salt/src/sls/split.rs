//! Rendered data of one file, split into includes, `extend`, `exclude` and IDs.

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::{Frame, Loader};
use crate::high::{Body, Declared, Module, Modules, iterate};
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem};
use crate::python;
use crate::value::{Id, Key, Str, Value};

impl Loader<'_> {
    /// Splits what a file renders to into includes, extends, excludes and IDs.
    pub(super) fn split(&mut self, frame: &mut Frame, root: Id) -> Result<(), Box<Finding>> {
        let sls = frame.sls.clone();
        let at = self.heap.place(root);
        let Some(mut map) = self.heap.map(root).cloned() else {
            let problem = match self.heap.get(root) {
                Value::Unknown => Problem::unknown(&sls),
                _ => Problem::NotADictionary { sls },
            };
            let is_unknown = problem.is_undecided();
            frame.findings.push(Finding::new(problem, at));
            frame.has_state = false;
            frame.is_broken = !is_unknown;
            if !is_unknown {
                let contents = python::text(&self.heap, root).into();
                frame.findings.push(Finding::new(Problem::Contents { contents }, at));
            }
            return Ok(());
        };
        if let Some(slot) = map.get("include").copied() {
            match self.heap.list(slot.value).map(|it| it.iter().copied().collect()) {
                Some(items) => {
                    frame.includes = items;
                    map.shift_remove("include");
                }
                None if matches!(self.heap.get(slot.value), Value::Unknown) => {
                    frame.findings.push(Finding::new(Problem::unknown(&sls), slot.key));
                    map.shift_remove("include");
                }
                None => frame.findings.push(Finding::new(Problem::IncludeNotList { sls: sls.clone() }, slot.key)),
            }
        }
        for name in ["extend", "exclude"] {
            if let Some(slot) = map.get(name).copied().filter(|it| matches!(self.heap.get(it.value), Value::Unknown)) {
                frame.findings.push(Finding::new(Problem::unknown(&sls), slot.key));
                map.shift_remove(name);
            }
        }
        if map.contains_key("extend") || map.contains_key("exclude") {
            self.includes.altering.push(sls.clone());
        }
        if let Some(slot) = map.shift_remove("extend") {
            self.split_extend(frame, &sls, slot.key, slot.value)?;
        }
        if let Some(slot) = map.shift_remove("exclude") {
            if self.heap.list(slot.value).is_none() {
                frame.findings.push(Finding::new(Problem::ExcludeNotList { sls: sls.clone() }, slot.key));
            }
            frame.high.excludes = true;
            frame.high.exclude = iterate(&mut self.heap, slot.value)?.into_vec();
        }
        // An alias is the same map, of which Salt splits the keys only once.
        let mut first: FxHashMap<Id, Key> = FxHashMap::with_capacity_and_hasher(map.len(), FxBuildHasher);
        frame.high.ids.reserve(map.len());
        for (id, slot) in map {
            let known = first.get(&slot.value).and_then(|it| frame.high.ids.get_mut(it));
            let declared = match known {
                Some(Declared::Body(body)) if self.heap.map(slot.value).is_some() => {
                    body.is_shared = true;
                    Declared::Body(Body { at: slot.key, ..body.clone() })
                }
                _ => self.declared(frame, &sls, &id, slot.key, slot.value)?,
            };
            first.entry(slot.value).or_insert_with(|| id.clone());
            frame.high.ids.insert(id, declared);
        }
        Ok(())
    }

    fn split_extend(&mut self, frame: &mut Frame, sls: &Str, at: Span, value: Id) -> Result<(), Box<Finding>> {
        let Some(names) = self.heap.map(value).cloned() else {
            frame.findings.push(Finding::new(Problem::ExtendNotMap { sls: sls.clone() }, at));
            return Ok(());
        };
        for (name, slot) in names {
            if self.heap.map(slot.value).is_none() {
                let problem = Problem::ExtendNameNotMap { name: python::shared_key_text(&name), sls: sls.clone() };
                frame.findings.push(Finding::new(problem, slot.key));
                continue;
            }
            let modules = self.modules(slot.value, |_| false)?;
            frame.high.extend.push((name, Body { modules, ..Body::new(sls, slot.key) }));
        }
        Ok(())
    }

    /// The modules of an ID. Functions of dotted keys go into the lists of their modules, which come after the others, as Salt puts them.
    /// A key that the caller refuses stays as it is.
    fn modules(&mut self, value: Id, mut is_refused: impl FnMut(Called<'_>) -> bool) -> Result<Modules, Box<Finding>> {
        let mut found: SmallVec<[(Str, Module); 2]> = SmallVec::new();
        for (key, slot) in self.heap.map(value).into_iter().flatten() {
            let Key::Str(text) = key else { return Err(Finding::crash(Crash::Key, slot.key)) };
            if !text.starts_with("__") {
                found.push((text.clone(), Module { at: slot.key, value: slot.value }));
            }
        }
        let mut modules = Modules::default();
        modules.reserve_exact(found.len());
        let mut undotted: SmallVec<[(Str, Module); 2]> = SmallVec::new();
        for (key, module) in found {
            if key.starts_with('_') || self.heap.list(module.value).is_none() {
                modules.insert(key, module);
                continue;
            }
            let words = self.words(&key);
            let called = Called { module: words.as_ref().map_or(&key, |it| &it.0), is_dotted: words.is_some(), at: module.at };
            let is_refused = is_refused(called);
            match words.filter(|_| !is_refused) {
                Some((name, function)) => {
                    let function = self.heap.add(Value::Str(function), module.at);
                    if let Some(list) = self.heap.list_mut(module.value) {
                        list.push(function);
                    }
                    undotted.push((name, module));
                }
                None => {
                    modules.insert(key, module);
                }
            }
        }
        modules.extend(undotted);
        Ok(modules)
    }

    /// The module and the function of a dotted word. All states with the same word share them.
    fn words(&mut self, text: &Str) -> Option<(Str, Str)> {
        if let Some(known) = self.words.get(text) {
            return Some(known.clone());
        }
        let (module, function) = dotted(text)?;
        let words: (Str, Str) = (module.into(), function.into());
        self.words.insert(text.clone(), words.clone());
        Some(words)
    }

    fn declared(&mut self, frame: &mut Frame, sls: &Str, id: &Key, at: Span, value: Id) -> Result<Declared, Box<Finding>> {
        if self.heap.map(value).is_none() {
            if let Some(text) = self.heap.str(value).cloned()
                && let Some((module, function)) = self.words(&text)
            {
                let place = self.heap.place(value);
                let function = self.heap.add(Value::Str(function), place);
                let list = self.heap.add(Value::List(smallvec![function]), place);
                let modules = [(module, Module { at: place, value: list })].into_iter().collect();
                return Ok(Declared::Body(Body { modules, ..Body::new(sls, at) }));
            }
            let problem = match self.heap.get(value) {
                Value::Unknown => Problem::unknown(sls),
                _ => Problem::IdNotMap { id: python::shared_key_text(id), sls: sls.clone() },
            };
            frame.findings.push(Finding::new(problem, at));
            return Ok(Declared::Other(value));
        }
        let mut seen: FxHashSet<Str> = FxHashSet::default();
        // A module alone is like no other: there is nothing to remember.
        let has_more = self.heap.map(value).is_some_and(|it| it.len() > 1);
        let modules = self.modules(value, |called| {
            if called.is_dotted && seen.contains(called.module) {
                let problem = Problem::SameModule { id: python::shared_key_text(id), sls: sls.clone() };
                frame.findings.push(Finding { problem, at: called.at, related: vec![at] });
                return true;
            }
            seen.extend(has_more.then(|| called.module.clone()));
            false
        })?;
        Ok(Declared::Body(Body { modules, ..Body::new(sls, at) }))
    }
}

/// A key under an ID.
struct Called<'k> {
    module: &'k Str,
    /// Whether the key has a function, too.
    is_dotted: bool,
    at: Span,
}

/// The first two parts of what has a dot.
fn dotted(text: &str) -> Option<(&str, &str)> {
    let mut parts = text.split('.');
    let first = parts.next()?;
    parts.next().map(|second| (first, second))
}
