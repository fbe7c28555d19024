//! Bunraku and Puppet on the same files, one after the other, again and again.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::puppet::Puppet;
use super::rusage::{self, Run};
use super::statistics::Spread;
use super::throughput::{self, Phase};
use super::{apply, build, check, compile, lint, machine, page, ruby, salt};
use crate::bench_lsp::alone::{self, Keystrokes};
use crate::corpus;

pub const DEFAULT_RUNS: usize = 7;

/// For each program, in each round.
const WARM_UP: Duration = Duration::from_millis(800);

/// Everything that was measured.
pub struct Measured {
    pub machine: Vec<(&'static str, String)>,
    pub runs: usize,
    pub files: usize,
    pub bytes: u64,
    pub puppet_version: String,
    pub puppet: Vec<Run>,
    pub bunraku: Vec<Run>,
    pub one_thread: Vec<Run>,
    pub phases: Vec<Phase>,
    pub keystrokes: Keystrokes,
}

/// It reports what is wanted and what there is, and fails only where something does not run.
pub fn run(root: &Path, runs: usize) -> Result<(), String> {
    let puppet = Puppet::find()?;
    let files = manifests()?;
    let bytes = files.iter().map(|file| std::fs::metadata(file).map_or(0, |it| it.len())).sum();
    let binary = build::optimized(root, &["--bin", "bunraku"])?;
    let machine = machine::describe();

    let arguments = puppet.arguments(&files);
    let check = |options: &[&str]| -> Vec<PathBuf> { options.iter().map(PathBuf::from).chain(files.iter().cloned()).collect() };
    // What `puppet parser validate` does: nothing is evaluated.
    let (parallel, single) = (check(&["check", "--syntax"]), check(&["check", "--syntax", "--threads", "1"]));
    let mut measured = Measured {
        machine,
        runs,
        files: files.len(),
        bytes,
        puppet_version: puppet.version.clone(),
        puppet: Vec::new(),
        bunraku: Vec::new(),
        one_thread: Vec::new(),
        phases: Vec::new(),
        keystrokes: Keystrokes::default(),
    };
    // In turn, so that a machine that gets slower does so for all.
    for round in 1..=runs {
        eprintln!("round {round} of {runs}");
        measured.bunraku.push(warm("bunraku", binary.as_os_str(), &parallel)?);
        measured.one_thread.push(warm("bunraku", binary.as_os_str(), &single)?);
        measured.puppet.push(warm("puppet", puppet.program.as_os_str(), &arguments)?);
    }
    measured.phases = throughput::measure(root, &files, runs)?;
    measured.keystrokes = alone::keystrokes(&binary, Path::new(alone::DEFAULT_FILE))?;

    let mut text = page::render(&measured);
    print!("{text}");
    let file = root.join("docs/benchmarks.md");
    let before = std::fs::read_to_string(&file).unwrap_or_default();
    text.push('\n');
    text.push_str(&lint::section(&binary, runs.min(lint::DEFAULT_RUNS))?);
    text.push('\n');
    text.push_str(&check::section(&binary, runs.min(check::DEFAULT_RUNS))?);
    text.push('\n');
    text.push_str(&apply::section(root, &binary, runs.min(apply::DEFAULT_RUNS))?);
    text.push('\n');
    text.push_str(&salt::section(&binary, runs.min(salt::DEFAULT_RUNS))?);
    for section in [compile::HEADING, ruby::HEADING, crate::bench_lsp::page::HEADING].iter().filter_map(|it| page::section(&before, it)) {
        text.push('\n');
        text.push_str(&section);
    }
    page::write(&file, &text)
}

/// A run after some that do not count: the first ones find the caches full of what another program did, and the
/// processors that had nothing to do asleep.
pub(super) fn warm<S: AsRef<OsStr>>(name: &str, program: &OsStr, arguments: &[S]) -> Result<Run, String> {
    let start = Instant::now();
    while start.elapsed() < WARM_UP {
        ended(name, rusage::measure(program, arguments)?)?;
    }
    ended(name, rusage::measure(program, arguments)?)
}

/// Both say 0 where all is well and 1 where a file has errors; with anything else there is nothing to compare.
pub(super) fn ended(name: &str, run: Run) -> Result<Run, String> {
    match run.status {
        Some(0 | 1) => Ok(run),
        Some(status) => Err(format!("{name} ended with {status}")),
        None => Err(format!("{name} was ended by a signal")),
    }
}

/// Puppet's own check takes no templates.
pub(super) fn manifests() -> Result<Vec<PathBuf>, String> {
    let cases = corpus::installed()?;
    Ok(cases.into_iter().filter(|case| !case.epp).filter_map(|case| case.path).map(PathBuf::from).collect())
}

impl Measured {
    /// How many times less than Puppet Bunraku needs, round by round.
    pub fn ratio(&self, figure: impl Fn(&Run) -> f64) -> Spread {
        Spread::new(self.puppet.iter().zip(&self.bunraku).map(|(theirs, ours)| figure(theirs) / figure(ours).max(1e-9)))
    }
}
