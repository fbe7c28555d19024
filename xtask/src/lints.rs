//! The suite `lint`: our checks and fixes against puppet-lint's.
//!
//! The cases of `tests/lint` have recordings; Debian's modules have none, and are asked about live. The problems of each check are
//! counted, so that a table says how many are the same.

mod asked;
mod cases;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::compare::Aspect;
use crate::corpus;
use crate::differences::Listed;
use crate::recordings::replace;
use asked::{Answer, Asked};

pub const NAME: &str = "lint";

/// How many there are at least, so that nothing passes because there was nothing to compare.
const CASES: usize = 20;

pub struct Wanted<'a> {
    /// `lint/SUBJECT/NAME`, or the beginning of it.
    pub only: Option<&'a str>,
    /// Which cases and which files puppet-lint itself is asked about.
    pub live: Option<&'a dyn Fn(&str) -> bool>,
}

#[derive(Default)]
pub struct Outcome {
    pub passed: usize,
    pub live: usize,
    pub failures: Vec<String>,
    /// For each check, how many problems of the modules are the same, are missing, and are too many.
    pub table: String,
}

pub fn run(root: &Path, listed: &Listed, wanted: &Wanted<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let mut cases = cases::all(root)?;
    if wanted.only.is_none() && cases.len() < CASES {
        outcome.failures.push(format!("{NAME}: only {} cases of {CASES}", cases.len()));
    }
    cases.retain(|case| wanted.only.is_none_or(|only| case.id.starts_with(only)));
    let mut recorded = BTreeMap::new();
    for subject in cases.iter().map(Asked::subject).collect::<BTreeSet<_>>() {
        recorded.extend(asked::read(&cases::recordings(root, subject))?);
    }
    let mut judge = Judge { listed, found: BTreeSet::new(), asked: BTreeSet::new() };
    for case in &cases {
        let complaints = match recorded.get(&case.id) {
            None => vec![format!("{}: is not recorded", case.id)],
            Some(answer) if answer.input != case.input() => vec![format!("{}: its text changed after it was recorded", case.id)],
            Some(answer) => judge.compare(case, answer, &case.ours()?),
        };
        outcome.passed += usize::from(complaints.is_empty());
        outcome.failures.extend(complaints);
    }
    if let Some(choose) = wanted.live {
        let checks = asked::names(root)?;
        let again: Vec<Asked> = cases.iter().filter(|case| choose(&case.id) && can_be_asked(case, &checks)).cloned().collect();
        for (case, answer) in again.iter().zip(asked::ask(root, &again)?) {
            let same = recorded.get(&case.id).is_none_or(|recorded| *recorded == answer);
            outcome.passed += usize::from(same);
            if !same {
                outcome.failures.push(format!("{}: puppet-lint answers otherwise than recorded\n  now: {answer:?}", case.id));
            }
        }
        outcome.live = again.len();
        modules(root, wanted, choose, &mut judge, &mut outcome)?;
    }
    for (case, aspect) in listed.keys().filter(|key| judge.asked.contains(&key.0) && !judge.found.contains(*key)) {
        outcome.failures.push(format!("{case}: {aspect} is listed as a difference, but does not differ"));
    }
    Ok(outcome)
}

/// Asks puppet-lint about the cases of a subject, or of all, and writes what it answers.
pub fn record(root: &Path, subject: Option<&str>) -> Result<(), String> {
    let mut by_subject: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
    for case in cases::all(root)? {
        by_subject.entry(case.subject().to_owned()).or_default().push(case);
    }
    if let Some(unknown) = subject.filter(|it| !by_subject.contains_key(*it)) {
        return Err(format!("no such subject: {NAME}/{unknown}"));
    }
    by_subject.retain(|name, _| subject.is_none_or(|subject| subject == name));
    let checks = asked::names(root)?;
    if let Some(case) = by_subject.values().flatten().find(|case| !can_be_asked(case, &checks)) {
        return Err(format!("{}: puppet-lint has no such check without its plugin: see tests/lint/README.md", case.id));
    }
    let all: Vec<Asked> = by_subject.values().flatten().cloned().collect();
    let mut answers = asked::ask(root, &all)?.into_iter();
    for (subject, cases) in &by_subject {
        let mut text = String::new();
        for answer in answers.by_ref().take(cases.len()) {
            let line = serde_json::to_string(&answer).map_err(|error| error.to_string())?;
            let _ = writeln!(text, "{line}");
        }
        replace(&cases::recordings(root, subject), &text)?;
        println!("{NAME}/{subject}: {} recorded", cases.len());
    }
    Ok(())
}

