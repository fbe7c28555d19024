//! Findings in a file that is not rendered, as values decide it that are not known: what holds for each of them.
//!
//! The YAML of [`text::Masked`] is read. A word is wrong only if each rendering of its line has it, and if nothing around it can give it
//! another meaning. What needs all of a state is said only outside of branches and loops.

pub mod text;

use std::path::Path;

use rustc_hash::FxHashMap;
use yaml::{Entry, Kind, Node, Tree};

use crate::advice::{Advice, Known, arguments, functions, wildcards};
use crate::meant::{self, Meant};
use crate::place::Placed;
use crate::problem::Problem;
use crate::render::{Pipeline, pipeline};
use crate::summary::Wrong;
use crate::value::Str;

use text::{ALWAYS, Literal, Masked};

/// Looks at the text of an SLS file. Nothing is found in what Jinja or YAML refuses.
pub fn find(sls: &Str, path: &Path, source: &str, known: &Known<'_>) -> Vec<Wrong> {
    if !matches!(pipeline(source), Pipeline::JinjaYaml) {
        return Vec::new();
    }
    let Some(masked) = Masked::read(source) else { return Vec::new() };
    let tree = Tree::of_single(&masked.text);
    let Some(root) = tree.root.as_ref().filter(|_| tree.problem.is_none()) else { return Vec::new() };
    let mut finder = Finder { sls, path, source, known, masked: &masked, is_alone: true, found: Vec::new() };
    finder.file(root);
    finder.found
}

struct Finder<'a> {
    sls: &'a Str,
    path: &'a Path,
    known: &'a Known<'a>,
    source: &'a str,
    masked: &'a Masked,
    /// Whether nothing in other states or files adds to a state.
    is_alone: bool,
    found: Vec<Wrong>,
}

/// A function of a state.
struct Called<'n> {
    module: &'n str,
    function: &'n str,
    /// The innermost branch that it needs.
    branch: usize,
}

impl<'n> Finder<'n> {
    fn find(&mut self, problem: Problem, at: &Literal, related: Option<&Literal>) {
        let place = |it: &Literal| Placed { path: self.path.to_path_buf(), range: it.range.clone() };
        let word = self.source.get(at.range.clone()).unwrap_or_default();
        let meant = meant::replaced(&problem, word).map(|(part, text)| Meant {
            at: Placed { path: self.path.to_path_buf(), range: at.range.start + part.start..at.range.start + part.end },
            text: text.into(),
        });
        let related = related.map(place).into_iter().collect();
        let wrong = Wrong { meant, ..Wrong::plain(problem, Some(place(at)), related) };
        if !self.found.contains(&wrong) {
            self.found.push(wrong);
        }
    }

    fn literal(&self, node: &Node) -> Option<Literal> {
        node.text().and_then(|_| self.masked.literal(&node.range))
    }

    /// The literal of what each rendering has.
    fn certain(&self, node: &Node) -> Option<Literal> {
        self.literal(node).filter(|it| it.branch == ALWAYS)
    }

    /// Whether a part of the text is the same in each rendering, but for values in it. A branch right after it may take what follows.
    fn is_settled(&self, from: &Node, to: Option<&Node>) -> bool {
        let range = from.range.start..self.masked.next_line(to.unwrap_or(from).range.end);
        !self.masked.is_open(&range) && !self.masked.has_edge(&range)
    }

    fn file(&mut self, root: &'n Node) {
        let adds = |it: &Entry| matches!(it.key.text(), Some("include" | "extend" | "exclude" | "<<") | None);
        self.is_alone = !root.entries().iter().any(adds) && !self.masked.has_open() && !self.masked.text.contains("use_in");
        self.doubles(root);
        for entry in root.entries() {
            match entry.key.text() {
                None | Some("include" | "extend" | "exclude" | "<<") => {}
                Some(id) => self.state(id, entry),
            }
        }
    }

