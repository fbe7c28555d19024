//! What the checks of puppet-lint find.
//!
//! Findings of lint come without their fixes: to write one means to write the whole text, and most are only looked at. Whoever wants
//! them asks for them: see [`fix_lints`] and [`fix_all_lints`].

mod fixes;
mod ignore;
mod lines;
mod same;

use std::path::Path;

use analysis::{File, Remembered, Snapshot};
use settings::Level;
use syntax::{Dialect, Severity};

use crate::{Finding, Rule};
use lines::Lines;

pub use fixes::{fix_all_lints, fix_lints};
pub use ignore::lint_ignore_edits;
pub(crate) use same::{drop_told, is_same};

/// `illegal-definition-location` tells it, and knows what Puppet knows: the name of the module, and which files need not have a place.
const OFF: &str = "autoloader_layout";

/// The name of each check.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    lint::checks::ALL.iter().map(|check| check.name)
}

/// Whether a code is the name of a check of puppet-lint.
pub fn is_lint(code: &str) -> bool {
    lint::checks::by_name(code).is_some()
}

/// What is known of a check.
pub(crate) fn rule(code: &str) -> Option<Rule> {
    let check = lint::checks::by_name(code)?;
    let page = crate::registry::page_of_check(check.name).or(check.description).unwrap_or(check.name);
    Some(Rule { code: check.name, puppet_code: "", page, level: (check.name == OFF).then_some(Level::Off) })
}

/// What the checks find in a manifest or in data, remembered until its text changes, or what is set for it.
pub(crate) struct Linted;

impl Remembered for Linted {
    type Made = Vec<Finding>;

    fn make(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
        let text = snapshot.text(file);
        let lines = Lines::new(&text);
        let path = snapshot.path(file);
        let problems = problems(snapshot, file, &text);
        let one = |problem: lint::Problem| {
            Some(Finding {
                code: lint::checks::by_name(problem.check)?.name,
                puppet_code: "",
                severity: match problem.severity {
                    lint::Severity::Warning => Severity::Warning,
                    lint::Severity::Error => Severity::Error,
                },
                file: path.clone(),
                range: lines.range(&problem),
                message: problem.message.into_owned(),
                help: None,
                related: Vec::new(),
                fixes: Vec::new(),
                systems: Vec::new(),
                puppet_place: None,
            })
        };
        problems.into_iter().filter_map(one).collect()
    }
}

/// Where there is something to run at all: the checks themselves, and the text for them.
fn source<'t>(snapshot: Snapshot<'_>, file: File, path: &'t str, text: &'t str) -> Option<(lint::Source<'t>, analysis::Lint)> {
    let is_whole = || snapshot.parse(file).problems().iter().all(|it| it.severity != Severity::Error);
    let is_judged = match analysis::is_input(Path::new(path)) {
        true => lint::is_data(path),
        // puppet-lint has a reader of its own; what the parser refuses is not judged by it.
        false => snapshot.dialect(file) == Dialect::Manifest && is_whole(),
    };
    let lint = snapshot.lint(file).filter(|_| is_judged)?;
    Some((lint::Source { text, path, full_path: path }, lint))
}

fn problems(snapshot: Snapshot<'_>, file: File, text: &str) -> Vec<lint::Problem> {
    let path = snapshot.path(file);
    let Some((source, lint)) = source(snapshot, file, &path, text) else { return Vec::new() };
    let mut problems = lint::lint(source, lint.configuration()).problems;
    problems.retain(|it| it.state == lint::State::Open && it.check != lint::SYNTAX && lint.tells(it.severity));
    problems
}

#[cfg(test)]
mod tests;
