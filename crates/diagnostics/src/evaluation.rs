//! Converts errors of evaluations to findings.
//!
//! The compiler reports Puppet's errors with Puppet's texts and places. Here each becomes a finding with a code, exactly what is to be
//! underlined, the other places that matter, and a fix where there is one. A file for each code says how its error is recognized; an error
//! that nobody knows is `evaluation-failed` or `evaluation-error`, so that none gets lost.

pub(crate) mod argument;
pub(crate) mod dependency_cycle;
pub(crate) mod deprecated_function;
pub(crate) mod discontinued_import;
pub(crate) mod duplicate_attribute;
pub(crate) mod duplicate_definition;
pub(crate) mod duplicate_namevar;
pub(crate) mod duplicate_resource;
pub(crate) mod evaluation_ended;
pub(crate) mod evaluation_error;
pub(crate) mod evaluation_failed;
pub(crate) mod gone_function;
pub(crate) mod illegal_stage;
pub(crate) mod invalid_attribute_value;
pub(crate) mod invalid_reference;
pub(crate) mod invalid_title;
pub(crate) mod merge;
pub(crate) mod missing_data;
pub(crate) mod missing_dependency;
pub(crate) mod missing_file;
pub(crate) mod missing_parameter;
pub(crate) mod override_not_allowed;
pub(crate) mod parameters;
pub(crate) mod raised;
pub(crate) mod reassigned_variable;
pub(crate) mod refresh_without_effect;
pub(crate) mod ruby_not_covered;
pub(crate) mod spot;
#[cfg(test)]
mod tests;
pub(crate) mod traced;
pub(crate) mod type_mismatch;
pub(crate) mod unknown_attribute;
pub(crate) mod unknown_class;
pub(crate) mod unknown_function;
pub(crate) mod unknown_resource_type;
pub(crate) mod unknown_type;
pub(crate) mod unknown_variable;
pub(crate) mod unmatched_selector;
pub(crate) mod unordered_stage;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use compiler::{Applied, Compiled, Condition, DataKey, EvalError, Issue, Outcome, Program, Step};
use issue::codes::{is_reported_if_uncertain, is_reported_where_reached};
use syntax::Severity;

use crate::Finding;
use crate::advice::legacy_fact;
pub(crate) use crate::registry::Rule;
use crate::registry::{self, Code, codes};
pub use merge::{Key, Part, key, merge};
pub(crate) use raised::{Draft, Raised};

/// The files that places name.
pub trait Texts {
    /// A file by the name that errors give it; the empty name is that of the code of the command line.
    fn program(&self, file: &str) -> Option<Arc<Program>>;

    /// Whether a file is of a module that the user only uses.
    fn is_library(&self, _file: &str) -> bool {
        false
    }

    /// The module that a file is of.
    fn module(&self, _file: &str) -> Option<String> {
        None
    }

    /// The key of the site's data that a name was probably meant to be.
    fn near_key(&self, _name: &str) -> Option<String> {
        None
    }

    /// A finding that data cause, reported for these; nothing where they are not checked.
    fn in_data(&self, _finding: &Finding, _keys: &[DataKey]) -> Option<Finding> {
        None
    }
}

impl Texts for compiler::Environment {
    fn program(&self, file: &str) -> Option<Arc<Program>> {
        compiler::Environment::program(self, std::path::Path::new(file))
    }
}

