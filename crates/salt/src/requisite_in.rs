//! `require_in` and its kind, `use` and `use_in`: requisites that change other states become extends.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::smallvec;

use crate::advice::{Advice, Dropped};
use crate::chunk::written;
use crate::compile::Options;
use crate::extend::{self, find_name};
use crate::high::{Body, High, Module, iterate};
use crate::includers::Includers;
use crate::place::Span;
use crate::problem::{Crash, Finding, Problem, Release};
use crate::python;
use crate::requisite::is_requisite_in;
use crate::value::{Heap, Id, Items, Key, Map, Slot, Str, Value};
use crate::work::{EDGE, Work};

/// Additions of others' requisites to one ID.
#[derive(Default)]
struct Additions {
    at: Option<Span>,
    sls: Option<Str>,
    modules: IndexMap<Str, Lists, FxBuildHasher>,
}

/// The arguments for a module.
#[derive(Default)]
struct Lists {
    arguments: Items,
    /// Where a requisite stands among the arguments, so that more of its kind are put there.
    requisites: FxHashMap<Str, Vec<usize>>,
}

/// A state that a requisite names.
type Target = (Key, Str);

pub fn apply(
    heap: &mut Heap,
    high: &mut High,
    options: &Options,
    findings: &mut Vec<Finding>,
    notes: &mut Vec<Finding>,
) -> Result<(), Box<Finding>> {
    let release = options.release;
    let mut work = statements(heap, high, release)?;
    work.retain(|it| !options.is_disabled(&it.name));
    if work.is_empty() {
        return Ok(());
    }
    let mut pass = Pass { heap, high, release, findings, notes, additions: IndexMap::default(), names: None, work: Work::default() };
    for it in work {
        pass.statement(&it)?;
    }
    let pieces: Vec<(Key, Body)> =
        std::mem::take(&mut pass.additions).into_iter().map(|(id, additions)| (id, additions.body(pass.heap))).collect();
    extend::apply(heap, high, pieces, true, findings)
}

/// An argument that changes other states.
struct Statement {
    id: Key,
    module: Str,
    /// The argument's list.
    own: Id,
    sls: Str,
    name: Str,
    /// Where the name stands.
    at: Span,
    value: Id,
}

fn statements(heap: &mut Heap, high: &High, release: Release) -> Result<Vec<Statement>, Box<Finding>> {
    let mut found = Vec::new();
    for (id, body) in high.bodies() {
        for (module, own) in &body.modules {
            if module.starts_with("__") {
                continue;
            }
            for argument in iterate(heap, own.value)? {
                let Some((Key::Str(name), slot)) = heap.first(argument) else { continue };
                if is_requisite_in(name) || (!release.has_graph() && &**name == "prereq") {
                    let (name, at, value) = (name.clone(), slot.key, slot.value);
                    found.push(Statement { id: id.clone(), module: module.clone(), own: own.value, sls: body.sls(), name, at, value });
                }
            }
        }
    }
    Ok(found)
}

impl Additions {
    fn body(self, heap: &mut Heap) -> Body {
        let at = self.at.unwrap_or(Span::NONE);
        let modules = self.modules.into_iter().map(|(name, lists)| {
            let value = heap.add(Value::List(lists.arguments), at);
            (name, Module { at, value })
        });
        Body { at, sls: self.sls, included_from: Includers::default(), modules: modules.collect(), is_numbered: true, is_shared: false }
    }
}

struct Pass<'a> {
    heap: &'a mut Heap,
    high: &'a High,
    release: Release,
    findings: &'a mut Vec<Finding>,
    notes: &'a mut Vec<Finding>,
    additions: IndexMap<Key, Additions, FxBuildHasher>,
    /// The first state with each `name`, made when first needed.
    names: Option<FxHashMap<Key, Target>>,
    work: Work,
}

