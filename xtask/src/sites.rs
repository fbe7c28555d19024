//! Checkouts of sites without what is elsewhere: nothing that is missing may be called wrong, and what is wrong all the same must be
//! found. `tests/sites/README.md` describes the format.

mod case;
pub mod folder;
mod judge;
mod ours;
pub mod puppet;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::answers::recording::Recording;
use crate::program::Program;
use crate::recordings::replace;

use case::{Question, Site};

pub const NAME: &str = "sites";

/// How many sites and mistakes there are at least, so that nothing passes because there was nothing to ask.
const LEAST_SITES: usize = 12;
const LEAST_MISTAKES: usize = 90;

pub struct Wanted<'a> {
    /// Only sites and mistakes whose names begin so.
    pub only: Option<&'a str>,
    /// Which ones real Puppet is asked about again.
    pub live: Option<&'a dyn Fn(&str) -> bool>,
    /// Writes down what passes.
    pub accept: bool,
    pub bunraku: Option<&'a str>,
}

pub struct Outcome {
    pub passed: usize,
    pub live: usize,
    pub failures: Vec<String>,
    /// Cases that have not passed yet, and need not.
    pub open: Vec<String>,
}

/// The names of the checks that pass, and must go on to pass; `--accept` writes it.
const PASSING: &str = "tests/sites/passing.txt";

/// Compares what is recorded, what Puppet says where it is asked again, and what we find.
pub fn run(root: &Path, wanted: &Wanted) -> Result<Outcome, String> {
    let Program::Bunraku { binary } = Program::bunraku(root, wanted.bunraku)? else { return Err("bunraku is another program".into()) };
    let is_wanted = |id: &str| wanted.only.is_none_or(|only| id.starts_with(only));
    let sites = case::all(root)?;
    let mut outcome = Outcome { passed: 0, live: 0, failures: Vec::new(), open: Vec::new() };
    let path = root.join(PASSING);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{PASSING}: {e}"))?;
    let must_pass: BTreeSet<&str> = text.lines().collect();
    let mut passing: Vec<String> = Vec::new();
    let mut checked: BTreeSet<String> = BTreeSet::new();
    let mistakes: usize = sites.iter().map(|it| it.mistakes.len()).sum();
    if sites.len() < LEAST_SITES || mistakes < LEAST_MISTAKES {
        outcome.failures.push(format!("{NAME}: only {} sites with {mistakes} mistakes", sites.len()));
    }
    for site in &sites {
        let recorded = read(root, &site.name)?;
        let questions: Vec<Question> = site.questions()?.into_iter().filter(|it| is_wanted(&it.id)).collect();
        let mut failures = judge::recorded(&questions, &recorded);
        let asked: Vec<&Question> = questions.iter().filter(|it| wanted.live.is_some_and(|choose| choose(&it.id))).collect();
        let answers = puppet::answers(root, site, &asked)?;
        for (question, answer) in asked.iter().zip(&answers) {
            failures.extend(judge::compare_live(question, answer, recorded.get(&question.id)));
        }
        let checks: Vec<ours::Check> = site.checks()?.into_iter().filter(|it| is_wanted(&it.id)).collect();
        let found = ours::findings(&binary, &checks)?;
        for (check, found_of_it) in checks.iter().zip(&found) {
            // The first two are the checkout as it is, and the complete site.
            let before = found.first().filter(|_| check.at.is_some()).map_or(&[][..], Vec::as_slice);
            match judge::findings(check, found_of_it, before) {
                Some(failure) if must_pass.contains(check.id.as_str()) && !wanted.accept => failures.push(failure),
                Some(failure) => outcome.open.push(failure),
                None => passing.push(check.id.clone()),
            }
            checked.insert(check.id.clone());
        }
        outcome.live += asked.len();
        outcome.passed += (questions.len() + checks.len()).saturating_sub(failures.len());
        outcome.failures.extend(failures);
    }
    let removed = must_pass.iter().filter(|it| is_wanted(it) && !checked.contains(**it));
    if wanted.accept && wanted.only.is_none() {
        replace(&path, &passing.iter().map(|it| format!("{it}\n")).collect::<String>())?;
    } else {
        outcome.failures.extend(removed.map(|it| format!("{it}: there is no such check any more")));
    }
    outcome.passed = outcome.passed.saturating_sub(outcome.open.len());
    if outcome.passed == 0 && outcome.failures.is_empty() {
        return Err(format!("no site begins with {}", wanted.only.unwrap_or_default()));
    }
    Ok(outcome)
}

/// Asks real Puppet and writes what it answers: of all sites, or of one.
pub fn record(root: &Path, subject: Option<&str>) -> Result<(), String> {
    let sites: Vec<Site> = case::all(root)?.into_iter().filter(|it| subject.is_none_or(|name| it.name == name)).collect();
    if sites.is_empty() {
        return Err(format!("no such site: {}", subject.unwrap_or_default()));
    }
    for site in &sites {
        let questions = site.questions()?;
        let answers = puppet::answers(root, site, &questions.iter().collect::<Vec<_>>())?;
        let mut text = String::new();
        for (question, answer) in questions.iter().zip(answers) {
            println!("{}: {answer}", question.id);
            let recording = Recording { id: question.id.clone(), input: question.input(), answer };
            text.push_str(&format!("{}\n", serde_json::to_string(&recording).map_err(|e| e.to_string())?));
        }
        replace(&root.join("tests").join(NAME).join(format!("{}.jsonl", site.name)), &text)?;
    }
    Ok(())
}

/// A complete site with one of its nodes.
pub struct Complete {
    pub id: String,
    pub files: BTreeMap<String, String>,
    pub modulepath: String,
    /// Its name, and its facts.
    pub node: (String, Value),
    pub settings: Value,
}

/// The sites that need no classifier and no Windows, and are the environment themselves.
pub fn complete(root: &Path) -> Result<Vec<Complete>, String> {
    let mut complete = Vec::new();
    for site in case::all(root)? {
        let is_plain = site.root.is_empty() && site.environment.is_empty() && !site.is_windows && site.manifest == "manifests/site.pp";
        let Some(node) = site.nodes.first().filter(|_| is_plain) else { continue };
        if node.request.get("params").is_some() || node.request.get("classes").is_some() || !site.files.contains_key(&site.manifest) {
            continue;
        }
        complete.push(Complete {
            id: format!("{NAME}/{}", site.name),
            modulepath: site.modulepath.clone(),
            node: (node.name.clone(), node.request.clone()),
            settings: site.settings.clone(),
            files: site.files,
        });
    }
    Ok(complete)
}

fn read(root: &Path, site: &str) -> Result<BTreeMap<String, Recording>, String> {
    let path = root.join("tests").join(NAME).join(format!("{site}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let recordings = text.lines().map(|line| {
        let recording: Recording = serde_json::from_str(line).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok((recording.id.clone(), recording))
    });
    recordings.collect()
}

/// Whether an answer says that Puppet makes a catalog which can be applied.
fn is_healthy(answer: &Value) -> bool {
    answer["resources"].is_u64()
}
