//! Whether high data has the form that Salt needs.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::high::{Body, Declared, High, Module};
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem, Release};
use crate::python;
use crate::requisite::is_requisite;
use crate::value::{Heap, Id, Key, Str, Value};

/// Requisites of an ID that releases before 3008 remember: one name for each, and one module for each name.
type Direct = IndexMap<Key, Seen, FxBuildHasher>;

struct Seen {
    module: Str,
    /// By the value of the requisite. A value `state` is the module itself: Salt keeps both in one map.
    names: IndexMap<Key, Key, FxBuildHasher>,
}

pub fn verify(heap: &Heap, high: &High, release: Release, findings: &mut Vec<Finding>) -> Result<(), Box<Finding>> {
    let mut verifier = Verifier { heap, release, findings, direct: Direct::default() };
    for (id, declared) in &high.ids {
        let Declared::Body(body) = declared else { continue };
        if let Key::Str(text) = id {
            if text.starts_with("__") {
                continue;
            }
        } else {
            let problem = Problem::IdNotString { id: python::shared_key_text(id), sls: body.sls(), class: python::class_of(id) };
            verifier.find(problem, body.at);
        }
        verifier.body(id, body)?;
    }
    Ok(())
}

struct Verifier<'a> {
    heap: &'a Heap,
    release: Release,
    findings: &'a mut Vec<Finding>,
    direct: Direct,
}

impl Verifier<'_> {
    fn find(&mut self, problem: Problem, at: Span) {
        self.findings.push(Finding::new(problem, at));
    }

    fn body(&mut self, id: &Key, body: &Body) -> Result<(), Box<Finding>> {
        for (name, module) in &body.modules {
            self.module(id, body, name, *module)?;
        }
        Ok(())
    }

    fn module(&mut self, key: &Key, body: &Body, module: &Str, found: Module) -> Result<(), Box<Finding>> {
        let (id, sls) = (python::shared_key_text(key), body.sls());
        let list = match self.heap.get(found.value) {
            Value::Null => {
                self.find(Problem::TrailingColon { id, sls, module: module.clone() }, found.at);
                return Ok(());
            }
            Value::List(list) => list,
            _ => {
                self.find(Problem::NotAList { id, sls }, found.at);
                return Ok(());
            }
        };
        let mut functions: SmallVec<[Str; 2]> = module.split_once('.').map(|(_, it)| it.into()).into_iter().collect();
        for argument in list {
            let at = self.heap.place(*argument);
            match self.heap.get(*argument) {
                Value::Str(text) => {
                    functions.push(text.clone());
                    if text.trim().contains(' ') {
                        self.find(Problem::Whitespace { function: text.clone(), id: id.clone(), sls: sls.clone() }, at);
                    }
                }
                Value::Map(map) => {
                    let Some((first, slot)) = map.first() else { return Err(Finding::crash(Crash::Empty, at)) };
                    if first.is("names") && self.heap.list(slot.value).is_none() {
                        self.find(Problem::NamesNotList { id: id.clone(), sls: sls.clone() }, slot.key);
                    }
                    let Some(name) = first.as_str() else { continue };
                    if !self.is_verified(name) {
                        continue;
                    }
                    self.requisites(key, body, module, name, slot.key, slot.value)?;
                    if map.len() != 1 {
                        self.find(Problem::SeveralKeys { id: id.clone(), sls: sls.clone() }, at);
                    }
                }
                _ => {}
            }
        }
        match functions.len() {
            0 if !self.release.has_graph() && matches!(&**module, "require" | "watch") => {}
            0 => self.find(Problem::NoFunction { id, sls }, found.at),
            1 => {}
            _ => self.find(Problem::SeveralFunctions { id, sls, functions: functions.into_vec() }, found.at),
        }
        Ok(())
    }

    fn is_verified(&self, name: &str) -> bool {
        if self.release.has_graph() { is_requisite(name) } else { matches!(name, "require" | "watch" | "prereq" | "onchanges") }
    }

    fn requisites(&mut self, key: &Key, body: &Body, module: &Str, name: &str, at: Span, value: Id) -> Result<(), Box<Finding>> {
        let (id, sls) = (python::shared_key_text(key), body.sls());
        let Some(list) = self.heap.list(value) else {
            self.find(Problem::RequisiteNotList { requisite: name.into(), id, sls }, at);
            return Ok(());
        };
        if !self.release.has_graph() {
            self.direct.insert(key.clone(), Seen { module: module.clone(), names: IndexMap::default() });
        }
        for item in list {
            let at = self.heap.place(*item);
            // A text is the ID or the name of a state of any module.
            let (kind, target) = match self.heap.get(*item) {
                Value::Str(_) => (Key::text("id"), *item),
                Value::Map(map) if map.len() == 1 || (!self.release.has_graph() && !map.is_empty()) => match map.first() {
                    Some((kind, slot)) => (kind.clone(), slot.value),
                    None => continue,
                },
                Value::Map(map) if map.is_empty() && !self.release.has_graph() => return Err(Finding::crash(Crash::Empty, at)),
                _ => {
                    let requisite = python::text(self.heap, *item).into();
                    self.find(Problem::RequisiteNotSingle { requisite, id: id.clone(), sls: sls.clone() }, at);
                    continue;
                }
            };
            let Some(text) = kind.as_str() else { return Err(Finding::crash(Crash::Key, at)) };
            if text.contains('.') {
                self.find(Problem::DottedRequisite { module: text.into(), id: id.clone(), sls: sls.clone() }, at);
            }
            let Some(target) = self.heap.key(target) else {
                let value = python::text(self.heap, target).into();
                self.find(Problem::IllegalRequisite { value, sls: sls.clone() }, at);
                continue;
            };
            if !self.release.has_graph() {
                self.direct(key, module, &kind, &target, &sls, at);
            }
        }
        Ok(())
    }

    /// Releases before 3008 find cycles of two states here, and others while they run.
    fn direct(&mut self, id: &Key, module: &Str, kind: &Key, target: &Key, sls: &Str, at: Span) {
        let Some(own) = self.direct.get_mut(id) else { return };
        if target.is("state") {
            if let Some(text) = kind.as_str() {
                own.module = text.into();
            }
        } else {
            own.names.insert(target.clone(), kind.clone());
        }
        let Some(other) = self.direct.get(target) else { return };
        let back = if id.is("state") { Some(Key::Str(other.module.clone())) } else { other.names.get(id).cloned() };
        let is_module = kind.is(&other.module);
        if back.is_some_and(|it| it.is(module)) && is_module {
            let problem =
                Problem::DirectRecursion { sls: sls.clone(), id: python::shared_key_text(id), other: python::shared_key_text(target) };
            self.find(problem, at);
        }
    }
}
