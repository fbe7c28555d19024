//! A run over the states of a tree, in their order.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use machine::System;
use salt::{Compiled, Kind, NodeId, Release};
use serde_json::{Value as Json, json};

use crate::aggregate::Groups;
use crate::files::Files;
use crate::functions::Accumulators;
use crate::journal::Journal;
use crate::listed::Marks;
use crate::low::Low;
use crate::python;
use crate::returned::{Outcome, Return};
use crate::rules::{Verdict, decide};

/// A state that is still not reached after this number of calls depends on itself.
pub(crate) const MAX_CALLS: usize = 20;
/// No chain of states that have to run before another one is longer.
pub(crate) const MAX_DEPTH: usize = 200;

/// How states are applied.
#[derive(Clone, Debug)]
pub struct Options {
    /// Nothing is changed, but said.
    pub test: bool,
    /// The first failure ends the run, whatever states say themselves.
    pub failhard: bool,
    /// The file of hosts.
    pub hosts: String,
    /// How many commands of states with `parallel` run at the same time at most.
    pub jobs: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { test: false, failhard: false, hosts: "/etc/hosts".to_owned(), jobs: 1 }
    }
}

/// Results of all states, by their tags, in the order in which they ran.
pub type Returns = IndexMap<String, Return>;

/// A run.
pub struct Run<'a> {
    pub(crate) compiled: &'a Compiled,
    pub(crate) options: &'a Options,
    pub(crate) files: &'a Files<'a>,
    pub(crate) system: &'a mut dyn System,
    pub(crate) lows: Vec<Low>,
    pub(crate) groups: Groups,
    /// The chunks whose packages another state took, and those that took some.
    pub(crate) merged: BTreeSet<usize>,
    /// The chunks that run in test mode first, and did not yet.
    pub(crate) looks: Vec<bool>,
    pub(crate) running: Returns,
    /// Results that were seen.
    pub(crate) seen: Returns,
    pub(crate) number: usize,
    /// Whether the lists of packages are to be read anew; none until a state first asks for packages.
    pub(crate) owes_refresh: Option<bool>,
    pub(crate) accumulators: Accumulators,
    /// Where changes are stored for undo.
    pub(crate) journal: Option<&'a mut Journal>,
    pub(crate) marks: Marks,
    pub(crate) is_stopped: bool,
    /// Is called with each state that has ended.
    observer: &'a mut dyn FnMut(&str, &Return),
}

