//! Runs by the rules of releases before 3008: a sorted list, from which each state first calls what it needs.
//!
//! Requisites are searched for when their state runs. One that names nothing, or that waits for its own state, is a failure of this state
//! alone. A state that a `prereq` names is called in test mode by the state with the `prereq`, whenever that needs it.

use rustc_hash::FxHashSet;
use salt::{Kind, Release, Requirement};
use serde_json::json;

use crate::low::Low;
use crate::python;
use crate::returned::{Outcome, Return};
use crate::rules::Verdict;
use crate::run::{MAX_CALLS, MAX_DEPTH, Run};

/// The number of a target that no state is; it never has a result.
const MISSING: usize = usize::MAX;

const RECURSIVE: &str = "Recursive requisite found";

/// Marks of the states of such a run.
#[derive(Default)]
pub(crate) struct Marks {
    /// Tags of the states that were begun since the last state of the list.
    active: FxHashSet<String>,
    /// The chunks that a state with `prerequired` has called.
    looking: FxHashSet<usize>,
}

impl Run<'_> {
    /// Whether states find their requisites when they run.
    pub(crate) fn is_listed(&self) -> bool {
        !self.compiled.release.has_graph()
    }

    /// The next state of the list begins.
    pub(crate) fn begin_listed(&mut self) {
        self.marks.active.clear();
    }

    fn requirements(&self, low: &Low) -> &[Requirement] {
        // What runs at the end has no requisites.
        let all = if low.node.is_some() { self.compiled.requirements.get(low.chunk) } else { None };
        all.map(Vec::as_slice).unwrap_or_default()
    }

    /// The chunks that a state depends on, by the kinds of its requisites.
    pub(crate) fn listed_targets(&self, low: &Low) -> Vec<(Kind, Vec<usize>)> {
        let is_look = self.is_look(low);
        let mut all: Vec<(Kind, Vec<usize>)> = Vec::new();
        for it in self.requirements(low).iter().filter(|it| !(is_look && it.kind == Kind::Prerequired)) {
            let chunks: &[usize] = if it.is_found { &it.chunks } else { &[MISSING] };
            match all.iter_mut().find(|other| other.0 == it.kind) {
                Some((_, list)) => list.extend(chunks),
                None => all.push((it.kind, chunks.to_vec())),
            }
        }
        all
    }

    pub(crate) fn call_listed(&mut self, low: &Low, calls: usize, depth: usize) {
        let tag = low.tag();
        if !low.arg("prerequired").is_some_and(python::is_true) {
            self.marks.active.insert(tag.clone());
        }
        let targets = self.listed_targets(low);
        let verdict = self.verdict(&targets);
        match verdict {
            Verdict::Unmet => self.call_unmet_listed(low, calls, depth),
            Verdict::Fail => {
                let ret = match self.seen.get(&tag) {
                    // The look at it was all that there was, and nothing has changed.
                    Some(look) => {
                        let mut look = look.clone();
                        look.outcome.changes.clear();
                        (look.name, look.id, look.sls) = (low.name.clone(), Some(low.id.clone()), Some(low.sls.clone()));
                        Return { number: self.next_number(), ..look }
                    }
                    None => {
                        let comment = format!("One or more requisite failed: {}", self.failed(&targets).join(", "));
                        self.not_called(low, Outcome::failed(comment))
                    }
                };
                self.seen.insert(tag.clone(), ret.clone());
                self.keep(tag, ret);
            }
            Verdict::Pre => {
                let ret = self.not_called(low, Outcome::fine(verdict.comment()));
                self.seen.insert(tag.clone(), ret.clone());
                self.keep(tag, ret);
            }
            Verdict::Onfail | Verdict::Onchanges => {
                let ret = Return { has_run: false, ..self.not_called(low, Outcome::fine(verdict.comment())) };
                self.keep(tag, ret);
            }
            Verdict::Change | Verdict::Met => self.call_met(low, verdict, targets),
        }
    }

    /// The result of a state that was not called, but counts as one that has run.
    fn not_called(&mut self, low: &Low, outcome: Outcome) -> Return {
        let number = self.next_number();
        Return { has_run: true, ..self.not_run(low, outcome, number) }
    }

    /// Calls what a state needs, then the state.
    fn call_unmet_listed(&mut self, low: &Low, calls: usize, depth: usize) {
        let tag = low.tag();
        let (needs, missing) = self.needs(low);
        if !missing.is_empty() {
            let ret = self.not_called(low, Outcome::failed(missing));
            if self.is_look(low) {
                self.seen.insert(tag, ret);
            } else {
                self.keep(tag, ret);
            }
            return;
        }
        for chunk in needs {
            let Some(target) = self.lows.get(chunk).cloned() else { continue };
            let target_tag = target.tag();
            if self.running.contains_key(&target_tag) {
                continue;
            }
            if self.marks.active.contains(&target_tag) {
                if !self.marks.looking.contains(&chunk) {
                    self.fail_recursive(low);
                    self.number += 1;
                } else if !self.seen.contains_key(&tag) {
                    // States that look at each other: Salt takes the look at this one for one at the other.
                    self.look_at(low.chunk);
                    let ret = self.call(low);
                    self.seen.insert(target_tag, ret);
                }
                return;
            }
            if depth >= MAX_DEPTH {
                self.fail_recursive(low);
                return;
            }
            self.call_listed(&target, 0, depth + 1);
            if self.is_stopped || self.stops(&target) {
                self.is_stopped = true;
                return;
            }
        }
        if self.is_look(low) {
            self.end_look(low);
        } else if calls + 1 >= MAX_CALLS {
            self.fail_recursive(low);
        } else {
            self.call_listed(low, calls + 1, depth);
        }
    }

    /// The states that a state needs, in their order, and the comment on requisites that name nothing.
    fn needs(&mut self, low: &Low) -> (Vec<usize>, String) {
        let is_look = self.is_look(low);
        let followed = |it: &&Requirement| it.kind != Kind::OnfailAll && !(is_look && it.kind == Kind::Prerequired);
        let all: Vec<Requirement> = self.requirements(low).iter().filter(followed).cloned().collect();
        let mut comment = String::new();
        let mut last = None;
        for it in all.iter().filter(|it| !it.is_found) {
            if comment.is_empty() {
                comment.push_str("The following requisites were not found:\n");
            }
            if last.replace(it.kind) != Some(it.kind) {
                comment += &format!("{:19}{}:\n", "", it.kind);
            }
            comment += &format!("{:23}{}: {}\n", "", it.module, it.target);
        }
        for it in &all {
            match it.kind {
                Kind::Prereq => it.chunks.iter().for_each(|chunk| self.look_at(*chunk)),
                Kind::Prerequired if &*it.module != "sls" => self.marks.looking.extend(&it.chunks),
                _ => {}
            }
        }
        (all.into_iter().flat_map(|it| it.chunks).collect(), comment)
    }

    /// Makes the next call of a chunk one in test mode.
    fn look_at(&mut self, chunk: usize) {
        if let Some(look) = self.looks.get_mut(chunk) {
            *look = true;
        }
    }

    /// Calls a state in test mode when all that it needs has run.
    fn end_look(&mut self, low: &Low) {
        let verdict = self.verdict(&self.listed_targets(low));
        let ret = if verdict == Verdict::Pre && self.compiled.release == Release::V3006 {
            Return { has_run: false, ..self.not_called(low, Outcome::fine(verdict.comment())) }
        } else {
            let mut ret = self.call(low);
            if !ret.has_changes() && verdict == Verdict::Change {
                ret.outcome.changes.insert("watch".to_owned(), json!("watch"));
                ret.outcome.result = None;
            }
            ret
        };
        self.seen.insert(low.tag(), ret);
    }

    /// Salt counts no number for it.
    fn fail_recursive(&mut self, low: &Low) {
        let failed = self.not_run(low, Outcome::failed(RECURSIVE), self.number);
        self.keep(low.tag(), Return { start: None, has_run: true, ..failed });
    }
}
