//! From SLS names to high data: files are rendered, split, and joined with what they include.

mod split;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use world::World;

use crate::compile::Options;
use crate::coverage::Includes;
use crate::high::{Body, Declared, High};
use crate::place::{File, FileId, Files, Span};
use crate::problem::{Crash, Finding, Problem, Release, YamlStage};
use crate::python;
use crate::read;
use crate::render::{Rendered, Renderer};
use crate::tree::{self, Tree};
use crate::value::{Heap, Id, Key, Str, Value};

/// The number of the first state without an `order`.
const FIRST_ORDER: i64 = 10_000;

/// Meaning of an include.
enum Included {
    Files(Vec<(Str, Span)>),
    Finding(Box<Finding>),
}

/// Reads the files of a run.
pub struct Loader<'w> {
    pub world: &'w dyn World,
    pub tree: &'w Tree,
    pub release: Release,
    pub auto_order: bool,
    pub renderer: &'w dyn Renderer,
    pub heap: Heap,
    pub files: Files,
    pub findings: Vec<Finding>,
    pub includes: Includes,
    /// Names of the files that were read.
    read: FxHashSet<Str>,
    next_order: i64,
}

/// A file whose includes are being read.
struct Frame {
    sls: Str,
    high: High,
    /// Whether the file lies as `init.sls`.
    is_init: bool,
    includes: VecDeque<Id>,
    targets: VecDeque<(Str, Span)>,
    findings: Vec<Finding>,
    /// Whether it has anything.
    has_state: bool,
    /// Whether it renders to something that is no map.
    is_broken: bool,
}

impl<'w> Loader<'w> {
    pub fn new(world: &'w dyn World, tree: &'w Tree, renderer: &'w dyn Renderer, options: &Options) -> Loader<'w> {
        Loader {
            world,
            tree,
            release: options.release,
            auto_order: options.auto_order,
            renderer,
            heap: Heap::default(),
            files: Files::default(),
            findings: Vec::new(),
            includes: Includes::default(),
            read: FxHashSet::default(),
            next_order: FIRST_ORDER,
        }
    }

    /// Reads all files that patterns match, with what they include.
    pub fn load(&mut self, patterns: &[(Str, Span)]) -> Result<High, Box<Finding>> {
        let mut whole = High::default();
        for (pattern, at) in patterns {
            for name in self.tree.named(pattern) {
                if self.read.contains(&name) {
                    continue;
                }
                let (high, mut findings) = self.file(name, *at)?;
                findings.extend(self.merge(&mut whole, high)?);
                for finding in &mut findings {
                    match &finding.problem {
                        Problem::MissingSls { sls, is_foreign } if sls == pattern => {
                            finding.problem = Problem::NoMatch { pattern: pattern.clone(), is_foreign: *is_foreign };
                        }
                        _ => {}
                    }
                }
                self.findings.append(&mut findings);
            }
        }
        self.drop_equal_extends(&mut whole);
        Ok(whole)
    }

    /// Reads one file and all that it includes.
    fn file(&mut self, sls: Str, at: Span) -> Result<(High, Vec<Finding>), Box<Finding>> {
        let mut stack = vec![self.open(sls, at)?];
        loop {
            let Some(top) = stack.last_mut() else { return Ok((High::default(), Vec::new())) };
            if let Some((target, at)) = top.targets.pop_front() {
                if !self.read.contains(&target) {
                    let frame = self.open(target, at)?;
                    stack.push(frame);
                }
            } else if let Some(include) = top.includes.pop_front() {
                match self.include(&top.sls, top.is_init, include)? {
                    Included::Files(targets) => {
                        let names = targets.iter().map(|it| it.0.clone());
                        self.includes.by_file.entry(top.sls.clone()).or_default().extend(names);
                        top.targets.extend(targets);
                    }
                    Included::Finding(finding) => top.findings.push(*finding),
                }
            } else {
                let Some(mut done) = stack.pop() else { return Ok((High::default(), Vec::new())) };
                if done.has_state {
                    self.number(&mut done.high);
                }
                let Some(parent) = stack.last_mut() else { return Ok((done.high, done.findings)) };
                if done.is_broken {
                    return Err(Finding::crash(Crash::Map, done.findings.first().map_or(Span::NONE, |it| it.at)));
                }
                if done.has_state {
                    if self.release.has_includers() {
                        included(&self.heap, &mut done.high, &parent.sls)?;
                    }
                    let findings = self.merge(&mut parent.high, done.high)?;
                    parent.findings.extend(findings);
                }
                parent.findings.append(&mut done.findings);
            }
        }
    }

    /// Renders one file and splits it.
    fn open(&mut self, sls: Str, at: Span) -> Result<Frame, Box<Finding>> {
        let mut frame = Frame {
            sls: sls.clone(),
            high: High::default(),
            is_init: false,
            includes: VecDeque::new(),
            targets: VecDeque::new(),
            findings: Vec::new(),
            has_state: false,
            is_broken: false,
        };
        self.read.insert(sls.clone());
        self.includes.by_file.entry(sls.clone()).or_default();
        let Some((below, path)) = self.tree.state(&sls) else {
            let is_foreign = self.tree.is_foreign(&sls.replace('.', "/"));
            frame.findings.push(Finding::new(Problem::MissingSls { sls, is_foreign }, at));
            return Ok(frame);
        };
        frame.is_init = below.ends_with("/init.sls");
        let root = match self.data(&sls, &below, path) {
            Ok(root) => root,
            Err(finding) => {
                frame.findings.push(finding);
                return Ok(frame);
            }
        };
        if let Some(root) = root.filter(|it| self.heap.is_truthy(*it)) {
            frame.has_state = true;
            self.split(&mut frame, root)?;
        }
        Ok(frame)
    }

    /// Rendered data of a file; none if it is empty.
    pub fn data(&mut self, sls: &Str, below: &str, path: &Path) -> Result<Option<Id>, Finding> {
        let source: Str = match tree::read(self.world, path) {
            Ok(text) => text.into(),
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                let message = error.to_string().into();
                return Err(Finding::new(Problem::Template { sls: sls.clone(), message }, Span::NONE));
            }
            Err(_) => {
                return Err(Finding::new(Problem::MissingSls { sls: sls.clone(), is_foreign: false }, Span::NONE));
            }
        };
        let add = |files: &mut Files, rendered: Str, origins, holes| {
            files.add(File {
                sls: sls.clone(),
                path: path.to_path_buf(),
                source: source.clone(),
                rendered,
                origins,
                holes,
                lines: OnceLock::new(),
            })
        };
        if source.trim().is_empty() {
            return Ok(None);
        }
        match self.renderer.render(sls, below, &source) {
            Ok(Rendered { text, origins, holes }) => {
                let rendered: Str = text.map_or_else(|| source.clone(), Into::into);
                let file = add(&mut self.files, rendered.clone(), origins, holes);
                self.yaml(sls, file, &rendered)
            }
            Err((problem, at)) => {
                let file = add(&mut self.files, source.clone(), Vec::new(), Vec::new());
                Err(Finding::new(problem, Span::new(file, &at)))
            }
        }
    }

