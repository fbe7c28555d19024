//! Rendered data of one file, split into includes, `extend`, `exclude` and IDs.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{Frame, Loader};
use crate::high::{Body, Declared, Module, iterate};
use crate::includers::Includers;
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem};
use crate::python;
use crate::value::{Id, Key, Map, Str, Value};

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
            match self.heap.list(slot.value).cloned() {
                Some(items) => {
                    frame.includes = items.into();
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
            let Some(map) = self.heap.map(slot.value).cloned() else {
                let problem = Problem::ExtendNameNotMap { name: python::shared_key_text(&name), sls: sls.clone() };
                frame.findings.push(Finding::new(problem, slot.key));
                continue;
            };
            let mut body = self.body(sls, slot.key, &map)?;
            let keys: Vec<Str> = body.modules.keys().cloned().collect();
            for key in keys {
                let Some(module) = body.modules.get(&key).copied() else { continue };
                if key.starts_with('_') || self.heap.list(module.value).is_none() {
                    continue;
                }
                if let Some((name, function)) = dotted(&key) {
                    self.undot(&mut body, &key, name.into(), function);
                }
            }
            frame.high.extend.push((name, body));
        }
        Ok(())
    }

    /// Puts the function of a dotted key into its list.
    fn undot(&mut self, body: &mut Body, key: &Str, module: Str, function: &str) {
        let Some(found) = body.modules.shift_remove(key) else { return };
        let function = self.heap.text(function, found.at);
        if let Some(list) = self.heap.list_mut(found.value) {
            list.push(function);
        }
        body.modules.insert(module, found);
    }

    fn body(&self, sls: &Str, at: Span, map: &Map) -> Result<Body, Box<Finding>> {
        let mut body = Body {
            at,
            sls: Some(sls.clone()),
            included_from: Includers::default(),
            modules: IndexMap::with_capacity_and_hasher(map.len().max(1), FxBuildHasher),
            is_numbered: false,
            is_shared: false,
        };
        for (key, slot) in map {
            let Key::Str(text) = key else { return Err(Finding::crash(Crash::Key, slot.key)) };
            if !text.starts_with("__") {
                body.modules.insert(text.clone(), Module { at: slot.key, value: slot.value });
            }
        }
        Ok(body)
    }

    fn declared(&mut self, frame: &mut Frame, sls: &Str, id: &Key, at: Span, value: Id) -> Result<Declared, Box<Finding>> {
        let Some(map) = self.heap.map(value) else {
            if let Some(text) = self.heap.str(value).cloned()
                && let Some((module, function)) = dotted(&text)
            {
                let place = self.heap.place(value);
                let function = self.heap.text(function, place);
                let list = self.heap.add(Value::List(vec![function]), place);
                let mut body = self.body(sls, at, &Map::default())?;
                body.modules.insert(module.into(), Module { at: place, value: list });
                return Ok(Declared::Body(body));
            }
            let problem = match self.heap.get(value) {
                Value::Unknown => Problem::unknown(sls),
                _ => Problem::IdNotMap { id: python::shared_key_text(id), sls: sls.clone() },
            };
            frame.findings.push(Finding::new(problem, at));
            return Ok(Declared::Other(value));
        };
        let mut body = self.body(sls, at, map)?;
        let mut seen: FxHashSet<Str> = FxHashSet::default();
        let keys: SmallVec<[Str; 2]> = body.modules.keys().cloned().collect();
        // A module alone is like no other: there is nothing to remember.
        let has_more = keys.len() > 1;
        for key in keys {
            let Some(module) = body.modules.get(&key).copied() else { continue };
            if key.starts_with('_') || self.heap.list(module.value).is_none() {
                continue;
            }
            match dotted(&key) {
                Some((name, _)) if seen.contains(name) => {
                    let problem = Problem::SameModule { id: python::shared_key_text(id), sls: sls.clone() };
                    frame.findings.push(Finding { problem, at: module.at, related: vec![at] });
                }
                Some((name, function)) => {
                    let name = Str::from(name);
                    self.undot(&mut body, &key, name.clone(), function);
                    seen.extend(has_more.then_some(name));
                }
                None => seen.extend(has_more.then_some(key)),
            }
        }
        Ok(Declared::Body(body))
    }
}

/// The first two parts of what has a dot.
fn dotted(text: &str) -> Option<(&str, &str)> {
    let mut parts = text.split('.');
    let first = parts.next()?;
    parts.next().map(|second| (first, second))
}
