//! Answers of the compiler: values of expressions, catalogs of manifests, catalogs of the classes of real modules.
//!
//! Each case is a line that `tests/oracle/puppet/oracle_eval.rb` or `oracle_catalog.rb` answers, and `bunraku debug eval` or
//! `bunraku debug catalog` too. `docs/truth.md` says what is made equal before the answers are compared.

pub mod ask;
pub mod baseline;
pub mod case;
pub mod compare;
pub mod floor;
pub mod normal;
pub mod recording;
pub mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::compare::Aspect;
use crate::differences::Listed;
use crate::program::Program;

pub use case::{Case, Modules};

/// A folder of cases under `tests`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    Expressions,
    Catalogs,
}

impl Suite {
    pub const ALL: [Suite; 2] = [Suite::Expressions, Suite::Catalogs];

    pub fn name(self) -> &'static str {
        match self {
            Suite::Expressions => "expressions",
            Suite::Catalogs => "catalogs",
        }
    }

    pub fn named(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name() == name)
    }

    /// How many cases there are at least, so that nothing passes because there was nothing to compare.
    fn least(self) -> usize {
        match self {
            Suite::Expressions => 5_700,
            Suite::Catalogs => 2_000,
        }
    }
}

/// Options of a comparison.
pub struct Wanted<'a> {
    pub only: Option<&'a str>,
    /// How many differences are printed.
    pub show: usize,
    /// Ask real Puppet about the cases that the function chooses.
    pub live: Option<&'a dyn Fn(&Case) -> bool>,
    pub recorded: bool,
    /// Write down what is equal now.
    pub accept: bool,
    pub bunraku: Option<&'a str>,
}

/// Result of a comparison.
#[derive(Default)]
pub struct Outcome {
    pub failures: Vec<String>,
    pub passed: usize,
    pub live: usize,
}

/// Compares one suite with its recordings, and fails for what was equal and is so no longer.
pub fn run(root: &Path, suite: Suite, listed: &Listed, wanted: &Wanted) -> Result<Outcome, String> {
    let mut cases = case::all(root, suite)?;
    let mut outcome = Outcome::default();
    if cases.len() < suite.least() {
        outcome.failures.push(format!("{}: only {} cases of {}", suite.name(), cases.len(), suite.least()));
    }
    let names: BTreeSet<String> = cases.iter().map(|c| c.id.clone()).collect();
    if let Some(prefix) = wanted.only {
        cases.retain(|case| case.id.starts_with(prefix));
    }
    let recorded = recording::read_all(root, suite)?;
    outcome.failures.extend(stale(&cases, &recorded));
    if wanted.only.is_none() {
        outcome
            .failures
            .extend(recorded.keys().filter(|id| !names.contains(*id)).map(|id| format!("{id}: is recorded, but there is no such case")));
    }
    if let Some(choose) = wanted.live {
        let asked: Vec<Case> = cases.iter().filter(|case| choose(case)).cloned().collect();
        outcome.live = asked.len();
        for (case, now) in asked.iter().zip(ask::answers(&Program::puppet(root)?, root, &asked)?) {
            let now = recording::compact(normal::answer(case.suite, now));
            if recorded.get(&case.id).is_some_and(|old| old.answer != now) {
                outcome.failures.push(format!("{}: Puppet answers otherwise than recorded\n{}", case.id, now));
            }
        }
    }
    if wanted.recorded {
        outcome.passed = cases.len();
        return Ok(outcome);
    }
    let program = Program::bunraku(root, wanted.bunraku)?;
    let ours = ask::answers(&program, root, &cases)?;
    let mut equal = BTreeSet::new();
    let mut tables = report::Table::default();
    let mut floors = floor::Floors::default();
    let mut shown = 0;
    for (case, our) in cases.iter().zip(ours) {
        let Some(puppet) = recorded.get(&case.id) else { continue };
        let our = normal::answer(case.suite, our);
        let differences = compare::compare(&puppet.answer, &our);
        let unlisted: Vec<_> = differences.iter().filter(|d| !listed.contains_key(&(case.id.clone(), d.aspect))).collect();
        tables.count(case.subject(), &puppet.answer, &differences, unlisted.is_empty());
        let (is_equal, is_listed) = (differences.is_empty(), unlisted.is_empty());
        floors.count(case.subject(), &case.id, (is_equal, is_listed), &our);
        let found: BTreeSet<Aspect> = differences.iter().map(|d| d.aspect).collect();
        for (_, aspect) in listed.keys().filter(|(id, aspect)| *id == case.id && !found.contains(aspect)) {
            outcome.failures.push(format!("{}: {aspect} is listed as a difference, but does not differ", case.id));
        }
        if unlisted.is_empty() {
            equal.insert(case.id.clone());
        } else if shown < wanted.show {
            shown += 1;
            print!("{}", compare::readable(case, &unlisted));
        }
    }
    println!("{}:\n{}", suite.name(), tables.text());
    outcome.passed = equal.len();
    outcome.failures.extend(floors.failures(wanted.only.is_none_or(|it| it.matches('/').count() == 1)));
    let must_stay_equal = baseline::read(root, suite)?;
    for id in &must_stay_equal {
        if !names.contains(id) {
            outcome.failures.push(format!("{id}: must stay equal, but there is no such case any more"));
        } else if cases.iter().any(|case| case.id == *id) && !equal.contains(id) {
            outcome.failures.push(format!("{id}: was equal to Puppet's answer, and is not any more"));
        }
    }
    if wanted.accept {
        baseline::write(root, suite, &must_stay_equal.union(&equal).cloned().collect())?;
    }
    if wanted.accept && wanted.only.is_none() {
        report::write_page(root, suite, &tables)?;
        crate::differences::write_page(root, listed)?;
    }
    Ok(outcome)
}

