//! The pass that evaluates: what the evaluations of a file show, merged.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use analysis::{Evaluation, File, Snapshot, Start, Systems};
use compiler::{DataKey, Program};
use hir::Symbol;
use issue::Issue;
use syntax::Severity;

use super::undeclared::Undeclared;
use super::{Found, Input, Name, templates};
use crate::combine::{doubt, explain};
use crate::data::evaluated;
use crate::evaluation::{self, Key, Part, Texts};
use crate::registry::codes;
use crate::{Finding, Related};

/// An evaluation, and what it shows.
struct Shown<'a> {
    evaluation: &'a Evaluation,
    findings: Vec<Finding>,
}

/// Returns what the evaluations of a file of code show.
pub(super) fn run(input: &Input<'_>, found: &Found) -> Vec<Finding> {
    let of_text = found.of_passes(&[Name::Syntax, Name::Advice]);
    let mut judge = Judge::new(input.snapshot, input.file, &of_text);
    let parts = input.evaluations().iter().map(|it| Shown { evaluation: it, findings: judge.findings(it) }).collect();
    let mut merged = merge(input.snapshot, input.file, parts);
    templates::merge_calls(&mut merged);
    merged
}

/// Returns what each evaluation of a file shows, without what its text shows by itself.
pub fn find_by_evaluation(snapshot: Snapshot<'_>, file: File, systems: Systems, of_text: &[Finding]) -> Vec<(Evaluation, Vec<Finding>)> {
    // Data are read by evaluations, and are none.
    if analysis::is_input(Path::new(&*snapshot.path(file))) {
        return Vec::new();
    }
    let mut judge = Judge::new(snapshot, file, of_text);
    let findings = |it: Evaluation| {
        let findings = judge.findings(&it);
        (it, findings)
    };
    evaluations(snapshot, file, systems).into_iter().map(findings).collect()
}

/// Returns what the evaluations of a file of code show of one of data, wherever they look it up.
pub(crate) fn find_in_data(snapshot: Snapshot<'_>, code: File, systems: Systems, data: &str) -> Vec<Finding> {
    let texts = WorkspaceTexts { snapshot, file: code };
    let evaluations = evaluations(snapshot, code, systems);
    let shown = |it| Shown { evaluation: it, findings: evaluation::findings_in_data(data, &it.evaluated.outcome, &texts) };
    merge(snapshot, code, evaluations.iter().map(shown).collect())
}

/// Returns what the nodes that a file of data is for show of it.
pub(crate) fn find_on_nodes_of_data(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let texts = WorkspaceTexts { snapshot, file };
    let evaluations = snapshot.evaluations_of_data(file, systems);
    let path = snapshot.path(file);
    let shown = |it| Shown { evaluation: it, findings: evaluation::findings_in_data(&path, &it.evaluated.outcome, &texts) };
    merge(snapshot, file, evaluations.iter().map(shown).collect())
}

/// Returns the evaluations of a file: on the first system those of one node.
pub(super) fn evaluations(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Evaluation> {
    match systems {
        Systems::First => snapshot.evaluations(file, systems),
        Systems::All => snapshot.evaluations_of_all_nodes(file),
    }
}

/// Decides what of an evaluation is reported of its file.
struct Judge<'a> {
    path: Arc<str>,
    texts: WorkspaceTexts<'a>,
    of_text: &'a [Finding],
    has_legacy_facts: bool,
    undeclared: Undeclared<'a>,
}