/// Whether puppet-lint has the check, or the case is about something else. Checks of plugins are there if somebody has the plugins.
fn can_be_asked(case: &Asked, checks: &[String]) -> bool {
    lint::checks::by_name(case.subject()).is_none() || checks.iter().any(|it| it == case.subject())
}

struct Judge<'l> {
    listed: &'l Listed,
    found: BTreeSet<(String, Aspect)>,
    asked: BTreeSet<String>,
}

impl Judge<'_> {
    fn compare(&mut self, case: &Asked, theirs: &Answer, ours: &Answer) -> Vec<String> {
        self.asked.insert(case.id.clone());
        let mut complaints = Vec::new();
        let mut differ = |aspect: Aspect, theirs: String, ours: String| {
            let key = (case.id.clone(), aspect);
            if !self.listed.contains_key(&key) {
                complaints.push(format!("{}: {aspect} differs\n  puppet-lint: {theirs}\n  bunraku:     {ours}", case.id));
            }
            self.found.insert(key);
        };
        if theirs.text() != ours.text() {
            differ(Aspect::Problems, theirs.text(), ours.text());
        }
        if theirs.fixed != ours.fixed {
            differ(Aspect::Fixed, format!("{:?}", theirs.fixed), format!("{:?}", ours.fixed));
        }
        complaints
    }
}

/// Debian's modules: with the checks that run by default, and their fixes; and with all checks of puppet-lint.
fn modules(
    root: &Path,
    wanted: &Wanted<'_>,
    choose: &dyn Fn(&str) -> bool,
    judge: &mut Judge<'_>,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let all = asked::names(root)?.join(",");
    let mut questions = Vec::new();
    for file in corpus::installed()?.into_iter().filter(|file| !file.epp) {
        let id = format!("{NAME}/{}", file.id.trim_start_matches('/'));
        if wanted.only.is_none_or(|only| id.starts_with(only)) && choose(&id) {
            questions.push(Asked { id: id.clone(), path: file.id.clone(), code: file.code.clone(), arguments: vec!["--fix".to_owned()] });
            let arguments = vec!["--only-checks".to_owned(), all.clone()];
            questions.push(Asked { id, path: file.id, code: file.code, arguments });
        }
    }
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (question, theirs) in questions.iter().zip(asked::ask(root, &questions)?) {
        let ours = question.ours()?;
        if !question.arguments.iter().any(|it| it == "--fix") {
            count(&mut counts, &theirs, &ours);
        }
        let complaints = judge.compare(question, &theirs, &ours);
        outcome.passed += usize::from(complaints.is_empty());
        outcome.failures.extend(complaints);
    }
    outcome.live += questions.len();
    for (check, [same, missing, extra]) in counts {
        let _ = writeln!(outcome.table, "{check:<40} {same:>7} the same {missing:>5} missing {extra:>5} too many");
    }
    Ok(())
}

fn count(counts: &mut BTreeMap<String, [usize; 3]>, theirs: &Answer, ours: &Answer) {
    let mut rest: Vec<_> = ours.problems.iter().collect();
    for problem in &theirs.problems {
        let count = counts.entry(problem.1.clone()).or_default();
        match rest.iter().position(|it| *it == problem) {
            Some(index) => {
                rest.remove(index);
                count[0] += 1;
            }
            None => count[1] += 1,
        }
    }
    for problem in rest {
        counts.entry(problem.1.clone()).or_default()[2] += 1;
    }
}
