//! Few misses: healthy classes of real modules, changed in one place each. What Puppet then refuses must be found, at its line; what
//! Puppet accepts must not be called an error.
//!
//! A class is checked as in a site: its main manifest includes the class, and the modules are its own. So both programs are asked the same,
//! and what a user of the modules would see is what is judged.

mod asked;
mod base;
mod draw;
pub mod idioms;
mod judge;
mod kinds;
mod report;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::program::Program;
use crate::recordings::replace;

use asked::{Ours, Puppet, Question};
use base::Healthy;
use draw::Mutant;
use judge::{Judged, Outcome};
use kinds::Kind;
use source::Source;

pub const NAME: &str = "mutants";

/// The classes that Puppet compiles on Debian 12.
const HEALTHY: &str = "tests/mutants/healthy.txt";

/// Seed of the mutants when all are asked about.
const SEED: &str = "mutants";

/// How many classes a sample changes, and how often for each kind.
const SAMPLED_CLASSES: usize = 48;
const SAMPLED_OF_KIND: usize = 16;

/// Least share of findings: of all that Puppet refuses, and of each kind.
const FLOOR: f64 = 0.95;
const FLOOR_OF_KIND: f64 = 0.85;
/// Of a sample, which has few of each kind.
const FLOOR_OF_SAMPLE: f64 = 0.85;

/// How many Puppet must refuse, in all and of each kind, when all are asked about.
const LEAST: usize = 2_000;
const LEAST_OF_KIND: usize = 150;

pub struct Wanted<'a> {
    /// Only mutants whose names begin so.
    pub only: Option<&'a str>,
    pub show: usize,
    /// A few, which this text chooses.
    pub sample: Option<&'a str>,
    /// Only mutants about which Puppet has answered already.
    pub known: bool,
    pub accept: bool,
    pub bunraku: Option<&'a str>,
}

/// Asks both, prints what came of it, and fails where too little was found or anything was found that is right.
pub fn run(root: &Path, wanted: &Wanted) -> Result<(), String> {
    let program = Program::bunraku(root, wanted.bunraku)?;
    let mut puppet = Puppet::new(root)?;
    let healthy = healthy(root, &mut puppet, wanted)?;
    let (seed, count): (&str, &dyn Fn(Kind) -> usize) = match wanted.sample {
        Some(hash) => (hash, &|_| SAMPLED_OF_KIND),
        None => (SEED, &Kind::wanted),
    };
    let mut mutants = draw::draw(&healthy, seed, count);
    mutants.retain(|it| wanted.only.is_none_or(|only| it.id().starts_with(only)));
    let drawn = mutants.len();
    if wanted.known {
        mutants.retain(|it| puppet.knows(&Question::of_mutant(it)));
    }
    let judged = judged(root, &program, &mut puppet, &healthy, &mutants)?;
    let shown = judged.iter().filter(|it| it.outcome.is_bad()).take(wanted.show);
    shown.for_each(|it| print!("{}", report::readable(it)));
    print!("{}", report::text(&judged));
    let is_whole = wanted.sample.is_none() && wanted.only.is_none();
    if wanted.accept && is_whole {
        report::write_page(root, &judged, drawn)?;
    }
    let failures = failures(&judged, wanted);
    failures.iter().for_each(|it| println!("{it}"));
    println!("mutants: {} passed, {} failed", judged.iter().filter(|it| !it.outcome.is_bad()).count(), failures.len());
    if failures.is_empty() { Ok(()) } else { Err("mutants are missed, or called wrong where they are not".into()) }
}

/// The classes that are changed, and what Puppet says of them as they are.
fn healthy(root: &Path, puppet: &mut Puppet, wanted: &Wanted) -> Result<Vec<Healthy>, String> {
    let path = root.join(HEALTHY);
    let lines = |path: &Path| -> Result<Vec<String>, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(text.lines().map(str::to_owned).collect())
    };
    let mut names = if wanted.accept { lines(&root.join("tests/classes/names.txt"))? } else { lines(&path)? };
    if let Some(hash) = wanted.sample {
        names.sort_by_key(|it| draw::rank(hash, it));
        names.truncate(SAMPLED_CLASSES);
    }
    let questions: Vec<Question> = names.iter().map(|it| Question::of_class(it)).collect();
    let answers = puppet.answers(&questions)?;
    let healthy: Vec<Healthy> = names.iter().zip(&answers).filter_map(|(name, answer)| Healthy::from_answer(name, answer)).collect();
    if wanted.accept {
        replace(&path, &healthy.iter().map(|it| format!("{}\n", it.class)).collect::<String>())?;
    } else if healthy.len() < names.len() {
        return Err(format!("{HEALTHY}: Puppet refuses {} of these classes as they are", names.len() - healthy.len()));
    }
    Ok(healthy)
}

