//! What the checks of puppet-lint find, where a project wants to know.

use std::sync::Arc;

use analysis::{File, Snapshot};
use syntax::{Dialect, Severity, TextRange, TextSize};

use crate::{Edit, Finding, Fix, Rule};

/// Checks whose mistake has another code here: it is told once. Of several, the first that is told.
const SAME: &[(&str, &[&str])] = &[
    ("autoloader_layout", &["illegal-definition-location"]),
    ("case_without_default", &["missing-default"]),
    ("duplicate_params", &["duplicate-attribute", "duplicate-key"]),
    ("legacy_facts", &["legacy-fact"]),
    ("nested_classes_or_defines", &["not-top-level"]),
    ("top_scope_facts", &["legacy-fact"]),
    ("variable_scope", &["unknown-variable"]),
];

/// Checks whose fixes only change how a thing is written.
const SURE: &[&str] = &[
    "arrow_alignment",
    "double_quoted_strings",
    "hard_tabs",
    "slash_comments",
    "space_before_arrow",
    "star_comments",
    "trailing_whitespace",
    "variables_not_enclosed",
];

/// So many problems of a file are mended one by one: each mending writes the whole text.
const MOST_FIXES: usize = 100;

/// The name of each check.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    lint::checks::ALL.iter().map(|check| check.name)
}

pub(crate) fn is_check(code: &str) -> bool {
    lint::checks::by_name(code).is_some()
}

/// What is known of a check.
pub(crate) fn rule(code: &str) -> Option<Rule> {
    let check = lint::checks::by_name(code)?;
    let page = crate::registry::page_of_check(check.name).or(check.description).unwrap_or(check.name);
    Some(Rule { code: check.name, puppet_code: "", page, level: None })
}

/// What the checks find in a manifest, but for what is told already.
pub(crate) fn of_file(snapshot: Snapshot<'_>, file: File, told: &[Finding]) -> Vec<Finding> {
    if snapshot.dialect(file) != Dialect::Manifest {
        return Vec::new();
    }
    let Some(configuration) = snapshot.lint(file) else { return Vec::new() };
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    let source = lint::Source { text: &text, path: &path, full_path: &path };
    let report = lint::lint(source, &configuration);
    let lines = Lines::new(&text);
    let mut fixes = lint::fixes(source, &report.problems).take(MOST_FIXES);
    let mut found = Vec::new();
    for problem in &report.problems {
        let fix = problem.fix.as_ref().and_then(|_| fixes.next()).flatten();
        // What cannot be read is told by the parser, in Puppet's words.
        if problem.check == lint::SYNTAX || problem.state != lint::State::Open {
            continue;
        }
        let range = lines.range(problem);
        let line = lines.number(range.start());
        let same = SAME.iter().find(|(check, _)| *check == problem.check).map_or(&[][..], |(_, codes)| codes);
        if told.iter().any(|it| same.contains(&it.code) && lines.number(it.range.start()) == line) {
            continue;
        }
        let Some(check) = lint::checks::by_name(problem.check) else { continue };
        found.push(Finding {
            code: check.name,
            puppet_code: "",
            severity: match problem.severity {
                lint::Severity::Warning => Severity::Warning,
                lint::Severity::Error => Severity::Error,
            },
            file: path.clone(),
            range,
            message: problem.message.to_string(),
            help: None,
            related: Vec::new(),
            fixes: fix.and_then(|fix| mend(&path, check.name, fix)).into_iter().collect(),
            systems: Vec::new(),
            puppet_place: None,
        });
    }
    found
}

fn mend(path: &Arc<str>, check: &str, fix: lint::Mended) -> Option<Fix> {
    let range = range_of(fix.range.start, fix.range.end)?;
    let edits = vec![Edit { file: path.clone(), range, text: fix.text }];
    Some(Fix { title: format!("Fix `{check}` as puppet-lint does"), edits, sure: SURE.contains(&check) })
}

fn range_of(start: usize, end: usize) -> Option<TextRange> {
    Some(TextRange::new(TextSize::try_from(start).ok()?, TextSize::try_from(end.max(start)).ok()?))
}

struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn number(&self, at: TextSize) -> usize {
        self.starts.partition_point(|start| *start <= usize::from(at))
    }

    /// What to underline: the token, or else the rest of the line from the column on.
    fn range(&self, problem: &lint::Problem) -> TextRange {
        let of_token = problem.range.clone().filter(|it| self.text.get(it.clone()).is_some_and(|text| !text.contains('\n')));
        let range = of_token.unwrap_or_else(|| {
            let start = self.starts.get(problem.line.saturating_sub(1) as usize).copied().unwrap_or(self.text.len());
            let line = self.text.get(start..).and_then(|rest| rest.split(['\r', '\n']).next()).unwrap_or("");
            let column = line.char_indices().nth(problem.column.saturating_sub(1) as usize).map_or(line.len(), |(at, _)| at);
            start + column..start + line.len()
        });
        range_of(range.start, range.end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