impl<'a> Judge<'a> {
    fn new(snapshot: Snapshot<'a>, file: File, of_text: &'a [Finding]) -> Judge<'a> {
        Judge {
            path: snapshot.path(file),
            texts: WorkspaceTexts { snapshot, file },
            of_text,
            has_legacy_facts: snapshot.settings(file).legacy_facts(),
            undeclared: Undeclared::new(snapshot, file),
        }
    }

    fn findings(&mut self, evaluation: &Evaluation) -> Vec<Finding> {
        let evaluated = &evaluation.evaluated;
        let applied = evaluated.applied.as_ref().or(evaluated.part.as_ref());
        let mut findings = evaluation::findings_in(&self.path, &evaluated.outcome, applied, &self.texts);
        self.leave_to_text(&mut findings);
        findings.iter_mut().for_each(|it| explain(it, self.of_text));
        if evaluation.is_part {
            let lacks_modules = evaluation.lacks_modules;
            let is_of_site = evaluation.is_of_site;
            findings.retain_mut(|it| it.code != codes::MISSING_DEPENDENCY || self.undeclared.is_reported(it, lacks_modules, is_of_site));
        }
        let is_class = matches!(evaluation.start, Start::Class(_) | Start::Open(_));
        if is_class && !evaluation.is_part && evaluation.lacks_modules && !evaluation.has_defaults {
            let undeclared = &self.undeclared;
            findings.iter_mut().filter(|it| it.code == codes::MISSING_DEPENDENCY).for_each(|it| undeclared.soften(it));
        }
        if !evaluation.is_site {
            // Users of a module have data of their own.
            findings.retain(|it| !it.code.is_of_sites || it.severity == Severity::Error);
        }
        if !evaluation.is_site || evaluation.has_open_names {
            findings.iter_mut().filter(|it| is_foreign_provider(it)).for_each(|it| it.severity = Severity::Warning);
        }
        if !evaluation.has_defaults {
            // The site that uses it gives commands their path, or will once its main manifest can be read.
            findings.iter_mut().filter(|it| lacks_path(it)).for_each(|it| it.severity = Severity::Hint);
        }
        if evaluation.has_open_names {
            let texts = &self.texts;
            findings.retain_mut(|it| !it.code.may_be_elsewhere || texts.is_of_module_here(it) || doubt(it));
        }
        findings
    }

    /// Mistakes of the text come from the text. But where no agent sends legacy facts, Puppet's own words say that there is no such
    /// fact; the text only has the fix.
    fn leave_to_text(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|it| {
            let own = self.of_text.iter().find(|own| own.code == it.code && own.range == it.range);
            if it.code == codes::LEGACY_FACT && !self.has_legacy_facts {
                it.fixes = own.map(|own| own.fixes.clone()).unwrap_or_default();
                return true;
            }
            own.is_none()
        });
    }
}

