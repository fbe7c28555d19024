//! Puts together what the passes find: each mistake once, by the pass that knows most of it.
//!
//! Properties of a code are in its [entry](crate::Entry): `checks`, `explains`, `helps_with`, `may_be_elsewhere`, `replaces`.

use std::ops::Range;

use syntax::{Severity, TextRange};

use crate::Finding;
use crate::lints::drop_duplicates;
use crate::passes::{Found, Input, Name};
use crate::registry::codes;

/// Returns what is wrong with a file of code.
pub(crate) fn combine(input: &Input<'_>, mut found: Found) -> Vec<Finding> {
    let text = input.snapshot.text(input.file);
    let mut all = found.take(&[Name::Syntax, Name::Advice]);
    let evaluated = found.take(&[Name::Evaluation]);
    let mut others = found.take(&[Name::Neighbours, Name::Site, Name::Template]);
    // Where Puppet refuses the result, what the text shows is an error.
    all.retain(|own| !evaluated.iter().any(|it| own.code == it.code && own.range == it.range));
    all.extend(evaluated);
    all.iter_mut().for_each(|it| explain(it, &others));
    // Whatever an evaluation shows is certain.
    others.retain(|it| !all.iter().any(|own| own.code == it.code && own.range.intersect(it.range).is_some()));
    help(&mut all, &mut others);
    all.extend(others);
    if input.snapshot.is_plan(input.file) {
        doubt_in_plan(&mut all, &text);
    }
    let mut lints = found.take(&[Name::Lint]);
    drop_duplicates(&mut lints, &all, &text);
    all.extend(lints);
    all
}

/// Turns an error into its cause, if one of `causes` is that: with Puppet's words, and what they mean.
pub(crate) fn explain(error: &mut Finding, causes: &[Finding]) {
    let is_cause = |it: &&Finding| it.code.explains.is_some_and(|explains| explains(it, error));
    let Some(cause) = causes.iter().find(is_cause) else { return };
    let (severity, puppet_code, puppet_place) = (error.severity, error.puppet_code, error.puppet_place);
    let help = cause.help.as_ref().map_or_else(|| cause.message.clone(), |help| format!("{}. {help}", cause.message));
    let message = std::mem::take(&mut error.message);
    *error = Finding { severity, puppet_code, puppet_place, message, help: Some(help), ..cause.clone() };
}

/// Makes findings that help with others the help of these; the rest of them come last.
fn help(all: &mut [Finding], others: &mut Vec<Finding>) {
    let helpful: Vec<Finding> = others.extract_if(.., |it| !it.code.helps_with.is_empty()).collect();
    let is_replaced = |it: &Finding| helpful.iter().any(|by| by.code.replaces.contains(&it.code) && by.range == it.range);
    others.retain(|it| !(it.related.is_empty() && is_replaced(it)));
    for better in helpful {
        match all.iter_mut().find(|it| better.code.helps_with.contains(&it.code) && it.range == better.range) {
            Some(error) => {
                error.help = Some(better.message);
                error.fixes = better.fixes;
            }
            None => others.push(better),
        }
    }
}

/// Bolt runs plans, and brings functions and types along that are not known here: what may be its is reported once, as a hint.
fn doubt_in_plan(found: &mut Vec<Finding>, text: &str) {
    let absent = found.iter().filter(|it| it.code == codes::ABSENT_MODULE);
    let absent: Vec<TextRange> = absent.flat_map(|it| it.related.iter().map(|it| it.range).chain([it.range])).collect();
    // What another module should have is reported with that.
    found.retain(|it| !(it.code.may_be_elsewhere && it.fixes.is_empty() && absent.contains(&it.range)));
    let mut unknown: Vec<Finding> = found.extract_if(.., |it| it.code.may_be_elsewhere && !doubt(it)).collect();
    unknown.sort_by_key(|it| it.range.start());
    let written = |it: &Finding| text.get(Range::<usize>::from(it.range)).map(|it| format!("`{it}`"));
    let mut names: Vec<String> = unknown.iter().filter_map(written).collect();
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

/// Makes a finding a warning, and says whether it holds all the same: a name that is nearly another one is most likely misspelled.
pub(crate) fn doubt(finding: &mut Finding) -> bool {
    finding.severity = Severity::Warning;
    !finding.fixes.is_empty()
}