    /// Keys that a mapping has twice.
    fn doubles(&mut self, root: &'n Node) {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let mut known: FxHashMap<(&str, bool), &Node> = FxHashMap::default();
            for Entry { key, value } in node.entries() {
                open.extend(value);
                let (Kind::Scalar { text, is_plain, .. }, Some(at)) = (&key.kind, self.certain(key)) else { continue };
                if key.tag().is_some() || &**text == "<<" {
                    continue;
                }
                let Some(first) = known.insert((text, *is_plain), key) else { continue };
                // What a macro prints may end an inner mapping, and begin another one.
                let is_same = std::ptr::eq(node, root) || !self.masked.is_open(&(first.range.start..key.range.end));
                if let Some(related) = self.certain(first).filter(|_| is_same) {
                    self.find(Problem::SameKey { key: (&**text).into(), sls: self.sls.clone() }, &at, Some(&related));
                }
            }
            open.extend(node.items());
        }
    }

    fn state(&mut self, id: &'n str, entry: &'n Entry) {
        let certain = self.certain(&entry.key);
        let branch = self.masked.branch_at(entry.key.range.start);
        let value = entry.value.as_ref();
        let id_text: Str = id.into();
        let is_settled = self.is_settled(&entry.key, value);
        match value.map(|it| (&it.kind, it)) {
            Some((Kind::Map(modules), _)) => {
                self.same_modules(&id_text, &entry.key, modules);
                for module in modules {
                    self.module(&id_text, branch, certain.is_some(), module);
                }
            }
            Some((Kind::Scalar { text, is_plain: true, .. }, node)) if text.contains('.') => {
                let mut parts = text.split('.');
                let (Some(module), Some(function)) = (parts.next(), parts.next()) else { return };
                let called = Called { module, function, branch };
                if let Some(at) = self.literal(node).filter(|it| it.branch == branch) {
                    self.function(&called, &id_text, &at);
                }
            }
            Some((Kind::List(_), _)) => {
                if let Some(at) = certain.filter(|_| is_settled) {
                    self.find(Problem::IdNotMap { id: id_text, sls: self.sls.clone() }, &at, None);
                }
            }
            _ => {}
        }
    }

    /// Two functions of one module under one ID.
    fn same_modules(&mut self, id: &Str, key: &'n Node, modules: &'n [Entry]) {
        let Some(first) = self.certain(key) else { return };
        let mut known: Vec<&str> = Vec::new();
        for Entry { key: name, value } in modules {
            let is_list = value.as_ref().is_some_and(|it| {
                let is_written = || it.items().iter().any(|it| self.masked.branch_at(it.range.start) == ALWAYS);
                matches!(&it.kind, Kind::List(items) if items.is_empty() && self.is_settled(name, value.as_ref()) || is_written())
            });
            let (Some(text), Some(at)) = (name.text().filter(|_| is_list), self.certain(name)) else { continue };
            if self.masked.is_open(&(key.range.start..name.range.end)) || text.starts_with('_') {
                continue;
            }
            let module = text.split('.').next().unwrap_or_default();
            if text.contains('.') && known.contains(&module) {
                self.find(Problem::SameModule { id: id.clone(), sls: self.sls.clone() }, &at, Some(&first));
            }
            known.push(module);
        }
    }

    fn module(&mut self, id: &Str, branch: usize, is_certain: bool, entry: &'n Entry) {
        let (key, value) = (&entry.key, entry.value.as_ref());
        let (Some(text), Some(at)) = (key.text(), self.literal(key)) else { return };
        if text.starts_with('_') || text == "<<" || !self.masked.is_within(at.branch, branch) {
            return;
        }
        let is_settled = is_certain && self.is_alone && at.branch == ALWAYS && self.is_settled(key, value);
        let sls = self.sls.clone();
        let items = match value.map(|it| &it.kind) {
            Some(Kind::List(items)) => items.as_slice(),
            Some(Kind::Scalar { text: nothing, is_plain: true, .. }) if nothing.is_empty() && is_settled => {
                return self.find(Problem::TrailingColon { id: id.clone(), sls, module: text.into() }, &at, None);
            }
            Some(Kind::Map(_)) if is_settled => return self.find(Problem::NotAList { id: id.clone(), sls }, &at, None),
            _ => return,
        };
        let dotted = text.split_once('.');
        let module = dotted.map_or(text, |it| it.0);
        let is_text = |it: &&Node| !matches!(it.kind, Kind::Map(_) | Kind::List(_));
        let texts: Vec<&Node> = items.iter().filter(is_text).collect();
        let words: Vec<(&str, Literal)> = texts.iter().filter_map(|it| Some((it.text()?, self.literal(it)?))).collect();
        if is_settled && words.len() == texts.len() {
            self.count(id, module, dotted.map(|it| it.1), &words, &at);
        }
        let called = match (dotted, texts.as_slice(), words.as_slice()) {
            (Some((_, function)), [], _) => Called { module, function, branch: at.branch },
            (None, [node], [(function, own)]) if is_name(node) && self.masked.is_within(own.branch, at.branch) => {
                Called { module, function, branch: own.branch }
            }
            _ => return,
        };
        self.function(&called, id, &at);
        self.arguments(&called, key, items);
        if is_settled {
            self.missing(&called, items, &at);
        }
    }

    /// Too many functions, or none.
    fn count(&mut self, id: &Str, module: &str, dotted: Option<&str>, words: &[(&str, Literal)], at: &Literal) {
        let (id, sls) = (id.clone(), self.sls.clone());
        let functions: Vec<Str> = words.iter().map(|it| it.0).chain(dotted).map(Into::into).collect();
        for (text, at) in words.iter().filter(|it| it.0.trim().contains(' ')) {
            self.find(Problem::Whitespace { function: (*text).into(), id: id.clone(), sls: sls.clone() }, at, None);
        }
        match functions.len() {
            0 if !self.known.release.has_graph() && matches!(module, "require" | "watch") => {}
            0 => self.find(Problem::NoFunction { id, sls }, at, None),
            1 => {}
            _ => self.find(Problem::SeveralFunctions { id, sls, functions }, at, None),
        }
    }

    fn function(&mut self, called: &Called<'_>, id: &Str, at: &Literal) {
        if self.known.is_own(called.module) {
            return;
        }
        // A branch may be there for releases that have the function.
        let is_guarded = |it: &Advice| matches!(it, Advice::MovedFunction { .. }) && called.branch != ALWAYS;
        if let Some(advice) = functions::judge_function(self.known, called.module, called.function).filter(|it| !is_guarded(it)) {
            self.find(Problem::Advice(advice), at, None);
        }
        if !id.contains(crate::template::HOLE) && wildcards::is_lost(id) {
            self.find(Problem::Advice(Advice::WildcardId { id: id.clone() }), at, None);
        }
    }

    fn arguments(&mut self, called: &Called<'_>, key: &'n Node, items: &'n [Node]) {
        let Some((name, signature)) = self.known.signature(called.module, called.function) else { return };
        for Entry { key: argument, .. } in items.iter().flat_map(Node::entries) {
            let (Some(text), Some(at)) = (argument.text(), self.literal(argument)) else { continue };
            let is_own = self.masked.is_within(at.branch, called.branch) && !self.masked.is_open(&(key.range.start..argument.range.start));
            let is_guarded = at.branch != ALWAYS && Known::another_takes(&name, text);
            if let Some(advice) = arguments::judge_argument(&name, signature, text).filter(|_| is_own && !is_guarded) {
                self.find(Problem::Advice(advice), &at, None);
            }
        }
    }

    fn missing(&mut self, called: &Called<'_>, items: &'n [Node], at: &Literal) {
        let Some((name, signature)) = self.known.signature(called.module, called.function) else { return };
        let entries = || items.iter().flat_map(Node::entries);
        let is_plain =
            |it: &Entry| it.key.text().is_some_and(|text| self.literal(&it.key).is_some() && !matches!(text, "names" | "use" | "<<"));
        if !entries().all(is_plain) || items.iter().any(|it| !matches!(it.kind, Kind::Map(_) | Kind::Scalar { .. })) {
            return;
        }
        let has = |wanted: &str| entries().any(|it| it.key.text() == Some(wanted));
        for advice in arguments::missing(&name, signature, has) {
            self.find(Problem::Advice(advice), at, None);
        }
    }
}

/// Whether a text can be the name of a function.
fn is_name(node: &Node) -> bool {
    node.text().is_some_and(|it| !it.is_empty() && !it.contains([' ', '.']))
}

#[cfg(test)]
mod tests;