fn judged<'a>(
    root: &Path,
    program: &Program,
    puppet: &mut Puppet,
    healthy: &[Healthy],
    mutants: &'a [Mutant],
) -> Result<Vec<Judged<'a>>, String> {
    let questions: Vec<Question> = mutants.iter().map(Question::of_mutant).collect();
    let theirs = puppet.answers(&questions)?;
    // Where to look: at the file that has changed, at the class, at the main manifest, and at where Puppet says that it is. A missing or
    // cyclic part may be reported anywhere.
    let reached: BTreeMap<&str, &Healthy> = healthy.iter().map(|it| (it.class.as_str(), it)).collect();
    let files: Vec<BTreeSet<PathBuf>> = mutants
        .iter()
        .zip(&theirs)
        .map(|(it, answer)| {
            let all = [it.file.clone(), base::file_of(&it.class)].into_iter().chain(judge::place(answer).map(|(file, _)| file));
            let is_anywhere = judge::message(answer).is_some() && matches!(it.kind, Kind::Removed | Kind::Edge);
            let others = reached.get(it.class.as_str()).filter(|_| is_anywhere).into_iter().flat_map(|it| it.files.iter().cloned());
            all.chain(others).filter(|it| it.is_file()).chain([asked::MAIN.into()]).collect()
        })
        .collect();
    let mut of_class: BTreeMap<&str, BTreeSet<PathBuf>> = BTreeMap::new();
    for (it, files) in mutants.iter().zip(&files) {
        of_class.entry(&it.class).or_default().extend(files.iter().cloned());
    }
    let mut asked: Vec<(Question, &BTreeSet<PathBuf>)> = of_class.iter().map(|(class, files)| (Question::of_class(class), files)).collect();
    asked.extend(questions.into_iter().zip(&files));
    let ours = Ours::new(root, program)?.answers(&asked)?;
    let (before, after) = ours.split_at(of_class.len());
    let before: BTreeMap<&str, &Vec<judge::Found>> = of_class.keys().copied().zip(before).collect();
    let none = Vec::new();
    let judge = |((mutant, theirs), ours): ((&'a Mutant, _), _)| {
        let before = before.get(mutant.class.as_str()).copied().unwrap_or(&none);
        Judged::new(mutant, theirs, before, ours, &Source::read)
    };
    Ok(mutants.iter().zip(theirs).zip(after.iter().cloned()).map(judge).collect())
}

fn failures(judged: &[Judged], wanted: &Wanted) -> Vec<String> {
    let mut failures = Vec::new();
    for it in judged.iter().filter(|it| it.outcome == Outcome::FalseError) {
        failures.push(format!("{}: Puppet accepts it, and an error is told", it.mutant.id()));
    }
    if wanted.only.is_some() {
        return failures;
    }
    let share = |of: &dyn Fn(&Judged) -> bool| {
        let refused: Vec<&Judged> = judged.iter().filter(|it| it.outcome.is_refused() && of(it)).collect();
        let found = refused.iter().filter(|it| it.outcome == Outcome::Found).count();
        (refused.len(), found as f64 / refused.len().max(1) as f64)
    };
    let (refused, found) = share(&|_| true);
    let (floor, least) = if wanted.sample.is_some() { (FLOOR_OF_SAMPLE, SAMPLED_OF_KIND) } else { (FLOOR, LEAST) };
    if found < floor || refused < least {
        failures.push(format!("all: {:.1} % found of {refused} that Puppet refuses", 100.0 * found));
    }
    for kind in Kind::ALL.into_iter().filter(|_| wanted.sample.is_none()) {
        let (refused, found) = share(&|it| it.mutant.kind == kind);
        if found < FLOOR_OF_KIND || refused < LEAST_OF_KIND {
            failures.push(format!("{kind}: {:.1} % found of {refused} that Puppet refuses", 100.0 * found));
        }
    }
    failures
}
