//! Findings of the puppet-lint checks.
//!
//! Findings of lint come without their fixes: to write one means to write the whole text, and most are only shown. Whoever wants them asks
//! for them: see [`fix_lints`] and [`fix_all_lints`].

mod duplicates;
mod fixes;
mod ignore;
mod lines;

use std::path::Path;
use std::sync::LazyLock;

use analysis::{File, Remembered, Snapshot};
use settings::Level;
use syntax::{Dialect, Severity};

use crate::registry::{Entry, Example, Rule};
use crate::{Code, Finding};
use lines::Lines;

pub(crate) use duplicates::drop_duplicates;
pub use fixes::{fix_all_lints, fix_lints};
pub use ignore::lint_ignore_edits;

/// `illegal-definition-location` reports it, and knows what Puppet knows: the name of the module, and which files need not have a place.
const OFF: &str = "autoloader_layout";

/// The checks of puppet-lint as entries of the registry.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| lint::checks::ALL.iter().map(|check| entry(check)).collect());

fn entry(check: &'static lint::Check) -> Entry {
    let page = page(check.name).or(check.description).unwrap_or(check.name);
    // Below its heading a page begins with what the check looks for.
    let body = page.split_once('\n').map_or("", |(_heading, body)| body).trim_start();
    Entry {
        name: check.name,
        title: body.split("\n\n").next().unwrap_or_default().trim_end(),
        level: (check.name == OFF).then_some(Level::Off),
        page,
        example: Example::None("is recorded in tests/lint"),
        fixes: check.fixes,
        rules: &[Rule::Lint],
        ..Entry::EMPTY
    }
}

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

fn page(name: &str) -> Option<&'static str> {
    let index = PAGES.binary_search_by_key(&name, |(it, _)| it).ok()?;
    PAGES.get(index).map(|(_, page)| *page)
}

/// Returns the code of each check.
pub(crate) fn codes() -> impl Iterator<Item = Code> {
    ENTRIES.iter().map(Code::new)
}

/// Returns the code of a check.
pub(crate) fn code(name: &str) -> Option<Code> {
    codes().find(|it| it.name == name)
}

/// Findings of the checks in a manifest or in data, stored until its text or settings change.
pub(crate) struct Linted;

impl Remembered for Linted {
    type Made = Vec<Finding>;

    fn make(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
        let text = snapshot.text(file);
        let lines = Lines::new(&text);
        let path = snapshot.path(file);
        let problems = problems(snapshot, file, &text);
        let one = |problem: lint::Problem| {
            let severity = match problem.severity {
                lint::Severity::Warning => Severity::Warning,
                lint::Severity::Error => Severity::Error,
            };
            let range = lines.range(&problem);
            Some(Finding::plain(path.clone(), code(problem.check)?, severity, range, problem.message.into_owned()))
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