impl Pass<'_> {
    fn find(&mut self, problem: Problem, at: Span) {
        self.findings.push(Finding::new(problem, at));
    }

    fn drop(&mut self, it: &Statement, target: Str, why: Dropped, at: Span) {
        let advice = Advice::Dropped { requisite: it.name.clone(), target, why };
        self.notes.push(Finding::new(Problem::Advice(advice), at));
    }

    fn statement(&mut self, it: &Statement) -> Result<(), Box<Finding>> {
        // What stands before the underscore: `use_in` is a `use` in messages.
        let requisite: Str = it.name.split('_').next().unwrap_or_default().into();
        match self.heap.get(it.value).clone() {
            Value::Map(map) => self.single(it, &requisite, &map),
            Value::List(items) => self.list(it, &requisite, &items),
            Value::Null | Value::Unknown => Ok(()),
            _ => {
                self.drop(it, python::text(self.heap, it.value).into(), Dropped::NotList, it.at);
                Ok(())
            }
        }
    }

    /// Written as a map, without dashes.
    fn single(&mut self, it: &Statement, requisite: &Str, map: &Map) -> Result<(), Box<Finding>> {
        for (kind, slot) in map {
            let at = slot.key;
            let Some(name) = self.heap.key(slot.value) else { return Err(Finding::crash(Crash::Unhashable, at)) };
            let Some(module) = kind.as_str() else { return Err(Finding::crash(Crash::Key, at)) };
            self.additions.entry(name.clone()).or_default();
            let mut target: Str = module.into();
            if let Some((before, _)) = module.split_once('.') {
                let problem = Problem::DottedIn {
                    requisite: requisite.clone(),
                    module: module.into(),
                    id: python::shared_key_text(&name),
                    sls: it.sls.clone(),
                    as_map: true,
                };
                self.find(problem, at);
                target = before.into();
            }
            self.require(it, requisite, &(name, target), at);
        }
        Ok(())
    }

    fn list(&mut self, it: &Statement, requisite: &Str, items: &[Id]) -> Result<(), Box<Finding>> {
        // Salt goes over all targets so far again for each item.
        let mut targets: Vec<Target> = Vec::new();
        for item in items {
            let at = self.heap.place(*item);
            let (module, name) = match self.heap.get(*item) {
                Value::Map(map) => match map.first() {
                    None => continue,
                    Some((Key::Str(module), slot)) => {
                        let (module, name) = (module.clone(), slot.value);
                        if let Some((key, slot)) = map.get_index(1) {
                            let target = format!("{}: {}", python::key_text(key), python::text(self.heap, slot.value));
                            let at = slot.key;
                            self.drop(it, target.into(), Dropped::SecondKey, at);
                        }
                        (module, name)
                    }
                    Some(_) => return Err(Finding::crash(Crash::Key, at)),
                },
                _ => {
                    let Some(name) = self.heap.key(*item) else { return Err(Finding::crash(Crash::Unhashable, at)) };
                    let Some((id, module)) = self.bare(&name, at)? else {
                        self.drop(it, python::shared_key_text(&name), Dropped::NoState, at);
                        continue;
                    };
                    let id = self.heap.add(id.to_value(), at);
                    (module, id)
                }
            };
            if &*module == "sls" {
                self.work.charge(self.high.ids.len(), at)?;
                targets = self.of_sls(name);
                if targets.is_empty() && self.heap.str(name).is_some() {
                    self.drop(it, written(self.heap, *item), Dropped::NoState, at);
                }
            } else {
                let Some(key) = self.heap.key(name) else { return Err(Finding::crash(Crash::Unhashable, at)) };
                targets.push((key, module.clone()));
            }
            if module.contains('.') {
                let problem = Problem::DottedIn {
                    requisite: requisite.clone(),
                    module: module.clone(),
                    id: python::text(self.heap, name).into(),
                    sls: it.sls.clone(),
                    as_map: false,
                };
                self.find(problem, at);
            }
            self.work.charge(targets.len().saturating_mul(EDGE), at)?;
            for target in &targets {
                if matches!(&*it.name, "use" | "use_in") {
                    self.work.charge(self.high.ids.len(), at)?;
                }
                match &*it.name {
                    "use" => self.use_of(it, target, at)?,
                    "use_in" => self.use_in(it, target, at)?,
                    "prereq" => self.prerequired(it, target, at)?,
                    name => {
                        if name == "prereq_in" && !self.release.has_graph() {
                            let argument = prerequired(self.heap, &target.1, &target.0, at);
                            self.add(&it.id, &it.module, at, argument);
                        }
                        self.require(it, requisite, target, at);
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds the target of a bare text: an ID with its first module, or the first state with such a `name`; silently nothing.
    fn bare(&mut self, name: &Key, at: Span) -> Result<Option<Target>, Box<Finding>> {
        if let Some(found) = self.high.ids.get(name) {
            return match found.body().and_then(|it| it.modules.keys().next()) {
                Some(module) => Ok(Some((name.clone(), module.clone()))),
                None => Err(Finding::crash(Crash::Empty, at)),
            };
        }
        if !self.high.exclude.is_empty() {
            return Err(Finding::crash(Crash::BareWithExclude, at));
        }
        if self.names.is_none() {
            self.names = Some(named(self.heap, self.high));
        }
        Ok(self.names.as_ref().and_then(|it| it.get(name)).cloned())
    }

    fn of_sls(&self, name: Id) -> Vec<Target> {
        let Some(sls) = self.heap.str(name) else { return Vec::new() };
        let bodies = self.high.bodies().filter(|(_, body)| body.sls.as_ref() == Some(sls));
        bodies.flat_map(|(id, body)| body.modules.keys().map(|it| (id.clone(), it.clone()))).collect()
    }

    /// Adds a requisite on this state to another one.
    fn require(&mut self, it: &Statement, requisite: &Str, (name, module): &Target, at: Span) {
        let item = {
            let id = self.heap.add(it.id.to_value(), at);
            self.heap.single(Key::Str(it.module.clone()), at, id)
        };
        let additions = self.additions.entry(name.clone()).or_default();
        additions.at.get_or_insert(at);
        additions.sls = Some(it.sls.clone());
        let lists = additions.modules.entry(module.clone()).or_default();
        if let Some(places) = lists.requisites.get(requisite) {
            for place in places {
                let list = lists.arguments.get(*place).and_then(|it| self.heap.entry(*it, requisite));
                if let Some(list) = list.and_then(|it| self.heap.list_mut(it)) {
                    list.push(item);
                }
            }
            return;
        }
        let list = self.heap.add(Value::List(smallvec![item]), at);
        let argument = self.heap.single(Key::Str(requisite.clone()), at, list);
        lists.requisites.insert(requisite.clone(), vec![lists.arguments.len()]);
        lists.arguments.push(argument);
    }

    /// Adds an argument to a state.
    fn add(&mut self, id: &Key, module: &Str, at: Span, argument: Id) {
        let name = self.heap.first(argument).and_then(|(key, _)| key.as_str().map(Str::from));
        let additions = self.additions.entry(id.clone()).or_default();
        additions.at.get_or_insert(at);
        let lists = additions.modules.entry(module.clone()).or_default();
        if let Some(name) = name {
            lists.requisites.entry(name).or_default().push(lists.arguments.len());
        }
        lists.arguments.push(argument);
    }

    fn touch(&mut self, id: &Key, module: &Str) {
        self.additions.entry(id.clone()).or_default().modules.entry(module.clone()).or_default();
    }

    /// The states whose arguments are copied, or who get copies; silently none.
    fn used(&mut self, it: &Statement, name: &Key, module: &Str, at: Span) -> Result<Vec<Key>, Box<Finding>> {
        let ids = find_name(self.heap, self.high, name, module, true)?;
        if ids.is_empty() {
            self.drop(it, format!("{module}: {}", python::key_text(name)).into(), Dropped::NoState, at);
        }
        Ok(ids)
    }

    /// Copies the arguments of another state into this one.
    fn use_of(&mut self, it: &Statement, (name, module): &Target, at: Span) -> Result<(), Box<Finding>> {
        for id in self.used(it, name, module, at)? {
            let known = names_of(self.heap, Some(it.own));
            self.touch(&it.id, &it.module);
            let Some(from) = self.high.body(&id).and_then(|it| it.modules.get(module)).map(|it| it.value) else { continue };
            self.copy(from, &known, &it.id, &it.module)?;
        }
        Ok(())
    }

    /// Copies the arguments of this state into another one.
    fn use_in(&mut self, it: &Statement, (name, module): &Target, at: Span) -> Result<(), Box<Finding>> {
        for id in self.used(it, name, module, at)? {
            let list = self.high.body(&id).and_then(|it| it.modules.get(module)).map(|it| it.value);
            let known = names_of(self.heap, list);
            self.touch(&id, module);
            self.copy(it.own, &known, &id, module)?;
        }
        Ok(())
    }

    fn copy(&mut self, from: Id, known: &FxHashSet<Key>, id: &Key, module: &Str) -> Result<(), Box<Finding>> {
        for argument in iterate(self.heap, from)? {
            let Some(map) = self.heap.map(argument).filter(|it| it.len() == 1) else { continue };
            let Some((name, _)) = map.first() else { continue };
            if known.contains(name) || name.as_str().is_some_and(is_own) {
                continue;
            }
            self.add(id, module, Span::NONE, argument);
        }
        Ok(())
    }

    /// Before 3008 the state that a `prereq` names gets a `prerequired`.
    fn prerequired(&mut self, it: &Statement, (name, module): &Target, at: Span) -> Result<(), Box<Finding>> {
        for id in find_name(self.heap, self.high, name, module, true)? {
            let argument = prerequired(self.heap, &it.module, &it.id, at);
            self.add(&id, module, at, argument);
        }
        Ok(())
    }
}

fn prerequired(heap: &mut Heap, module: &Str, id: &Key, at: Span) -> Id {
    let id = heap.add(id.to_value(), at);
    let item = heap.single(Key::Str(module.clone()), at, id);
    let list = heap.add(Value::List(smallvec![item]), at);
    heap.single(Key::text("prerequired"), at, list)
}

/// Whether `use` skips an argument.
fn is_own(name: &str) -> bool {
    is_requisite_in(name) || matches!(name, "require" | "watch" | "prereq" | "onfail" | "onfail_stop" | "onchanges" | "name" | "names")
}

/// The names of the arguments of a state.
fn names_of(heap: &Heap, list: Option<Id>) -> FxHashSet<Key> {
    let items = list.and_then(|it| heap.list(it)).into_iter().flatten();
    items.filter_map(|it| heap.map(*it).filter(|it| it.len() == 1)?.first().map(|(key, _)| key.clone())).collect()
}

/// The first state with each `name` argument.
fn named(heap: &Heap, high: &High) -> FxHashMap<Key, Target> {
    let mut names = FxHashMap::default();
    for (id, body) in high.bodies() {
        for (module, found) in &body.modules {
            for argument in heap.list(found.value).into_iter().flatten() {
                if let Some(Slot { value, .. }) = heap.map(*argument).and_then(|it| it.get("name").copied())
                    && let Some(name) = heap.key(value)
                {
                    names.entry(name).or_insert_with(|| (id.clone(), module.clone()));
                }
            }
        }
    }
    names
}
