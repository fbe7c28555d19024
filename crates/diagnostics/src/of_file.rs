//! All that is known to be wrong in one file of a workspace.

mod templates;
mod undeclared;

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use analysis::{Evaluation, File, Remembered, Snapshot, Start, Systems};
use compiler::{DataKey, Program};
use syntax::{Severity, TextRange};

use crate::advice::{self, Text};
use crate::around::{around, unmatched_in_site, unrealized_in_site};
use crate::data::{data_findings, data_findings_on, met};
use crate::evaluation::{self, Part, Texts};
use crate::lints::{Linted, drop_told};
use crate::registry::{Code, codes};
use crate::{Finding, Related};

/// All findings of one file, on the first system that its module is meant for, or on all of them. Those of code may stand in data
/// that it meets; those of lint are without [fixes](crate::fix_lints).
pub fn of_file(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    if analysis::is_input(Path::new(&*snapshot.path(file))) {
        return data_findings_on(snapshot, file, systems, false);
    }
    with_evaluations(snapshot, file, systems, &Beside::make(snapshot, file))
}

/// What is found in a file without evaluating anything: the same on all systems.
pub(crate) struct Beside {
    by_text: Vec<Finding>,
    by_others: Vec<Finding>,
    by_lint: Arc<Vec<Finding>>,
}

impl Remembered for Beside {
    type Made = Beside;

    fn make(snapshot: Snapshot<'_>, file: File) -> Beside {
        let text = sound(snapshot, file);
        let by_text = by_text(snapshot, file, text.as_ref());
        let by_others = text.map(|it| around(snapshot, file, &it)).unwrap_or_default();
        Beside { by_text, by_others, by_lint: snapshot.remembered::<Linted>(file) }
    }
}

/// The findings of code, with what is found beside evaluations.
pub(crate) fn with_evaluations(snapshot: Snapshot<'_>, file: File, systems: Systems, beside: &Beside) -> Vec<Finding> {
    let mut found = beside.by_text.clone();
    let parts = by_evaluation(snapshot, file, systems, &found);
    let mut of_others = beside.by_others.clone();
    if systems == Systems::All {
        let evaluations: Vec<&Evaluation> = parts.iter().map(|it| &it.0).collect();
        of_others.extend(unmatched_in_site::all(snapshot, file, &evaluations, &of_others));
        of_others.extend(unrealized_in_site::all(snapshot, file, &evaluations, &of_others));
    }
    let mut told = merge(snapshot, file, parts);
    templates::once(&mut told);
    // Where Puppet refuses what comes of it, what the text tells is an error.
    found.retain(|own| !told.iter().any(|it| own.code == it.code && own.range == it.range));
    found.extend(told);
    found.iter_mut().for_each(|it| explain(it, &of_others));
    // Whatever an evaluation says is certain.
    of_others.retain(|it| !found.iter().any(|own| own.code == it.code && own.range.intersect(it.range).is_some()));
    let meant: Vec<Finding> = of_others.extract_if(.., |it| it.code == codes::RELATIVE_NAME).collect();
    // A module of that name there need not be.
    of_others.retain(|it| !(it.code == codes::ABSENT_MODULE && it.related.is_empty() && meant.iter().any(|other| other.range == it.range)));
    for better in meant {
        let same = |it: &&mut Finding| [codes::UNKNOWN_CLASS, codes::UNKNOWN_RESOURCE_TYPE].contains(&it.code) && it.range == better.range;
        match found.iter_mut().find(same) {
            Some(error) => {
                error.help = Some(better.message);
                error.fixes = better.fixes;
            }
            None => of_others.push(better),
        }
    }
    found.extend(of_others);
    if snapshot.is_plan(file) {
        as_of_bolt(&mut found, &snapshot.text(file));
    }
    let mut by_lint = beside.by_lint.to_vec();
    drop_told(&mut by_lint, &found, &snapshot.text(file));
    found.extend(by_lint);
    found
}

/// Bolt runs plans, and brings functions and types along that nothing is known of here: what may be its is told once, and is no error.
fn as_of_bolt(found: &mut Vec<Finding>, text: &str) {
    let absent: Vec<TextRange> = found
        .iter()
        .filter(|it| it.code == codes::ABSENT_MODULE)
        .flat_map(|it| it.related.iter().map(|it| it.range).chain([it.range]))
        .collect();
    // What another module should have is told with that.
    found.retain(|it| !(MAY_BE_ELSEWHERE.contains(&it.code) && it.fixes.is_empty() && absent.contains(&it.range)));
    let may_be = |it: &mut Finding| MAY_BE_ELSEWHERE.contains(&it.code) && !doubt(it);
    let mut unknown: Vec<Finding> = found.extract_if(.., may_be).collect();
    unknown.sort_by_key(|it| it.range.start());
    let mut names: Vec<String> =
        unknown.iter().filter_map(|it| text.get(Range::<usize>::from(it.range))).map(|it| format!("`{it}`")).collect();
    names.dedup();
    let Some(first) = unknown.into_iter().next() else { return };
    found.push(Finding {
        code: codes::ABSENT_MODULE,
        puppet_code: "",
        severity: Severity::Hint,
        message: format!("Nothing is known of what only Bolt may bring along: {}", names.join(", ")),
        help: None,
        puppet_place: None,
        ..first
    });
}

