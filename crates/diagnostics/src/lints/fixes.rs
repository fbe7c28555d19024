//! Fixes of lint findings, as puppet-lint makes them, for requested findings.

use std::ops::Range;
use std::sync::Arc;

use analysis::{File, Snapshot};
use lint::{Problem, State};
use similar::{Algorithm, DiffOp, DiffTag};
use syntax::text_range;

use super::{Lines, problems, source};
use crate::Code;
use crate::{Edit, Finding, Fix};

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

/// How many findings of a file are fixed one by one: each fix writes the whole text.
const MOST_FIXES: usize = 100;

/// Gives those findings of lint their fixes that are wanted, and have one. All findings are of one file.
pub fn fix_lints(snapshot: Snapshot<'_>, file: File, findings: &mut [Finding], wanted: impl Fn(&Finding) -> bool) {
    let is_open = |it: &Finding| it.fixes.is_empty() && may_be_fixed(it.code) && wanted(it);
    let mut open: Vec<&mut Finding> = findings.iter_mut().filter(|it| is_open(it)).take(MOST_FIXES).collect();
    if open.is_empty() {
        return;
    }
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    let Some((source, _)) = source(snapshot, file, &path, &text) else { return };
    let lines = Lines::new(&text);
    let mut fixable = problems(snapshot, file, &text);
    fixable.retain(|it| it.fix.is_some() && open.iter().any(|finding| is_of(it, finding, &lines)));
    let fixes = lint::fixes(source, &fixable);
    for (problem, fixed) in fixable.iter().zip(fixes) {
        let fix = fixed.and_then(|it| fix_of(&path, problem.check, it));
        // Of two problems that read the same each finding takes one.
        if let Some(finding) = open.iter_mut().find(|it| it.fixes.is_empty() && is_of(problem, it, &lines)) {
            finding.fixes.extend(fix);
        }
    }
}

/// The changes that fix all of these findings of lint together, as far as they can be fixed, and their number. All are of one file; with
/// `sure_only` only those are fixed whose fixes change nothing but how a thing is written.
pub fn fix_all_lints(snapshot: Snapshot<'_>, file: File, findings: &[&Finding], sure_only: bool) -> (Vec<Edit>, usize) {
    let is_wanted = |it: &Finding| may_be_fixed(it.code) && (!sure_only || SURE.contains(&it.code.name));
    let wanted: Vec<&Finding> = findings.iter().copied().filter(|it| is_wanted(it)).collect();
    let (path, text) = (snapshot.path(file), snapshot.text(file));
    let source = if wanted.is_empty() { None } else { source(snapshot, file, &path, &text) };
    let Some((source, lint)) = source else { return (Vec::new(), 0) };
    let lines = Lines::new(&text);
    let report = lint::fix_some(source, lint.configuration(), |it| wanted.iter().any(|finding| is_of(it, finding, &lines)));
    let count = report.problems.iter().filter(|it| it.state == State::Fixed).count();
    let edits = report.fixed.map(|fixed| changes(&path, &text, &fixed)).unwrap_or_default();
    if edits.is_empty() { (Vec::new(), 0) } else { (edits, count) }
}

fn may_be_fixed(code: Code) -> bool {
    code.is_lint() && code.fixes
}

fn is_of(problem: &Problem, finding: &Finding, lines: &Lines<'_>) -> bool {
    finding.code == problem.check && lines.range(problem) == finding.range && problem.message == finding.message
}

fn fix_of(path: &Arc<str>, check: &str, fix: lint::Replacement) -> Option<Fix> {
    let edits = vec![Edit { file: path.clone(), range: text_range(&fix.range), text: fix.text }];
    Some(Fix { title: format!("Fix `{check}` as puppet-lint does"), edits, sure: SURE.contains(&check) })
}

/// The lines in which two texts differ, each piece as a change.
fn changes(path: &Arc<str>, old: &str, new: &str) -> Vec<Edit> {
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let ops = similar::capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
    let (old_starts, new_starts) = (starts(&old_lines), starts(&new_lines));
    let piece = |starts: &[usize], lines: Range<usize>| Some(*starts.get(lines.start)?..*starts.get(lines.end)?);
    let edit = |op: &DiffOp| {
        let range = text_range(&piece(&old_starts, op.old_range())?);
        Some(Edit { file: path.clone(), range, text: new.get(piece(&new_starts, op.new_range())?)?.to_owned() })
    };
    ops.iter().filter(|it| it.tag() != DiffTag::Equal).filter_map(edit).collect()
}

/// Where each line begins, and where the last one ends.
fn starts(lines: &[&str]) -> Vec<usize> {
    let ends = lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}
