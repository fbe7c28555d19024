//! Mutants of today's idioms: healthy catalogs of `tests/catalogs` and complete sites of `tests/sites`, changed in one place each. What
//! Puppet answers is recorded in `tests/mutants/idioms.jsonl`, and the recordings say which mutants there are: a case that is added
//! has some as soon as they are recorded again.

mod base;
mod ours;
mod puppet;
mod recording;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::draw::{self, Mutant};
use super::judge::{Judged, Outcome};
use super::kinds::Kind;
use super::report;
use super::source::Source;
use crate::program::Program;

use base::Base;
use recording::Recording;

pub const NAME: &str = "idioms";

/// Seed of the mutants.
const SEED: &str = "idioms";
/// How many of each kind are drawn; of misspelled classes more, as most could be in modules that are elsewhere.
const OF_KIND: usize = 130;
const CLASSES: usize = 500;

/// Least share of findings among all that Puppet refuses.
const FLOOR: f64 = 0.95;
const LEAST: usize = 600;

pub struct Wanted<'a> {
    /// Only mutants whose names begin so.
    pub only: Option<&'a str>,
    pub show: usize,
    /// Which ones real Puppet is asked about again.
    pub live: Option<&'a dyn Fn(&str) -> bool>,
    pub bunraku: Option<&'a str>,
}

pub struct Outcomes {
    pub passed: usize,
    pub live: usize,
    pub failures: Vec<String>,
}

/// Compares what is recorded, what Puppet says where it is asked again, and what we find.
pub fn run(root: &Path, wanted: &Wanted) -> Result<Outcomes, String> {
    let Program::Bunraku { binary } = Program::bunraku(root, wanted.bunraku)? else { return Err("bunraku is another program".into()) };
    let bases = base::all(root)?;
    let of_name: BTreeMap<&str, &Base> = bases.iter().map(|it| (it.id.as_str(), it)).collect();
    let sources = sources(&bases);
    let mut outcome = Outcomes { passed: 0, live: 0, failures: Vec::new() };
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut recordings: Vec<Recording> = Vec::new();
    for recording in recording::read(root)? {
        if wanted.only.is_some_and(|only| !recording.id.starts_with(only)) {
            continue;
        }
        let known = of_name.get(recording.base.as_str()).and_then(|base| Some((base, recording.mutant(&sources)?)));
        let known = known.filter(|(base, mutant)| recording::input(base, mutant) == recording.input);
        match known {
            Some((_, mutant)) => {
                mutants.push(mutant);
                recordings.push(recording);
            }
            None => outcome.failures.push(format!("{}: its case changed after it was recorded: `cargo xtask record {NAME}`", recording.id)),
        }
    }
    let again: Vec<usize> = (0..mutants.len()).filter(|at| wanted.live.is_some_and(|choose| choose(&recordings[*at].id))).collect();
    let asked: Vec<&Mutant> = again.iter().map(|at| &mutants[*at]).collect();
    for (at, now) in again.iter().zip(puppet::answers(root, &of_name, &asked)?) {
        let recorded = &recordings[*at];
        if recorded.answer != now {
            outcome.failures.push(format!("{}: Puppet says {now}, not {}", recorded.id, recorded.answer));
        }
    }
    outcome.live = again.len();
    let needed: BTreeSet<&str> = mutants.iter().map(|it| it.class.as_str()).collect();
    let needed: Vec<&Base> = bases.iter().filter(|it| needed.contains(it.id.as_str())).collect();
    let (before, after) = ours::answers(&binary, root, &needed, &mutants)?;
    let read = |path: &Path| Some(Source::new(path.to_owned(), sources.get(path)?.as_ref()?.text.clone()));
    let none = Vec::new();
    let judged: Vec<Judged> = mutants
        .iter()
        .zip(after)
        .zip(&recordings)
        .map(|((mutant, after), recording)| {
            let before = before.get(mutant.class.as_str()).unwrap_or(&none);
            Judged::new(mutant, recording.answer_at(&mutant.class), before, after, &read)
        })
        .collect();
    let shown = judged.iter().filter(|it| it.outcome.is_bad()).take(wanted.show);
    shown.for_each(|it| print!("{}", report::readable(it)));
    print!("{}", report::text(&judged));
    outcome.failures.extend(failures(&judged, wanted.only.is_none()));
    outcome.passed = judged.iter().filter(|it| !it.outcome.is_bad()).count();
    Ok(outcome)
}

fn failures(judged: &[Judged], is_whole: bool) -> Vec<String> {
    let is_false = judged.iter().filter(|it| it.outcome == Outcome::FalseError);
    let mut failures: Vec<String> = is_false.map(|it| format!("{}: Puppet accepts it, and an error is reported", it.mutant.id())).collect();
    let refused = judged.iter().filter(|it| it.outcome.is_refused()).count();
    let found = judged.iter().filter(|it| it.outcome == Outcome::Found).count();
    if is_whole && (refused < LEAST || (found as f64) < FLOOR * refused as f64) {
        failures.push(format!("{NAME}: {found} found of {refused} that Puppet refuses"));
    }
    failures
}

/// Draws the mutants, asks real Puppet about each, and writes what it answers.
pub fn record(root: &Path) -> Result<(), String> {
    let bases = base::all(root)?;
    let of_name: BTreeMap<&str, &Base> = bases.iter().map(|it| (it.id.as_str(), it)).collect();
    let healthy: Vec<_> = bases.iter().map(|it| it.healthy.clone()).collect();
    let count = |kind| if kind == Kind::Class { CLASSES } else { OF_KIND };
    let mut mutants = draw::draw_from(&healthy, &sources(&bases), SEED, &count);
    mutants.retain(|it| of_name.get(it.class.as_str()).is_some_and(|base| is_decidable(base, it)));
    let answers = puppet::answers(root, &of_name, &mutants.iter().collect::<Vec<_>>())?;
    let recordings: Vec<Recording> = mutants
        .iter()
        .zip(answers)
        .filter_map(|(mutant, answer)| {
            let base = of_name.get(mutant.class.as_str())?;
            // Puppet says nothing of what it does not reach.
            let is_reached = base.knows_reached(&mutant.file) || answer != serde_json::json!({});
            is_reached.then(|| Recording::new(base, mutant, answer))
        })
        .collect();
    recording::write(root, &recordings)?;
    println!("{NAME}: {} recorded", recordings.len());
    Ok(())
}

/// Whether a checkout shows that a name is wrong: a class of a module that is not here may be elsewhere.
fn is_decidable(base: &Base, mutant: &Mutant) -> bool {
    if mutant.kind != Kind::Class {
        return true;
    }
    let at = usize::from(mutant.change.range.start());
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let before = mutant.text.get(..at).and_then(|it| it.rsplit(|c| !is_name(c)).next()).unwrap_or_default();
    let name = before.trim_start_matches("::");
    name.split_once("::").is_some_and(|(module, _)| base.has_module(module))
}

fn sources(bases: &[Base]) -> BTreeMap<PathBuf, Option<Source>> {
    let texts = bases.iter().flat_map(|base| base.files.iter().map(|(path, text)| (base.path(path), text.clone())));
    let is_code = |path: &Path| path.extension().is_some_and(|it| it == "pp" || it == "epp");
    texts.filter(|(path, _)| is_code(path)).map(|(path, text)| (path.clone(), Some(Source::new(path, text)))).collect()
}
