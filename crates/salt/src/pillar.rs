//! Pillar files: rendered like states, and merged by their own top file.

pub mod keys;

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use world::World;

use crate::absent::Absent;
use crate::compile::Options;
use crate::place::{Files, Span};
use crate::problem::{Finding, Problem, Unsupported};
use crate::sls::Loader;
use crate::target::Minion;
use crate::template::{self, Templates};
use crate::top;
use crate::tree::Tree;
use crate::value::{Heap, Id, Key, Map, Slot, Str, Value};

/// The pillar of a minion, or what is wrong with its files.
pub struct Pillar {
    pub heap: Heap,
    pub data: Id,
    pub files: Files,
    pub findings: Vec<Finding>,
}

/// Reads the pillar that files give a minion, with data under it and over it: that of a configuration, and that of a command.
///
/// That data is of the minion's heap. Salt reads the files a second time for the data of a command: they see the pillar of the first time
/// then, and it stays below what they give.
pub fn read(world: &dyn World, roots: &[PathBuf], minion: &Minion, under: Option<Id>, over: Option<Id>) -> Pillar {
    let tree = Tree::open(world, roots);
    let mut inner = minion.clone();
    inner.pillar = under.unwrap_or_else(|| inner.heap.add(Value::Map(Map::default()), Span::NONE));
    let first = read_once(world, &tree, &inner, None);
    if over.is_none() || !first.findings.is_empty() {
        return first;
    }
    inner.set_pillar(&first);
    read_once(world, &tree, &inner, over)
}

/// Reads the files for a minion with the pillar that they see, which is below what they give.
fn read_once(world: &dyn World, tree: &Tree, minion: &Minion, over: Option<Id>) -> Pillar {
    let templates = Templates::new(world, tree, minion);
    let mut loader = Loader::new(world, tree, &templates, &Options::default());
    let loaded = top::load(&mut loader, minion);
    let names = match loaded {
        Ok(names) => names,
        Err(failure) => {
            loader.findings.push(*failure);
            Vec::new()
        }
    };
    // Without a top file there is no pillar, which is no mistake.
    loader.findings.retain(|it| !matches!(it.problem, Problem::TopNothing));
    let mut reader = Reader { loader, known: FxHashMap::default(), open: Vec::new(), merged: FxHashMap::default() };
    let mut whole = crate::data::copied(&mut reader.loader.heap, &minion.heap, minion.pillar);
    for (pattern, at) in names {
        for name in tree.named(&pattern) {
            if let Some(data) = reader.file(&name, at) {
                whole = reader.merge(whole, data);
            }
        }
    }
    if let Some(over) = over {
        let given = crate::data::copied(&mut reader.loader.heap, &minion.heap, over);
        whole = reader.merge(whole, given);
    }
    // Files that include others under several keys have data that grows with each level.
    if !reader.loader.heap.is_within(whole, template::MAX_VALUES, template::MAX_DEPTH) {
        let what = "the pillar is too large (limits: 1,000,000 values, 250 levels)";
        reader.find(Problem::TooLarge { what: what.into() }, Span::NONE);
    }
    let Loader { mut heap, files, findings, .. } = reader.loader;
    if !findings.is_empty() {
        whole = heap.add(Value::Unknown, Span::NONE);
    }
    Pillar { heap, data: whole, files, findings }
}

/// Reports what is wrong in one file of pillar data, whichever minion gets it: text that does not render, or is no YAML mapping.
///
/// Checks a pillar file; undecided questions are not reported: secrets and data of other sources are what pillar files are for.
pub fn check(world: &dyn World, tree: &Tree, minion: &Minion, name: &Str) -> (Files, Vec<Finding>) {
    let mut heap = minion.heap.clone();
    // A command and external sources give pillar files a pillar to see.
    let pillar = heap.add(Value::Unknown, Span::NONE);
    let inner = Minion { heap, pillar, ..minion.clone() };
    let templates = Templates::new(world, tree, &inner);
    let mut loader = Loader::new(world, tree, &templates, &Options::default());
    let Some((below, path)) = tree.state(name) else { return Default::default() };
    match loader.data(name, below, path) {
        Ok(Some(root)) => {
            let is_mapping = matches!(loader.heap.get(root), Value::Map(_) | Value::Unknown) || !loader.heap.is_truthy(root);
            if !is_mapping {
                let at = loader.heap.place(root);
                loader.findings.push(Finding::new(Problem::NotADictionary { sls: name.clone() }, at));
            }
        }
        Ok(None) => {}
        Err(finding) => loader.findings.push(finding),
    }
    loader.findings.retain(|it| !it.problem.is_undecided());
    (loader.files, loader.findings)
}

struct Reader<'w> {
    loader: Loader<'w>,
    known: FxHashMap<Str, Option<Id>>,
    /// The files that are being read.
    open: Vec<Str>,
    /// Merged values: files that share data are merged once.
    merged: FxHashMap<(Id, Id), Id>,
}

/// Pillar files include each other no deeper.
const MAX_DEPTH: usize = 100;