/// What the text tells by itself.
pub fn of_text(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
    if analysis::is_input(Path::new(&*snapshot.path(file))) {
        return data_findings(snapshot, file);
    }
    by_text(snapshot, file, sound(snapshot, file).as_ref())
}

/// A text without errors: what is half written means nothing yet.
fn sound<'db>(snapshot: Snapshot<'db>, file: File) -> Option<Text<'db>> {
    let is_sound = snapshot.problems(file).iter().all(|it| it.severity != Severity::Error);
    is_sound.then(|| Text::of(snapshot, file))
}

fn by_text(snapshot: Snapshot<'_>, file: File, text: Option<&Text<'_>>) -> Vec<Finding> {
    let path = snapshot.path(file);
    let mut found: Vec<Finding> = snapshot.problems(file).iter().map(|it| Finding::new(path.clone(), it)).collect();
    let autoload = snapshot.autoload(file);
    crate::mends::mend(&mut found, &snapshot.text(file), autoload.as_ref(), || snapshot.model(file));
    found.extend(text.map(|it| advice::of_text(&path, it)).unwrap_or_default());
    found
}

/// What the evaluations of a file of code tell of one of data, wherever they met it.
pub(crate) fn of_data(snapshot: Snapshot<'_>, code: File, systems: Systems, data: &str) -> Vec<Finding> {
    let texts = OfWorkspace { snapshot, file: code };
    let tell = |it: Evaluation| {
        let findings = evaluation::findings_in_data(data, &it.evaluated.outcome, &texts);
        (it, findings)
    };
    merge(snapshot, code, evaluations(snapshot, code, systems).into_iter().map(tell).collect())
}

/// What is told at first is told of one node.
fn evaluations(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Evaluation> {
    match systems {
        Systems::First => snapshot.evaluations(file, systems),
        Systems::All => snapshot.evaluations_of_all_nodes(file),
    }
}

/// An evaluation, and what it tells.
type Told = (Evaluation, Vec<Finding>);

/// What several evaluations tell, told once. What is so on some of the nodes names the first of them as a related place.
fn merge(snapshot: Snapshot<'_>, file: File, parts: Vec<Told>) -> Vec<Finding> {
    let is_of_node = |it: &Told| matches!(it.0.start, Start::Node(_));
    let (of_nodes, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_of_node);
    let mut by_node: Vec<(Start, Vec<Told>)> = Vec::new();
    for part in of_nodes {
        match by_node.last_mut().filter(|it| it.0 == part.0.start) {
            Some(last) => last.1.push(part),
            None => by_node.push((part.0.start.clone(), vec![part])),
        }
    }
    let count = by_node.len();
    let mut found = merge_of_one(others);
    // What a definition tells by itself is so on each node.
    let everywhere: HashMap<evaluation::Key, usize> = found.iter().enumerate().map(|(at, it)| (evaluation::key(it), at)).collect();
    let mut known: HashMap<evaluation::Key, (Start, usize, usize)> = HashMap::new();
    for (start, parts) in by_node {
        for finding in merge_of_one(parts) {
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
                    known.insert(key, (start.clone(), 1, found.len()));
                    found.push(finding);
                }
            }
        }
    }
    for (start, on, at) in known.into_values().filter(|it| it.1 < count) {
        if let Some(finding) = found.get_mut(at) {
            finding.related.extend(on_node(snapshot, file, &start, on));
        }
    }
    found
}

/// The node on which something is wrong, where that is another file.
fn on_node(snapshot: Snapshot<'_>, file: File, start: &Start, on: usize) -> Option<Related> {
    let Start::Node(name) = start else { return None };
    let (of_node, range) = snapshot.place_of_node(file, name)?;
    let message = if on == 1 { "on this node" } else { "on this node, and on others" }.to_owned();
    (of_node != file).then(|| Related { file: snapshot.path(of_node), range, message })
}

/// What several evaluations from one entry, or from entries of a module, tell.
fn merge_of_one(parts: Vec<Told>) -> Vec<Finding> {
    let mut all: Vec<Arc<str>> = Vec::new();
    let is_guessed = parts.iter().any(|(it, _)| it.guessed);
    let is_of_site = parts.iter().any(|(it, _)| it.is_of_site);
    let parts: Vec<Part> = parts
        .into_iter()
        .map(|(evaluation, findings)| {
            let systems: Vec<Arc<str>> = evaluation.systems;
            all.extend(systems.iter().filter(|it| !all.contains(it)).cloned().collect::<Vec<_>>());
            Part { systems, findings }
        })
        .collect();
    evaluation::merge(parts, &all).into_iter().filter_map(|it| if is_guessed { settle(it, is_of_site) } else { Some(it) }).collect()
}