    fn yaml(&mut self, sls: &Str, file: FileId, text: &str) -> Result<Option<Id>, Finding> {
        match read::read(&mut self.heap, file, text) {
            Ok(root) => Ok(root),
            Err(problem) => {
                let at = Span::new(file, &(problem.at..problem.at));
                if problem.stage == YamlStage::Unknown {
                    return Err(Finding::new(Problem::unknown(sls), at));
                }
                Err(Finding::new(Problem::Yaml { sls: sls.clone(), problem: Box::new(problem) }, at))
            }
        }
    }

    /// The files that an include means.
    fn include(&mut self, sls: &Str, is_init: bool, item: Id) -> Result<Included, Box<Finding>> {
        let at = self.heap.place(item);
        let crash = || Err(Finding::crash(Crash::Include, at));
        if self.heap.has_unknown(item) {
            return Ok(Included::Finding(Box::new(Finding::new(Problem::unknown(sls), at))));
        }
        let (environment, name) = match self.heap.map(item) {
            None => (None, item),
            Some(map) => match map.last() {
                Some((environment, slot)) => (Some(environment.clone()), slot.value),
                None => return crash(),
            },
        };
        if let Some(environment) = environment.filter(|it| !it.is("base") && !it.is("_xenv")) {
            let include = python::text(&self.heap, name).into();
            let environment = python::key_text(&environment).into();
            let problem = Problem::IncludeEnvironment { environment, include, sls: sls.clone() };
            return Ok(Included::Finding(Box::new(Finding::new(problem, at))));
        }
        let Some(text) = self.heap.str(name).cloned() else { return crash() };
        let Some(target) = include_target(sls, is_init, &text) else {
            let problem = Problem::IncludeTooHigh { include: text, sls: sls.clone() };
            return Ok(Included::Finding(Box::new(Finding::new(problem, at))));
        };
        Ok(Included::Files(self.tree.named(&target).into_iter().map(|it| (it, at)).collect()))
    }