impl<'a> Run<'a> {
    pub fn new(
        compiled: &'a Compiled,
        options: &'a Options,
        files: &'a Files<'a>,
        system: &'a mut dyn System,
        observer: &'a mut dyn FnMut(&str, &Return),
    ) -> Run<'a> {
        let looks = compiled.chunks.iter().map(|it| it.is_prerequired).collect();
        let lows = Low::all(compiled);
        Run {
            // `refusals` lists states that have no groups.
            groups: Groups::new(compiled, &lows).unwrap_or_default(),
            merged: BTreeSet::new(),
            lows,
            compiled,
            options,
            files,
            system,
            looks,
            running: Returns::default(),
            seen: Returns::default(),
            number: 0,
            owes_refresh: None,
            accumulators: Accumulators::default(),
            journal: None,
            marks: Marks::default(),
            is_stopped: false,
            observer,
        }
    }

    /// Stores what states change.
    pub fn recorded(mut self, journal: Option<&'a mut Journal>) -> Run<'a> {
        self.journal = journal;
        self
    }

    /// Runs all states, then what listens.
    pub fn run(mut self) -> Returns {
        let chunks: Vec<usize> = self.compiled.steps.iter().map(|it| it.chunk).collect();
        let lows = chunks.iter().filter_map(|it| self.lows.get(*it)).cloned().collect();
        self.call_all(lows);
        let (listeners, errors) = self.listeners(&chunks);
        self.is_stopped = false;
        self.call_all(listeners);
        for (tag, mut error) in errors {
            error.number = self.next_number();
            self.keep(tag, error);
        }
        self.running
    }

    pub(crate) fn next_number(&mut self) -> usize {
        self.number += 1;
        self.number - 1
    }

    fn call_all(&mut self, lows: Vec<Low>) {
        let mut rest = lows.as_slice();
        while let Some((low, others)) = rest.split_first() {
            if self.system.interrupted().is_some() {
                return;
            }
            let count = self.count_together(rest);
            if count > 1 {
                let (together, others) = rest.split_at(count);
                self.call_together(together);
                if together.iter().any(|it| self.stops(it)) {
                    return;
                }
                rest = others;
                continue;
            }
            rest = others;
            self.begin_listed();
            if !self.running.contains_key(&low.tag()) {
                self.call_chunk(low, 0, 0);
                if self.is_stopped || self.stops(low) {
                    return;
                }
            }
        }
    }

    /// Whether a state has failed, and its failure ends the run.
    pub(crate) fn stops(&self, low: &Low) -> bool {
        !self.options.test && low.is_on("failhard", self.options.failhard) && self.running.get(&low.tag()).is_some_and(Return::is_failed)
    }

    pub(crate) fn is_look(&self, low: &Low) -> bool {
        low.node.is_some() && self.looks.get(low.chunk).copied().unwrap_or_default()
    }

    /// The chunks that a state depends on, by the kinds of its requisites.
    pub(crate) fn targets(&self, low: &Low) -> Vec<(Kind, Vec<usize>)> {
        if self.is_listed() {
            return self.listed_targets(low);
        }
        let Some(graph) = &self.compiled.graph else { return Vec::new() };
        let Some(node) = self.node(low) else { return Vec::new() };
        let mut all: Vec<(Kind, Vec<usize>)> = Vec::new();
        let mut add = |kind: Kind, more: &[usize]| match all.iter_mut().find(|it| it.0 == kind) {
            Some((_, chunks)) => chunks.extend(more),
            None => all.push((kind, more.to_vec())),
        };
        let mut groups: Vec<(Kind, &[usize])> = Vec::new();
        for edge in graph.edges_into(node) {
            let Some(chunk) = graph.nodes.get(edge.before).map(|it| it.chunk) else { continue };
            add(edge.kind, &[chunk]);
            let group = (edge.kind, self.groups.group(chunk));
            if !group.1.is_empty() && !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups.into_iter().for_each(|(kind, group)| add(kind, group));
        all
    }

    fn node(&self, low: &Low) -> Option<NodeId> {
        let node = low.node?;
        if !self.is_look(low) {
            return Some(node);
        }
        Some(self.compiled.graph.as_ref()?.look(node).unwrap_or(node))
    }

    fn result(&self, kind: Kind, chunk: usize) -> Option<&Return> {
        let tag = self.lows.get(chunk)?.tag();
        if kind == Kind::Prereq { self.seen.get(&tag) } else { self.running.get(&tag) }
    }

    pub(crate) fn verdict(&self, targets: &[(Kind, Vec<usize>)]) -> Verdict {
        // Salt 3007 takes `onchanges` of a failed state for a failure.
        let onchanges_fails = self.compiled.release == Release::V3007;
        decide(onchanges_fails, targets.iter().map(|(kind, chunks)| (*kind, chunks.iter().map(|it| self.result(*kind, *it)).collect())))
    }

    pub(crate) fn call_chunk(&mut self, low: &Low, calls: usize, depth: usize) {
        if self.is_listed() {
            return self.call_listed(low, calls, depth);
        }
        let mut whole = None;
        if low.node.is_some() && !self.groups.group(low.chunk).is_empty() {
            self.merge(low.chunk);
            whole = self.lows.get(low.chunk).cloned();
        }
        let low = whole.as_ref().unwrap_or(low);
        let targets = self.targets(low);
        let verdict = self.verdict(&targets);
        let tag = low.tag();
        match verdict {
            Verdict::Unmet => self.call_unmet(low, &targets, calls, depth),
            Verdict::Fail => match self.seen.get_mut(&tag) {
                // The look at it was all that there was, and nothing has changed.
                Some(look) => {
                    look.outcome.changes.clear();
                    let mut look = look.clone();
                    (look.name, look.id, look.sls) = (low.name.clone(), Some(low.id.clone()), Some(low.sls.clone()));
                    look.number = self.next_number();
                    self.keep(tag, look);
                }
                None => {
                    let comment = format!("One or more requisite failed: {}", self.failed(&targets).join(", "));
                    self.skip(low, Outcome::failed(comment));
                }
            },
            Verdict::Pre | Verdict::Onfail | Verdict::Onchanges => self.skip(low, Outcome::fine(verdict.comment())),
            Verdict::Change | Verdict::Met => self.call_met(low, verdict, targets),
        }
    }

    /// Calls a state whose requisites are met, and `mod_watch` after it where it makes no change.
    pub(crate) fn call_met(&mut self, low: &Low, verdict: Verdict, targets: Vec<(Kind, Vec<usize>)>) {
        let tag = low.tag();
        let is_look = self.is_look(low);
        let mut ret = self.call(low);
        if is_look {
            self.seen.insert(tag, ret);
            return;
        }
        if verdict == Verdict::Change && !ret.has_changes() && !ret.outcome.skips_watch {
            let mut watch = low.clone();
            watch.watches = Some(std::mem::replace(&mut watch.fun, "mod_watch".to_owned()));
            watch.targets = targets;
            ret = self.call(&watch);
        }
        self.keep(tag, ret);
    }

    /// Runs what a state depends on, then the state.
    fn call_unmet(&mut self, low: &Low, targets: &[(Kind, Vec<usize>)], calls: usize, depth: usize) {
        for chunk in targets.iter().flat_map(|it| &it.1) {
            let Some(target) = self.lows.get(*chunk).cloned() else { continue };
            if self.running.contains_key(&target.tag()) {
                continue;
            }
            if depth < MAX_DEPTH {
                self.call_chunk(&target, 0, depth + 1);
            }
            if self.is_stopped || self.stops(&target) {
                self.is_stopped = true;
                return;
            }
        }
        let tag = low.tag();
        if self.is_look(low) {
            let verdict = self.verdict(&self.targets(low));
            if verdict == Verdict::Pre {
                let number = self.next_number();
                let ret = self.not_run(low, Outcome::fine(verdict.comment()), number);
                self.seen.insert(tag, ret);
            } else {
                let mut ret = self.call(low);
                if !ret.has_changes() && verdict == Verdict::Change {
                    ret.outcome.changes.insert("watch".to_owned(), json!("watch"));
                    ret.outcome.result = None;
                }
                self.seen.insert(tag, ret);
            }
        } else if calls + 1 >= MAX_CALLS || depth >= MAX_DEPTH {
            let number = self.next_number();
            let ret = Return { start: None, has_run: true, ..self.not_run(low, Outcome::failed("Recursive requisite found"), number) };
            self.keep(tag, ret);
        } else {
            self.call_chunk(low, calls + 1, depth);
        }
        self.is_stopped |= self.stops(low);
    }

    /// The states that a state depends on and that have failed.
    pub(crate) fn failed(&self, targets: &[(Kind, Vec<usize>)]) -> Vec<String> {
        let mut names = Vec::new();
        for low in targets.iter().flat_map(|it| &it.1).filter_map(|it| self.lows.get(*it)) {
            let tag = low.tag();
            let name = format!("{}.{}", low.sls, low.id);
            if self.seen.get(&tag).or_else(|| self.running.get(&tag)).is_some_and(Return::is_failed) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    pub(crate) fn not_run(&self, low: &Low, outcome: Outcome, number: usize) -> Return {
        Return {
            has_run: false,
            number,
            id: Some(low.id.clone()),
            sls: Some(low.sls.clone()),
            start: Some(self.system.now()),
            ..Return::new(low.name.clone(), outcome)
        }
    }

    fn skip(&mut self, low: &Low, outcome: Outcome) {
        let number = self.next_number();
        let ret = self.not_run(low, outcome, number);
        if self.is_look(low) {
            self.seen.insert(low.tag(), ret.clone());
        }
        self.keep(low.tag(), ret);
    }

    pub(crate) fn keep(&mut self, tag: String, ret: Return) {
        (self.observer)(&tag, &ret);
        self.running.insert(tag, ret);
    }

    /// Adds the listeners of a state, if it has changes.
    fn listen(&self, listener: &Wanted, target: &Wanted, known: &[&Low], listeners: &mut Vec<Low>, missing: &mut dyn FnMut(&Wanted)) {
        let targets: Vec<&&Low> = known.iter().filter(|it| is_meant(target, it)).collect();
        if targets.is_empty() {
            missing(target);
        } else if targets.iter().any(|it| self.running.get(&it.tag()).is_some_and(Return::has_changes)) {
            let before = listeners.len();
            listeners.extend(known.iter().filter(|it| is_meant(listener, it)).map(|it| listening(it)));
            if listeners.len() == before {
                missing(listener);
            }
        }
    }

    /// States that run at the end because one that they listen to has changed, and results of those that listen to nothing.
    fn listeners(&self, chunks: &[usize]) -> (Vec<Low>, Vec<(String, Return)>) {
        let mut known: Vec<&Low> = Vec::new();
        for low in chunks.iter().filter_map(|it| self.lows.get(*it)) {
            if !known.iter().any(|it| std::ptr::eq(*it, low)) {
                known.push(low);
            }
        }
        let mut listeners: Vec<Low> = Vec::new();
        let mut errors: Vec<(String, Return)> = Vec::new();
        let mut missing = |(state, name): &Wanted| {
            let tag = format!("Listen_Error_|-listen_{name}_|-listen_{state}_|-Listen_Error");
            let outcome = Outcome::failed(format!("Referenced state {state}: {name} does not exist"));
            let ret = Return::new(format!("listen_{state}:{name}"), outcome);
            if !errors.iter().any(|it| it.0 == tag) {
                errors.push((tag, ret));
            }
        };
        for listener in &known {
            let own = [(listener.state.clone(), listener.id.clone())];
            for item in listener.args.get("listen").and_then(Json::as_array).into_iter().flatten() {
                for target in wanted(item, &known) {
                    self.listen(&own[0], &target, &known, &mut listeners, &mut missing);
                }
            }
            for item in listener.args.get("listen_in").and_then(Json::as_array).into_iter().flatten() {
                for target in wanted(item, &known) {
                    self.listen(&target, &own[0], &known, &mut listeners, &mut missing);
                }
            }
        }
        (listeners, errors)
    }
}

/// A module, and the ID or the name of a state.
pub(crate) type Wanted = (String, String);

/// Targets of an item of `listen`.
pub(crate) fn wanted(item: &Json, known: &[&Low]) -> Vec<Wanted> {
    match item {
        Json::Object(map) => map.iter().map(|(state, name)| (state.clone(), python::text(name))).collect(),
        other => {
            let name = python::text(other);
            // The last one counts.
            let found = known.iter().rev().find(|it| it.id == name || it.name == name);
            found.map(|it| (it.state.clone(), it.id.clone())).into_iter().collect()
        }
    }
}

fn is_meant((state, name): &Wanted, low: &Low) -> bool {
    low.state == *state && [&low.state, &low.id, &low.name].contains(&name)
}

/// A state as it runs because something that it listens to has changed.
fn listening(low: &Low) -> Low {
    let mut low = low.clone();
    low.watches = Some(std::mem::replace(&mut low.fun, "mod_watch".to_owned()));
    low.id = format!("listener_{}", low.id);
    low.node = None;
    low.args.retain(|name, _| !salt::is_requisite(name));
    low
}