/// Merges what several evaluations show. What is so on some of the nodes names the first of them as a related place.
fn merge(snapshot: Snapshot<'_>, file: File, parts: Vec<Shown<'_>>) -> Vec<Finding> {
    let is_of_node = |it: &Shown<'_>| matches!(it.evaluation.start, Start::Node(_));
    let (of_nodes, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_of_node);
    let mut by_node: Vec<(&Start, Vec<Shown<'_>>)> = Vec::new();
    for part in of_nodes {
        match by_node.last_mut().filter(|it| *it.0 == part.evaluation.start) {
            Some(last) => last.1.push(part),
            None => by_node.push((&part.evaluation.start, vec![part])),
        }
    }
    let count = by_node.len();
    let mut found = merge_entries(others);
    // What a definition shows by itself is so on each node.
    let everywhere: HashMap<Key, usize> = found.iter().enumerate().map(|(at, it)| (evaluation::key(it), at)).collect();
    let mut known: HashMap<Key, (&Start, usize, usize)> = HashMap::new();
    for (start, parts) in by_node {
        for finding in merge_entries(parts) {
            let key = evaluation::key(&finding);
            if let Some(there) = everywhere.get(&key).and_then(|at| found.get_mut(*at)) {
                if finding.severity == Severity::Error {
                    there.severity = Severity::Error;
                }
                continue;
            }
            match known.get_mut(&key) {
                Some((_, on, at)) => {
                    *on += 1;
                    if let Some(there) = found.get_mut(*at).filter(|_| finding.severity == Severity::Error) {
                        there.severity = Severity::Error;
                    }
                }
                None => {
                    known.insert(key, (start, 1, found.len()));
                    found.push(finding);
                }
            }
        }
    }
    for (start, on, at) in known.into_values().filter(|it| it.1 < count) {
        if let Some(finding) = found.get_mut(at) {
            finding.related.extend(node(snapshot, file, start, on));
        }
    }
    found
}

/// Returns the node on which something is wrong, where that is in another file.
fn node(snapshot: Snapshot<'_>, file: File, start: &Start, on: usize) -> Option<Related> {
    let Start::Node(name) = start else { return None };
    let (of_node, range) = snapshot.place_of_node(file, name)?;
    let message = if on == 1 { "on this node" } else { "on this node, and on others" }.to_owned();
    (of_node != file).then(|| Related { file: snapshot.path(of_node), range, message })
}

/// Merges what several evaluations from one entry, or from entries of a module, show.
fn merge_entries(parts: Vec<Shown<'_>>) -> Vec<Finding> {
    let mut all: Vec<Arc<str>> = Vec::new();
    let is_guessed = parts.iter().any(|it| it.evaluation.guessed);
    let is_of_site = parts.iter().any(|it| it.evaluation.is_of_site);
    let parts: Vec<Part> = parts
        .into_iter()
        .map(|Shown { evaluation, findings }| {
            let systems: Vec<Arc<str>> = evaluation.systems.clone();
            all.extend(systems.iter().filter(|it| !all.contains(it)).cloned().collect::<Vec<_>>());
            Part { systems, findings }
        })
        .collect();
    evaluation::merge(parts, &all).into_iter().filter_map(|it| if is_guessed { settle(it, is_of_site) } else { Some(it) }).collect()
}

/// An unknown provider may come with a module that users of this one install as well, as those of Windows do.
fn is_foreign_provider(finding: &Finding) -> bool {
    matches!(finding.issue.as_deref(), Some(Issue::InvalidAttribute { attribute: Some(name), .. }) if **name == *"provider")
}

/// A command without a path that is not qualified.
fn lacks_path(finding: &Finding) -> bool {
    matches!(finding.issue.as_deref(), Some(Issue::InvalidAttribute { lacks_path: true, .. }))
}

/// Adjusts the level of a finding: one for systems that nobody declared is no error, and in a site it is dropped.
fn settle(mut finding: Finding, is_of_site: bool) -> Option<Finding> {
    if finding.systems.is_empty() {
        return Some(finding);
    }
    if finding.severity == Severity::Error {
        finding.severity = Severity::Warning;
    }
    (!is_of_site).then_some(finding)
}

/// The texts as the editor has them.
struct WorkspaceTexts<'db> {
    snapshot: Snapshot<'db>,
    file: File,
}

impl WorkspaceTexts<'_> {
    /// Whether the name that is unknown is one of a module that is here: nobody else can define it.
    fn is_of_module_here(&self, finding: &Finding) -> bool {
        let name = finding.issue.as_deref().and_then(Issue::unknown_name);
        let name = name.map(|it| it.trim_start_matches("::").to_lowercase()).filter(|it| it.contains("::"));
        name.is_some_and(|it| self.snapshot.absent_module(self.file, &Symbol::Class(hir::Name::new(it))).is_none())
    }
}

impl Texts for WorkspaceTexts<'_> {
    fn program(&self, file: &str) -> Option<Arc<Program>> {
        self.snapshot.program(self.file, file)
    }

    fn is_library(&self, file: &str) -> bool {
        self.snapshot.is_library(file)
    }

    fn module(&self, file: &str) -> Option<String> {
        Some(self.snapshot.own_module(self.snapshot.file(file)?)?.module.to_string())
    }

    fn near_key(&self, name: &str) -> Option<String> {
        syntax::nearest(name, self.snapshot.data_keys(self.file).iter().map(|it| &**it)).map(str::to_owned)
    }

    fn in_data(&self, finding: &Finding, keys: &[DataKey]) -> Option<Finding> {
        evaluated::move_to_data(self.snapshot, finding, keys)
    }
}