    /// Gives numbers to the states that have none.
    fn number(&mut self, high: &mut High) {
        if !self.auto_order {
            return;
        }
        for declared in high.ids.values_mut() {
            let Declared::Body(body) = declared else { continue };
            if body.is_numbered {
                continue;
            }
            body.is_numbered = true;
            for (name, module) in &body.modules {
                let Some(list) = self.heap.list(module.value) else { continue };
                if name.starts_with('_') || list.iter().any(|it| self.heap.first(*it).is_some_and(|(key, _)| key.is("order"))) {
                    continue;
                }
                let order = self.heap.add(Value::Int(self.next_order), Span::NONE);
                let argument = self.heap.single(Key::text("order"), Span::NONE, order);
                if let Some(list) = self.heap.list_mut(module.value) {
                    list.push(argument);
                }
                self.next_order += 1;
            }
        }
    }

    /// Joins what a file has with what is there.
    fn merge(&self, into: &mut High, mut from: High) -> Result<Vec<Finding>, Box<Finding>> {
        let mut findings = Vec::new();
        into.extend.append(&mut from.extend);
        into.exclude.append(&mut from.exclude);
        into.excludes |= from.excludes;
        for (id, declared) in from.ids {
            match (into.ids.get(&id), &declared) {
                (Some(Declared::Body(first)), Declared::Body(second)) => {
                    let id = python::key_text(&id).into();
                    let problem = Problem::ConflictingIds { id, first: first.sls(), second: second.sls() };
                    findings.push(Finding { problem, at: second.at, related: vec![first.at] });
                }
                (Some(Declared::Other(first)), Declared::Other(second)) if self.heap.equal(*first, *second) => {}
                // There is a finding that it is not known.
                (Some(Declared::Other(it)), _) | (Some(_), Declared::Other(it)) if is_unknown(&self.heap, *it) => {}
                (Some(_), Declared::Body(other)) => return Err(Finding::crash(Crash::Map, other.at)),
                (Some(_), Declared::Other(other)) => return Err(Finding::crash(Crash::Map, self.heap.place(*other))),
                (None, _) => {}
            }
            into.ids.insert(id, declared);
        }
        Ok(findings)
    }

    /// Two files may extend a state in the same words; it counts once.
    fn drop_equal_extends(&self, high: &mut High) {
        let mut known_bodies: FxHashMap<Key, Vec<Body>> = FxHashMap::default();
        high.extend.retain(|(name, body)| {
            let known = known_bodies.entry(name.clone()).or_default();
            let is_new = !known.iter().any(|it| self.same(it, body));
            if is_new {
                known.push(body.clone());
            }
            is_new
        });
    }

    fn same(&self, a: &Body, b: &Body) -> bool {
        a.sls == b.sls
            && a.modules.keys().eq(b.modules.keys())
            && a.modules.values().zip(b.modules.values()).all(|(a, b)| self.heap.equal(a.value, b.value))
    }
}

/// Returns the name or pattern that a file means by an include; none if it counts more folders up than there are.
pub fn include_target(sls: &str, is_init: bool, text: &Str) -> Option<Str> {
    let rest = text.trim_start_matches('.');
    let levels = text.len() - rest.len();
    if levels == 0 {
        return Some(text.clone());
    }
    let mut parts: Vec<&str> = sls.split('.').collect();
    if is_init {
        parts.push("init");
    }
    parts.truncate(parts.len().checked_sub(levels)?);
    parts.push(rest);
    Some(parts.join(".").into())
}

fn is_unknown(heap: &Heap, value: Id) -> bool {
    matches!(heap.get(value), Value::Unknown)
}

/// Says of all IDs of an included file that this file includes them.
fn included(heap: &Heap, high: &mut High, by: &Str) -> Result<(), Box<Finding>> {
    for (id, declared) in &mut high.ids {
        match (declared, id) {
            (Declared::Body(body), Key::Str(text)) => {
                if !text.starts_with("__") {
                    body.included_from.push(by.clone());
                }
            }
            (Declared::Body(body), _) => return Err(Finding::crash(Crash::Key, body.at)),
            (Declared::Other(value), _) if is_unknown(heap, *value) => {}
            (Declared::Other(_), _) => return Err(Finding::crash(Crash::Map, Span::NONE)),
        }
    }
    Ok(())
}