impl Reader<'_> {
    fn merge(&mut self, under: Id, over: Id) -> Id {
        merge(&mut self.loader.heap, &mut self.merged, under, over, 0)
    }

    fn find(&mut self, problem: Problem, at: Span) {
        self.loader.findings.push(Finding::new(problem, at));
    }

    /// The data of a file, with what it includes under it.
    fn file(&mut self, sls: &Str, at: Span) -> Option<Id> {
        if let Some(known) = self.known.get(sls) {
            return *known;
        }
        let Some((below, path)) = self.loader.tree.state(sls) else {
            let absent = Absent::of_sls(self.loader.tree, sls, self.loader.findings.len());
            self.find(Problem::MissingSls { sls: sls.clone(), absent }, at);
            return None;
        };
        if self.open.len() > MAX_DEPTH {
            let what = Unsupported::Yaml("pillar files include each other too deeply (limit 100)".into());
            self.find(Problem::Unsupported { sls: sls.clone(), what }, at);
            return None;
        }
        // Whoever includes it while it is being read gets what is not known yet.
        self.known.insert(sls.clone(), None);
        let root = match self.loader.data(sls, below, path) {
            Ok(root) => root?,
            Err(finding) => {
                self.loader.findings.push(finding);
                return None;
            }
        };
        if !self.loader.heap.is_truthy(root) {
            return None;
        }
        let Some(mut map) = self.loader.heap.map(root).cloned() else {
            let at = self.loader.heap.place(root);
            self.find(Problem::NotADictionary { sls: sls.clone() }, at);
            return None;
        };
        let mut includes = Vec::new();
        if let Some(slot) = map.get("include").copied() {
            match self.loader.heap.list(slot.value).map(<[Id]>::to_vec) {
                Some(items) => {
                    map.shift_remove("include");
                    includes = items;
                }
                None => self.find(Problem::IncludeNotList { sls: sls.clone() }, slot.key),
            }
        }
        self.open.push(sls.clone());
        let own = self.loader.heap.add(Value::Map(map), at);
        let mut parts = Vec::new();
        for item in includes {
            self.include(sls, below.ends_with("/init.sls"), item, &mut parts);
        }
        self.open.pop();
        parts.push(own);
        let mut parts = parts.into_iter();
        let mut whole = parts.next()?;
        for part in parts {
            whole = self.merge(whole, part);
        }
        self.known.insert(sls.clone(), Some(whole));
        Some(whole)
    }

    fn include(&mut self, sls: &Str, is_init: bool, item: Id, parts: &mut Vec<Id>) {
        let at = self.loader.heap.place(item);
        let unsupported = |what: &str| Problem::Unsupported { sls: sls.clone(), what: Unsupported::Yaml(what.into()) };
        let (name, key) = match self.loader.heap.first(item) {
            None => (self.loader.heap.str(item).cloned(), None),
            Some((name, slot)) => {
                let name = name.as_str().map(Str::from);
                if self.loader.heap.entry(slot.value, "defaults").is_some() {
                    return self.find(unsupported("`defaults` of an include is not supported"), at);
                }
                let key = self.loader.heap.entry(slot.value, "key").and_then(|it| self.loader.heap.str(it)).cloned();
                (name, key)
            }
        };
        let Some(name) = name else { return self.find(unsupported("an include is no text"), at) };
        let mut targets = self.loader.tree.matching(&name.trim_start_matches('.').replace('/', "."));
        let full: Str = match name.strip_prefix('.') {
            Some(rest) => {
                let mut names: Vec<&str> = sls.split('.').collect();
                if !is_init {
                    names.pop();
                }
                names.push(rest);
                names.join(".").into()
            }
            None => name.clone(),
        };
        targets.extend(self.loader.tree.matching(&full));
        if targets.is_empty() {
            targets.push(full);
        }
        for target in targets {
            let Some(mut data) = self.file(&target, at) else { continue };
            for step in key.iter().flat_map(|it| it.rsplit(':')) {
                data = self.loader.heap.single(Key::text(step), at, data);
            }
            parts.push(data);
        }
    }
}

/// Merges the data of a command over that of a configuration.
pub fn merged(heap: &mut Heap, under: Id, over: Id) -> Id {
    merge(heap, &mut FxHashMap::default(), under, over, 0)
}

/// Merges data over other data: maps deep, all else replaced.
fn merge(heap: &mut Heap, merged: &mut FxHashMap<(Id, Id), Id>, under: Id, over: Id, depth: usize) -> Id {
    if let Some(known) = merged.get(&(under, over)) {
        return *known;
    }
    let (Some(a), Some(b)) = (heap.map(under).cloned(), heap.map(over).cloned()) else { return over };
    // Deeper data is refused as a whole.
    if depth > 2 * template::MAX_DEPTH {
        return over;
    }
    let mut whole = a;
    for (key, slot) in b {
        let value = match whole.get(&key) {
            Some(old) => merge(heap, merged, old.value, slot.value, depth + 1),
            None => slot.value,
        };
        whole.insert(key, Slot { key: slot.key, value });
    }
    let at = heap.place(over);
    let id = heap.add(Value::Map(whole), at);
    merged.insert((under, over), id);
    id
}
