//! Errors in modules that are only used: they are reported where the user's own code leads to them.

use std::sync::Arc;

use analysis::{DocumentKind, document_kind};
use compiler::{Condition, Step};
use syntax::{Severity, TextRange};

use super::raised::Raised;
use super::{Texts, spot};
use crate::registry::codes;
use crate::{Finding, Related};

/// Label of the place where the error really is.
pub(super) const THERE: &str = "the mistake is here";

/// Whether a file may have something to do with an error of another one.
pub(super) fn may_lead(file: &str, raised: &Raised<'_>) -> bool {
    let error = raised.error;
    let is_named = || error.trace.iter().any(|it| it.place().file.as_deref() == Some(file)) || error.names_file(file);
    error.condition == Condition::Always && error.data.is_empty() && is_named()
}

/// Findings of an error that are reported in a file: those inside of it, and those that it leads to.
pub(super) fn told_in(file: &str, found: Vec<Finding>, raised: &Raised<'_>, texts: &dyn Texts) -> Vec<Finding> {
    let is_library = texts.is_library(&raised.file);
    if let Some(turned) = found.first().and_then(|it| turned(it, raised, texts)) {
        return match () {
            () if *turned.file == *file => vec![turned],
            // Whoever opens what is installed sees what is wrong with it.
            () if is_library => found.into_iter().filter(|it| *it.file == *file).collect(),
            () => Vec::new(),
        };
    }
    if *raised.file == *file || !is_library {
        return found.into_iter().filter(|it| *it.file == *file || *raised.file == *file).collect();
    }
    // Not all files of one's own module need be asked for.
    if texts.module(&raised.file) == texts.module(file) {
        return Vec::new();
    }
    let is_own = |it: &&Step| it.place().file.as_deref().is_some_and(|it| !texts.is_library(it));
    let Some(step) = raised.error.trace.iter().find(is_own).filter(|it| it.place().file.as_deref() == Some(file)) else {
        return Vec::new();
    };
    let Some(range) = range_of(step, raised) else { return Vec::new() };
    // What a module needs need not be among what the user's one needs.
    let is_certain = |it: &Finding| it.severity == Severity::Error && !it.code.may_be_elsewhere;
    let first = found.into_iter().find(is_certain);
    first.map(|it| moved(it, file.into(), range)).into_iter().collect()
}

/// Where a function is called that goes wrong with what it is given there.
pub(super) fn call(raised: &Raised<'_>) -> Option<Related> {
    let is_function = document_kind(&*raised.file) == DocumentKind::Manifest && raised.file.contains("/functions/");
    let is_call = |it: &&Step| matches!(it, Step::Call(place) if place.file.as_deref().is_some_and(|it| *it != *raised.file));
    let step = raised.error.trace.iter().filter(|_| is_function).find(is_call)?;
    let file = step.place().file.as_deref()?.into();
    Some(Related { file, range: range_of(step, raised)?, message: "it is called here".to_owned() })
}

/// The same, reported at a statement that leads there.
fn moved(finding: Finding, file: Arc<str>, range: TextRange) -> Finding {
    let there = Related { file: finding.file.clone(), range: finding.range, message: THERE.to_owned() };
    let related = std::iter::once(there).chain(finding.related).collect();
    Finding { file, range, related, fixes: Vec::new(), puppet_place: None, ..finding }
}

/// Of two declarations Puppet refuses the second. Where that is of a module that the text of the first uses, the first is the one that can
/// be fixed.
fn turned(finding: &Finding, raised: &Raised<'_>, texts: &dyn Texts) -> Option<Finding> {
    if ![codes::DUPLICATE_RESOURCE, codes::DUPLICATE_NAMEVAR].contains(&finding.code) {
        return None;
    }
    let first = finding.related.iter().find(|it| it.file != finding.file)?;
    let leads = || raised.error.trace.iter().any(|it| it.place().file.as_deref() == Some(&*first.file));
    let uses = || leads() && texts.module(&first.file) != texts.module(&finding.file);
    let is_mine = !texts.is_library(&first.file) && (texts.is_library(&finding.file) || uses());
    if !is_mine {
        return None;
    }
    let there = Related { file: finding.file.clone(), range: finding.range, message: "it is declared here, too".to_owned() };
    let others = finding.related.iter().filter(|it| *it != first).cloned();
    let mut related: Vec<Related> = std::iter::once(there).chain(others).collect();
    let step = raised.error.trace.iter().find(|it| it.place().file.as_deref() == Some(&*first.file));
    if let Some(range) = step.and_then(|it| range_of(it, raised)) {
        related.push(Related { file: first.file.clone(), range, message: "this statement leads to it".to_owned() });
    }
    Some(Finding { file: first.file.clone(), range: first.range, related, fixes: Vec::new(), puppet_place: None, ..finding.clone() })
}

/// The statement of a step.
fn range_of(step: &Step, raised: &Raised<'_>) -> Option<TextRange> {
    let place = step.place();
    let program = raised.other(place.file.as_deref()?)?;
    place.line?;
    let declared = match step {
        Step::Declaration(_, reference) => spot::declared(&program, place, reference),
        Step::Call(_) => None,
    };
    Some(declared.map_or_else(|| spot::range(&program, place), |it| it.range(&program)))
}