/// Turns an error into findings: none, if it is not about the code.
type Find = fn(&Raised<'_>) -> Vec<Draft>;

fn rules() -> impl Iterator<Item = (Code, Find)> {
    registry::rules(|it| if let Rule::Error(find) = it { Some(find) } else { None })
}

/// Findings of an evaluation, in order of occurrence. `applied` is the catalog as it would be applied, or the part of it that an error has
/// left.
pub fn findings(outcome: &Outcome, applied: Option<&Applied>, texts: &dyn Texts) -> Vec<Finding> {
    found(outcome, applied, texts, None)
}

/// Those of one file and of data that it meets, and no work for the others.
pub fn findings_in(file: &str, outcome: &Outcome, applied: Option<&Applied>, texts: &dyn Texts) -> Vec<Finding> {
    let mut found = found(outcome, applied, texts, Some(file));
    // An error of this file may be reported for the data that cause it.
    found.retain(|it| *it.file == *file || analysis::is_input(Path::new(&*it.file)));
    found
}

/// Those of a file of data, wherever they occur.
pub(crate) fn findings_in_data(file: &str, outcome: &Outcome, texts: &dyn Texts) -> Vec<Finding> {
    let errors = outcome.errors.iter().filter(|it| it.data.iter().any(|it| *it.file == *file));
    let mut found: Vec<Finding> = errors.flat_map(|it| of_error(it, texts, None)).collect();
    found.retain(|it| *it.file == *file);
    deduplicate(found)
}

fn found(outcome: &Outcome, applied: Option<&Applied>, texts: &dyn Texts, only: Option<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    for error in &outcome.errors {
        // A compilation ends at what it does not run.
        let is_not_run = error.issue.code() == Some(codes::RUBY_NOT_COVERED.name);
        found.extend(if is_not_run { of_not_run(error, texts, only) } else { of_error(error, texts, only) });
    }
    found.extend(outcome.not_run.iter().flat_map(|it| of_not_run(it, texts, only)));
    let compiled = outcome.catalog.as_ref().or(outcome.partial.as_ref());
    if let (Some(applied), Some(compiled)) = (applied, compiled) {
        found.extend(of_applied(applied, compiled, texts, only));
        // Behind an error much may be missing: what is there is judged, and not what is not.
        if outcome.errors.iter().all(|it| it.condition != Condition::Always) {
            found.extend(advice(applied, compiled, texts, only));
        }
    }
    deduplicate(found)
}

/// One error; one that speaks of several parameters becomes several findings.
fn of_error(error: &EvalError, texts: &dyn Texts, only: Option<&str>) -> Vec<Finding> {
    if error.issue.code().is_none() {
        return Vec::new();
    }
    let is_certain = error.condition == Condition::Always;
    let raised = Raised::new(error, texts);
    let is_elsewhere = only.is_some_and(|it| *it != *raised.file);
    if is_elsewhere && !only.is_some_and(|it| traced::may_lead(it, &raised)) {
        return Vec::new();
    }
    if let Some(found) = of_text(&raised) {
        // What is wrong with a text is so whoever uses it.
        return if is_elsewhere { Vec::new() } else { found };
    }
    let mut found = by_rules(&raised);
    if !is_certain {
        let is_missing = |it: &Finding| {
            error.unless_around && it.code == codes::MISSING_DEPENDENCY || error.unless_bound && it.code == codes::MISSING_PARAMETER
        };
        let is_certain_there =
            |it: &Finding| error.wherever_reached && is_reported_where_reached(it.code.name) && !is_of_two_instances(error);
        found.retain(|it| is_reported_if_uncertain(it.code.name) || is_certain_there(it) || is_missing(it));
        found.iter_mut().for_each(|it| it.severity = Severity::Warning);
    }
    found.iter_mut().for_each(as_old_fact);
    if let Some(call) = traced::call(&raised) {
        found.iter_mut().filter(|it| it.file == raised.file).for_each(|it| it.related.push(call.clone()));
    }
    found = of_only(only, found, &raised, texts);
    if !error.data.is_empty() {
        for it in &mut found {
            if let Some(moved) = texts.in_data(it, &error.data) {
                *it = moved;
            }
        }
    }
    found
}

/// Hints about the parts that an evaluation left out, because Bunraku does not run them or has a limit. Nothing is wrong with these.
fn of_not_run(error: &EvalError, texts: &dyn Texts, only: Option<&str>) -> Vec<Finding> {
    let raised = Raised::new(error, texts);
    if error.issue.code().is_none() || only.is_some_and(|it| *it != *raised.file) {
        return Vec::new();
    }
    let mut found = by_rules(&raised);
    for it in &mut found {
        it.severity = Severity::Hint;
        if it.code == codes::EVALUATION_ENDED {
            it.help = Some(evaluation_ended::HELP.to_owned());
        }
    }
    found
}

/// The findings of the rules that know an error; of the general ones where there is no other.
fn by_rules(raised: &Raised<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let general = [codes::EVALUATION_ERROR, codes::EVALUATION_FAILED];
    for (code, find) in rules().filter(|it| !general.contains(&it.0)) {
        found.extend(find(raised).into_iter().map(|draft| finding(code, draft, raised)));
    }
    for (code, find) in [(codes::EVALUATION_FAILED, evaluation_failed::find as Find), (codes::EVALUATION_ERROR, evaluation_error::find)] {
        if found.is_empty() {
            found.extend(find(raised).into_iter().map(|draft| finding(code, draft, raised)));
        }
    }
    found
}

/// Whether one statement of a defined type declares a resource twice: then an unknown title of one instance would have to be that of the
/// other.
fn is_of_two_instances(error: &EvalError) -> bool {
    let Issue::DuplicateResource { first, again, .. } = error.issue.root() else { return false };
    let is_instance = |step: &Step| matches!(step, Step::Declaration(_, name) if !name.starts_with("Class["));
    *first == **again && error.trace.iter().any(is_instance)
}

fn of_only(only: Option<&str>, found: Vec<Finding>, raised: &Raised<'_>, texts: &dyn Texts) -> Vec<Finding> {
    match only {
        Some(file) => traced::told_in(file, found, raised, texts),
        None => found,
    }
}

/// A variable that was a fact once exists where agents send such facts: that is no error, and the text's own finding covers it.
fn as_old_fact(finding: &mut Finding) {
    let name = match finding.issue.as_deref() {
        Some(Issue::UnknownVariable { name }) => Some(&**name),
        _ => None,
    };
    let Some(says) = name.and_then(legacy_fact::of_unknown) else { return };
    finding.code = codes::LEGACY_FACT;
    finding.severity = Severity::Warning;
    finding.message = format!("{} {says}", finding.message);
    finding.help = None;
    finding.fixes.clear();
}

/// A file that could not be used because of its text: what is wrong with that.
fn of_text(raised: &Raised<'_>) -> Option<Vec<Finding>> {
    let program = raised.program.as_ref().filter(|it| !it.errors.is_empty())?;
    matches!(raised.issue, Issue::InvalidSource { .. })
        .then(|| program.errors.iter().map(|it| Finding::new(raised.file.clone(), it)).collect())
}

fn finding(code: Code, draft: Draft, raised: &Raised<'_>) -> Finding {
    let puppet_code = raised.error.puppet_code().filter(|it| *it != "RUNTIME_ERROR").unwrap_or(code.puppet_code);
    let issue = Some(Arc::new(draft.issue.clone().unwrap_or_else(|| raised.issue.clone())));
    Finding { puppet_place: raised.puppet_place(), issue, ..of_draft(code, draft, puppet_code) }
}

fn of_draft(code: Code, draft: Draft, puppet_code: &'static str) -> Finding {
    Finding {
        puppet_code,
        help: draft.help,
        related: draft.related,
        fixes: draft.fixes,
        ..Finding::plain(draft.file, code, Severity::Error, draft.range, draft.message)
    }
}

/// Errors that would stop Puppet when the catalog is applied.
fn of_applied(applied: &Applied, compiled: &Compiled, texts: &dyn Texts, only: Option<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    for problem in applied.problems.iter().filter(|it| it.condition == Condition::Always) {
        let error = compiled.error(problem);
        let raised = Raised::new(&error, texts);
        if only.is_some_and(|it| *it != *raised.file && !traced::may_lead(it, &raised)) {
            continue;
        }
        let of_catalog: [(Code, Find); 4] = [
            (codes::DUPLICATE_NAMEVAR, duplicate_namevar::find),
            (codes::DUPLICATE_RESOURCE, duplicate_resource::find),
            (codes::MISSING_DEPENDENCY, missing_dependency::find),
            (codes::INVALID_REFERENCE, invalid_reference::find),
        ];
        let known = of_catalog.iter().find_map(|(code, find)| {
            let drafts = find(&raised);
            (!drafts.is_empty()).then_some((*code, drafts))
        });
        let (code, drafts) =
            known.unwrap_or_else(|| (codes::INVALID_ATTRIBUTE_VALUE, invalid_attribute_value::all(&raised, applied, problem.resource)));
        let of_error = drafts.into_iter().map(|draft| finding(code, draft, &raised)).collect();
        found.extend(of_only(only, of_error, &raised, texts));
    }
    found.extend(dependency_cycle::all(applied, compiled, texts).into_iter().map(|draft| of_draft(codes::DEPENDENCY_CYCLE, draft, "")));
    found
}

/// Advice on what Puppet applies but most likely is not meant.
fn advice(applied: &Applied, compiled: &Compiled, texts: &dyn Texts, only: Option<&str>) -> Vec<Finding> {
    let refresh = refresh_without_effect::all(applied, compiled, texts, only);
    let stages = unordered_stage::all(applied, compiled, texts, only);
    let of = |code: Code, drafts: Vec<Draft>| drafts.into_iter().map(move |it| of_draft(code, it, ""));
    let all = of(codes::REFRESH_WITHOUT_EFFECT, refresh).chain(of(codes::UNORDERED_STAGE, stages));
    all.map(|it| Finding { severity: Severity::Hint, ..it }).collect()
}

/// Reports once what several instances of a defined type, or several entries, have in common.
fn deduplicate(found: Vec<Finding>) -> Vec<Finding> {
    let mut seen = HashSet::new();
    let mut seen_messages = HashSet::new();
    let mut traced_places = HashSet::new();
    found
        .into_iter()
        .filter(|it| {
            // Puppet evaluates some things twice, and the second time it does not know where they are.
            let is_new = seen_messages.insert((it.code, it.message.clone()));
            if it.file.is_empty() && it.range.is_empty() && !is_new {
                return false;
            }
            // Of several errors in one statement Puppet reports the first.
            let is_traced = it.related.first().is_some_and(|it| it.message == traced::THERE);
            if is_traced && !traced_places.insert((it.file.clone(), it.range)) {
                return false;
            }
            let text = if it.code.is_distinct_by_message || it.range.is_empty() { it.message.clone() } else { String::new() };
            seen.insert((it.code, it.file.clone(), it.range, text))
        })
        .collect()
}
