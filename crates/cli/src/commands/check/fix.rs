//! `--fix`: makes the changes that are sure.
//!
//! Changes that overlap are made one after the other, in rounds: the result of a round is checked again. Files are written at the end, each
//! at once.

pub mod save;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use diagnostics::{Edit, Fix};
use syntax::{ParseOptions, Severity};

use super::engine::{Checked, Checker};
use super::failure::InputError;
use super::findings::Source;
use super::report::Fixed;

/// Changes that always make for others would never end.
const MOST_ROUNDS: usize = 10;

/// Fixes what can be fixed, and reports the rest. A file that could not be written is reported as a failure.
pub fn all(checker: &Checker<'_>, sources: &mut [Source], first: Checked, failures: &mut Vec<InputError>) -> (Fixed, Checked) {
    let by_name: HashMap<Arc<str>, usize> = sources.iter().enumerate().map(|(index, it)| (it.shown.clone(), index)).collect();
    let before: Vec<Arc<str>> = sources.iter().map(|it| it.text.clone()).collect();
    let mut checked = first;
    // Files that a change would break are left alone: that is a defect in the change.
    let mut broken: BTreeSet<usize> = BTreeSet::new();
    let mut fixes = 0;
    for _ in 0..MOST_ROUNDS {
        let round = choose(&checked, &by_name, &broken);
        if round.fixes == 0 {
            break;
        }
        let mut made = 0;
        for (index, edits) in round.by_file {
            let Some(source) = sources.get_mut(index) else { continue };
            let text = diagnostics::apply(&source.text, &edits);
            if has_syntax_errors(source, &text) && !has_syntax_errors(source, &source.text) {
                broken.insert(index);
            } else {
                source.text = Arc::from(text);
                made += 1;
            }
        }
        if made > 0 {
            fixes += round.fixes;
        }
        checked = checker.check(sources);
    }
    let mut fixed = Fixed { fixes, files: 0 };
    for (source, _) in sources.iter().zip(before).filter(|(source, before)| source.text != *before) {
        match save::save(&source.real, &source.text) {
            Ok(()) => fixed.files += 1,
            Err(error) => failures.push(InputError::io(source.shown.to_string(), &error)),
        }
    }
    (fixed, checked)
}

/// Changes that can be made together.
#[derive(Default)]
struct Round<'a> {
    fixes: usize,
    by_file: HashMap<usize, Vec<&'a Edit>>,
}

fn choose<'a>(checked: &'a Checked, by_name: &HashMap<Arc<str>, usize>, broken: &BTreeSet<usize>) -> Round<'a> {
    let mut round = Round::default();
    let findings = checked.files.iter().flat_map(|it| &it.findings);
    // Of several fixes the first safe one is taken.
    for fix in findings.filter_map(|it| it.fixes.iter().find(|it| it.sure)) {
        if let Some(edits) = places(fix, by_name, broken)
            && edits.iter().all(|(index, edit)| !diagnostics::overlaps(edit, round.by_file.get(index).into_iter().flatten().copied()))
        {
            round.fixes += 1;
            for (index, edit) in edits {
                round.by_file.entry(index).or_default().push(edit);
            }
        }
    }
    round
}

/// The changes of a fix, if all of them are in files that may be changed.
fn places<'a>(fix: &'a Fix, by_name: &HashMap<Arc<str>, usize>, broken: &BTreeSet<usize>) -> Option<Vec<(usize, &'a Edit)>> {
    let place = |edit: &'a Edit| by_name.get(&edit.file).filter(|it| !broken.contains(it)).map(|index| (*index, edit));
    fix.edits.iter().map(place).collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
}

fn has_syntax_errors(source: &Source, text: &str) -> bool {
    let tasks = source.settings.tasks() || environment::is_plan(&source.real, None);
    let parse = syntax::parse(text, ParseOptions { dialect: source.dialect, tasks });
    parse.problems().iter().any(|it| it.severity == Severity::Error)
}