/// What each evaluation of a file tells of it, but for what its text tells.
pub fn by_evaluation(snapshot: Snapshot<'_>, file: File, systems: Systems, of_text: &[Finding]) -> Vec<(Evaluation, Vec<Finding>)> {
    let path = snapshot.path(file);
    // Data are read by evaluations, and are none.
    if analysis::is_input(Path::new(&*path)) {
        return Vec::new();
    }
    let texts = OfWorkspace { snapshot, file };
    let has_old_facts = snapshot.settings(file).legacy_facts();
    let mut undeclared = undeclared::Undeclared::new(snapshot, file);
    let tell = |evaluation: Evaluation| {
        let of = &evaluation.evaluated;
        let mut findings = evaluation::findings_in(&path, &of.outcome, of.applied.as_ref().or(of.part.as_ref()), &texts);
        if !has_old_facts {
            for it in findings.iter_mut().filter(|it| it.code == codes::LEGACY_FACT) {
                let own = of_text.iter().find(|own| own.code == it.code && own.range == it.range);
                it.fixes = own.map(|own| own.fixes.clone()).unwrap_or_default();
            }
        }
        // Mistakes of the text come from the text; but Puppet's own words tell that there is no such fact.
        findings.retain(|it| {
            (it.code == codes::LEGACY_FACT && !has_old_facts) || !of_text.iter().any(|own| own.code == it.code && own.range == it.range)
        });
        for it in &mut findings {
            explain(it, of_text);
        }
        if evaluation.is_part {
            let lacks_modules = evaluation.lacks_modules;
            findings.retain_mut(|it| it.code != codes::MISSING_DEPENDENCY || undeclared.is_told(it, lacks_modules));
        }
        if !evaluation.is_site {
            // Users of a module have data of their own.
            findings.retain(|it| it.code != codes::MISSING_DATA || it.severity == Severity::Error);
            findings.iter_mut().filter(|it| is_foreign_provider(it)).for_each(|it| it.severity = Severity::Warning);
        }
        if evaluation.lacks_modules {
            findings.retain_mut(|it| !MAY_BE_ELSEWHERE.contains(&it.code) || doubt(it));
        }
        (evaluation, findings)
    };
    evaluations(snapshot, file, systems).into_iter().map(tell).collect()
}

/// Puppet's words, and what they mean, where something tells the cause.
fn explain(it: &mut Finding, causes: &[Finding]) {
    let Some(own) = causes.iter().find(|own| is_cause(own, it)) else { return };
    let (severity, puppet_code, puppet_place) = (it.severity, it.puppet_code, it.puppet_place);
    let help = own.help.as_ref().map_or_else(|| own.message.clone(), |help| format!("{}. {help}", own.message));
    let message = std::mem::take(&mut it.message);
    *it = Finding { severity, puppet_code, puppet_place, message, help: Some(help), ..own.clone() };
}

/// Whether one says better what is wrong than the other: of `file['x']` Puppet tells only what comes of the brackets, and of
/// `$facts['ops']['family']` that there is nothing that has keys.
fn is_cause(own: &Finding, it: &Finding) -> bool {
    if own.code == codes::UNKNOWN_FACT {
        let is_of_nothing = it.message.starts_with("Operator '[]' is not applicable to an Undef Value");
        return it.code == codes::EVALUATION_ERROR && is_of_nothing && it.range.contains_range(own.range);
    }
    let gap = it.range.start().checked_sub(own.range.end()).map(u32::from);
    // Of three titles Puppet tells that there are too many, at the text.
    let is_at = gap.is_some_and(|it| it < 3) || it.range.start() == own.range.start();
    own.code == codes::LOWERCASE_REFERENCE && it.code == codes::EVALUATION_ERROR && is_at
}

/// What a module that is not there may define. Classes and variables are not among them: their names say whose they are.
pub(crate) const MAY_BE_ELSEWHERE: [Code; 3] = [codes::UNKNOWN_FUNCTION, codes::UNKNOWN_RESOURCE_TYPE, codes::UNKNOWN_TYPE];

/// A name that is nearly one that is there is most likely misspelled, whatever else there may be.
fn doubt(finding: &mut Finding) -> bool {
    finding.severity = Severity::Warning;
    !finding.fixes.is_empty()
}

/// A provider that is not known may come with a module that users of this one have beside it, as those of Windows do.
fn is_foreign_provider(finding: &Finding) -> bool {
    finding.code == codes::INVALID_ATTRIBUTE_VALUE && finding.message.contains(": Invalid ") && finding.message.contains(" provider '")
}

/// What holds only for some systems of which nobody says that they are meant is no error, and in a site it is nothing.
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
struct OfWorkspace<'db> {
    snapshot: Snapshot<'db>,
    file: File,
}

impl Texts for OfWorkspace<'_> {
    fn program(&self, file: &str) -> Option<Arc<Program>> {
        self.snapshot.program(self.file, file)
    }

    fn is_library(&self, file: &str) -> bool {
        self.snapshot.is_library(file)
    }

    fn module(&self, file: &str) -> Option<String> {
        Some(self.snapshot.own_module(self.snapshot.file(file)?)?.module.to_string())
    }

    fn in_data(&self, finding: &Finding, keys: &[DataKey]) -> Option<Finding> {
        met::in_data(self.snapshot, finding, keys)
    }
}

#[cfg(test)]
mod tests;
