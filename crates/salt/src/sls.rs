//! From SLS names to high data: files are rendered, split, and joined with what they include.

mod gathered;
mod split;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use world::World;

use crate::absent::Absent;
use crate::compile::Options;
use crate::coverage::Includes;
use crate::high::{Body, Declared, High};
use crate::includers::Includers;
use crate::place::{File, FileId, Files, Span};
use crate::problem::{Crash, Finding, Problem, Release, YamlError, YamlStage};
use crate::python;
use crate::read::{self, Part};
use crate::render::{Fault, Rendered, Renderer};
use crate::tree::{self, Tree};
use crate::value::{Heap, Id, Key, Str, Value};

use gathered::{Gathered, check_included};

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
    /// Data of `extend` and `exclude`, in the order of the files.
    altered: High,
    /// The module and the function of each dotted word so far.
    words: FxHashMap<Str, (Str, Str)>,
    /// How many SLS files were missing.
    missing: usize,
    /// How many IDs were declared.
    declared: usize,
    /// How many IDs were moved from a file to the one that includes it.
    pub moved: usize,
}

/// A file whose includes are being read.
struct Frame {
    sls: Str,
    high: High,
    /// The files that include it.
    includers: Includers,
    /// Its IDs, and those of what it includes.
    gathered: Gathered,
    /// Its IDs.
    own: Vec<Key>,
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
            altered: High::default(),
            words: FxHashMap::default(),
            missing: 0,
            declared: 0,
            moved: 0,
        }
    }

    /// Reads all files that patterns match, with what they include.
    pub fn load(&mut self, patterns: &[(Str, Span)]) -> Result<High, Box<Finding>> {
        let mut whole = Gathered::default();
        for (pattern, at) in patterns {
            for name in self.tree.named(pattern) {
                if self.read.contains(&name) {
                    continue;
                }
                let (gathered, mut findings) = self.file(name, *at)?;
                self.moved += whole.merge(&self.heap, gathered, &mut findings)?;
                for finding in &mut findings {
                    match &finding.problem {
                        Problem::MissingSls { sls, absent } if sls == pattern => {
                            finding.problem = Problem::NoMatch { pattern: pattern.clone(), absent: absent.clone() };
                        }
                        _ => {}
                    }
                }
                self.findings.append(&mut findings);
            }
        }
        let mut high = High { ids: whole.into_order(), ..std::mem::take(&mut self.altered) };
        self.drop_equal_extends(&mut high);
        Ok(high)
    }

    /// Reads one file and all that it includes.
    fn file(&mut self, sls: Str, at: Span) -> Result<(Gathered, Vec<Finding>), Box<Finding>> {
        let mut stack = vec![self.open(sls, Includers::default(), at)?];
        loop {
            let Some(top) = stack.last_mut() else { return Ok((Gathered::default(), Vec::new())) };
            if let Some((target, at)) = top.targets.pop_front() {
                if !self.read.contains(&target) {
                    let includers = match self.release.has_includers() {
                        true => Includers::new(top.sls.clone(), top.includers.clone()),
                        false => Includers::default(),
                    };
                    let frame = self.open(target, includers, at)?;
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
                let Some(mut done) = stack.pop() else { return Ok((Gathered::default(), Vec::new())) };
                if done.has_state {
                    self.number(&mut done);
                }
                let Some(parent) = stack.last_mut() else { return Ok((done.gathered, done.findings)) };
                if done.is_broken {
                    return Err(Finding::crash(Crash::Map, done.findings.first().map_or(Span::NONE, |it| it.at)));
                }
                if done.has_state {
                    if self.release.has_includers() {
                        // What the file includes was checked before.
                        for (id, declared) in done.own.iter().filter_map(|it| Some((it, done.gathered.get(it)?))) {
                            check_included(&self.heap, id, declared)?;
                        }
                    }
                    self.moved += parent.gathered.merge(&self.heap, done.gathered, &mut parent.findings)?;
                }
                parent.findings.append(&mut done.findings);
            }
        }
    }

    /// Renders one file and splits it.
    fn open(&mut self, sls: Str, includers: Includers, at: Span) -> Result<Frame, Box<Finding>> {
        let mut frame = Frame {
            sls: sls.clone(),
            high: High::default(),
            includers,
            gathered: Gathered::default(),
            own: Vec::new(),
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
            let absent = Absent::of_sls(self.tree, &sls, self.missing);
            self.missing += 1;
            frame.findings.push(Finding::new(Problem::MissingSls { sls, absent }, at));
            return Ok(frame);
        };
        frame.is_init = below.ends_with("/init.sls");
        let root = match self.data(&sls, below, path) {
            Ok(root) => root,
            Err(finding) => {
                frame.findings.push(finding);
                return Ok(frame);
            }
        };
        if let Some(root) = root.filter(|it| self.heap.is_truthy(*it)) {
            frame.has_state = true;
            self.split(&mut frame, root)?;
            self.gather(&mut frame);
        }
        Ok(frame)
    }

    /// Gives the IDs of a file their places among all.
    fn gather(&mut self, frame: &mut Frame) {
        let high = std::mem::take(&mut frame.high);
        self.altered.extend.extend(high.extend);
        self.altered.exclude.extend(high.exclude);
        self.altered.excludes |= high.excludes;
        frame.own.reserve(high.ids.len());
        frame.gathered.reserve(high.ids.len());
        for (id, mut declared) in high.ids {
            if let (Declared::Body(body), Key::Str(text)) = (&mut declared, &id)
                && !text.starts_with("__")
            {
                body.included_from = frame.includers.clone();
            }
            frame.own.push(id.clone());
            frame.gathered.insert(id, self.declared, declared);
            self.declared += 1;
        }
    }

    /// Rendered data of a file; none if it is empty.
    pub fn data(&mut self, sls: &Str, below: &str, path: &Path) -> Result<Option<Id>, Finding> {
        let known = self.renderer.rendered_file(sls);
        let source = match &known {
            Some(known) => Ok(known.source.clone()),
            None => tree::read(self.world, path).map(Str::from),
        };
        let source = match source {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                let message = error.to_string().into();
                return Err(Finding::new(Problem::Template { sls: sls.clone(), message }, Span::NONE));
            }
            Err(_) => {
                return Err(Finding::new(Problem::MissingSls { sls: sls.clone(), absent: Absent::default() }, Span::NONE));
            }
        };
        let add = |files: &mut Files, path: &Path, source: &Str, Rendered { text, origins, holes }| {
            let rendered = text.unwrap_or_else(|| source.clone());
            files.add(File {
                sls: sls.clone(),
                path: path.into(),
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
        let answer = match &known {
            Some(known) => known.answer.clone(),
            None => self.renderer.render(sls, below, &source),
        };
        match answer {
            Ok(rendered) => {
                let file = add(&mut self.files, path, &source, rendered);
                let rendered = self.files.get(file).map_or(source, |it| it.rendered.clone());
                self.yaml(sls, file, &rendered, known.as_ref().and_then(|it| it.values.as_ref()))
            }
            Err(Fault { problem, at, inside }) => {
                let at = Span::new(add(&mut self.files, path, &source, Rendered::default()), &at);
                let Some(inside) = inside else { return Err(Finding::new(problem, at)) };
                // A file of the SLS, as far as it is asked who is wrong.
                let file = add(&mut self.files, &inside.path, &inside.text, Rendered::default());
                Err(Finding { problem, at: Span::new(file, &inside.at), related: vec![at] })
            }
        }
    }

    fn yaml(&mut self, sls: &Str, file: FileId, text: &str, known: Option<&Result<Part, YamlError>>) -> Result<Option<Id>, Finding> {
        let read = match known {
            Some(Ok(part)) => Ok(part.add_to(&mut self.heap, file)),
            Some(Err(problem)) => Err(problem.clone()),
            None => read::read(&mut self.heap, file, text),
        };
        match read {
            Ok(root) => Ok(root),
            Err(problem) => {
                let at = Span::new(file, &(problem.at..problem.at));
                if problem.stage == YamlStage::Unknown {
                    return Err(Finding::new(Problem::unknown(sls), at));
                }
                let keys = problem.keys.as_deref().map(|it| it.each_ref().map(|it| Span::new(file, it)));
                let (related, at) = keys.map_or((Vec::new(), at), |[first, second]| (vec![first], second));
                Err(Finding { problem: Problem::Yaml { sls: sls.clone(), problem: Box::new(problem) }, at, related })
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
            let environment = python::shared_key_text(&environment);
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
    fn number(&mut self, frame: &mut Frame) {
        if !self.auto_order {
            return;
        }
        let name_of_order = Key::text("order");
        // Those of what it includes have theirs.
        for id in &frame.own {
            let Some(Declared::Body(body)) = frame.gathered.get_mut(id) else { continue };
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
                let argument = self.heap.single(name_of_order.clone(), Span::NONE, order);
                if let Some(list) = self.heap.list_mut(module.value) {
                    list.push(argument);
                }
                self.next_order += 1;
            }
        }
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;
    use crate::render::Plain;

    #[test]
    fn a_chain_of_files_moves_each_id_once() {
        let count = 400;
        let mut world = MemoryWorld::new();
        for it in 0..count {
            let next = if it + 1 < count { format!("include: [s{}]\n", it + 1) } else { String::new() };
            world.add_file(format!("/s/s{it}.sls"), format!("{next}t{it}: test.nop\n"));
        }
        let tree = Tree::open(&world, &[PathBuf::from("/s")]);
        let mut loader = Loader::new(&world, &tree, &Plain, &Options::default());
        let high = loader.load(&[("s0".into(), Span::NONE)]).unwrap_or_default();
        let ids: Vec<String> = high.ids.keys().map(python::key_text).collect();
        assert_eq!(ids, (0..count).map(|it| format!("t{it}")).collect::<Vec<_>>());
        let includers = |id: &str| high.body(&Key::text(id)).map_or(0, |it| it.included_from.iter().count());
        assert_eq!([includers("t0"), includers("t7"), includers("t399")], [0, 7, 399]);
        assert!(loader.moved <= 2 * count, "{}", loader.moved);
    }
}