fn stale(cases: &[Case], recorded: &BTreeMap<String, recording::Recording>) -> Vec<String> {
    let judge = |case: &Case| match recorded.get(&case.id) {
        None => Some(format!("{}: is not recorded", case.id)),
        Some(r) if r.input != case.input() => Some(format!("{}: it changed after it was recorded", case.id)),
        Some(_) => None,
    };
    cases.iter().filter_map(judge).collect()
}

/// Asks real Puppet about the cases of a suite, or of one of its subjects, and writes the answers.
pub fn record(root: &Path, suite: Suite, subject: Option<&str>) -> Result<(), String> {
    let puppet = Program::puppet(root)?;
    let cases = case::all(root, suite)?;
    let cases: Vec<Case> = cases.into_iter().filter(|c| subject.is_none_or(|s| c.subject() == s)).collect();
    let answers = ask::answers(&puppet, root, &cases)?;
    let mut by_subject: BTreeMap<String, Vec<recording::Recording>> = BTreeMap::new();
    for (case, answer) in cases.iter().zip(answers) {
        let answer = recording::compact(normal::answer(suite, answer));
        by_subject.entry(case.subject().to_owned()).or_default().push(recording::Recording {
            id: case.id.clone(),
            input: case.input(),
            answer,
        });
    }
    for (subject, recordings) in by_subject {
        recording::write(root, suite, &subject, &recordings)?;
        println!("{}/{subject}: {} recorded", suite.name(), recordings.len());
    }
    Ok(())
}

/// Asks both about each line of a file, or about the cases whose names begin with a text, and prints the answers that differ.
pub fn side_by_side(root: &Path, cases: &[Case], bunraku: Option<&str>, show: usize) -> Result<(), String> {
    let puppet = ask::answers(&Program::puppet(root)?, root, cases)?;
    let ours = ask::answers(&Program::bunraku(root, bunraku)?, root, cases)?;
    let mut differing = 0;
    for ((case, theirs), our) in cases.iter().zip(puppet).zip(ours) {
        let differences = compare::compare(&normal::answer(case.suite, theirs), &normal::answer(case.suite, our));
        if !differences.is_empty() {
            differing += 1;
            if differing <= show {
                print!("{}", compare::readable(case, &differences.iter().collect::<Vec<_>>()));
            }
        }
    }
    println!("{} asked, {} equal, {differing} differ", cases.len(), cases.len() - differing);
    Ok(())
}

/// Both answers in full.
pub fn show(root: &Path, cases: &[Case], bunraku: Option<&str>) -> Result<(), String> {
    for case in cases {
        println!("--- {}\n{}", case.id, case.request["code"].as_str().unwrap_or_default());
        for program in [Program::puppet(root), Program::bunraku(root, bunraku)].into_iter().flatten() {
            for answer in ask::answers(&program, root, std::slice::from_ref(case))? {
                println!("{}:\n{}", program.name(), pretty(&normal::answer(case.suite, answer)));
            }
        }
    }
    Ok(())
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
