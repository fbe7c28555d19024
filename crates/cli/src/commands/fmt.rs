//! `bunraku fmt`: formats manifests and templates in one style.

mod diff;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::document_kind;
use anyhow::Context;
use environment::Modules;
use settings::{Finder, Settings};
use syntax::ParseOptions;
use world::{RealWorld, World};

use super::check::discover::{FileInput, discover};
use super::check::failure::{InputError, show};
use super::check::fix::save::save;
use super::check::input::{read_file, read_stdin};
use crate::exit::Exit;

/// Format manifests and EPP templates
///
/// Searches folders, respects `.gitignore`, and formats the target of symbolic links once. The meaning of a manifest never changes.
/// Files that cannot be formatted and parts with syntax errors stay unchanged.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  everything is formatted
  1  with `--check` or `--diff`: something would change
  2  an input cannot be read, written or formatted, or an option is wrong; other inputs are still formatted

`# fmt: off` and `# fmt: on` protect the lines between them.")]
pub struct Args {
    /// Files and folders; `-` formats standard input to standard output [default: the current folder]
    pub paths: Vec<PathBuf>,

    /// Change nothing; list the files that would change
    #[arg(long)]
    pub check: bool,

    /// Change nothing; print the differences
    #[arg(long)]
    pub diff: bool,

    /// Path of the text on standard input
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<PathBuf>,

    /// Also format files that `.gitignore` excludes
    #[arg(long)]
    pub no_ignore: bool,

    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Trees are deep where texts are: threads get more room than they would by default.
const STACK_SIZE: usize = 16 << 20;

/// Result of one input.
struct Outcome {
    shown: String,
    /// With the syntax error that keeps a part of it as it is.
    result: Result<(Change, Option<InputError>), InputError>,
}

struct Formatted {
    text: String,
    /// The line of the first syntax error.
    bad_line: Option<usize>,
}

fn syntax_error(shown: &str, line: usize) -> InputError {
    InputError::new(shown, format!("syntax error on line {line}: the code around it is not formatted (`bunraku check` shows the error)"))
}

/// Report of a change.
enum Change {
    /// The text is formatted already.
    None,
    Written,
    /// The formatted text of the standard input.
    Text(String),
    /// Diff of what would be written.
    Diff(String),
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).stack_size(STACK_SIZE);
    let pool = pool.build().context("cannot start threads")?;
    let world = RealWorld;
    let formatter = Formatter { world: &world, args: &args, finder: &Finder::new(&world), modules: &Modules::new(&world) };
    let (mut outcomes, failures) = pool.install(|| formatter.run());
    outcomes.sort_by(|(a, _), (b, _)| a.cmp(b));
    match report(&args, outcomes.into_iter().map(|(_, it)| it), failures) {
        // Whoever closes the pipe, as `head` does, has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Clean),
        other => Ok(other?),
    }
}

/// Prints the outcomes; returns how the command ends.
fn report(args: &Args, outcomes: impl Iterator<Item = Outcome>, mut failures: Vec<InputError>) -> io::Result<Exit> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut changed, mut unchanged, mut is_stdin) = (0_usize, 0_usize, false);
    for outcome in outcomes {
        let result = outcome.result.map(|(change, error)| {
            failures.extend(error);
            change
        });
        match result {
            Ok(Change::None) => unchanged += 1,
            Ok(Change::Written) => changed += 1,
            Ok(Change::Text(text)) => {
                out.write_all(text.as_bytes())?;
                is_stdin = true;
            }
            Ok(Change::Diff(diff)) if args.diff => {
                changed += 1;
                out.write_all(diff.as_bytes())?;
            }
            Ok(Change::Diff(_)) => {
                changed += 1;
                writeln!(out, "{}", outcome.shown)?;
            }
            Err(failure) => failures.push(failure),
        }
    }
    out.flush()?;
    let mut err = io::stderr().lock();
    failures.sort();
    for failure in &failures {
        writeln!(err, "bunraku: {}: {}", failure.path, failure.message)?;
    }
    let keeps = args.check || args.diff;
    if !is_stdin {
        let would = if keeps { "would be " } else { "" };
        let plural = if changed == 1 { "" } else { "s" };
        writeln!(err, "{changed} file{plural} {would}formatted, {unchanged} unchanged")?;
    }
    Ok(match () {
        () if !failures.is_empty() => Exit::Failed,
        () if keeps && changed > 0 => Exit::Found,
        () => Exit::Clean,
    })
}

struct Formatter<'a> {
    world: &'a dyn World,
    modules: &'a Modules<'a>,
    args: &'a Args,
    finder: &'a Finder<'a>,
}

impl Formatter<'_> {
    /// One thread searches and the others format what it finds. Must be called from inside of a pool.
    fn run(&self) -> (Vec<(PathBuf, Outcome)>, Vec<InputError>) {
        let (stdin, mut roots): (Vec<PathBuf>, Vec<PathBuf>) = self.args.paths.iter().cloned().partition(|it| it.as_os_str() == "-");
        let stdin = !stdin.is_empty() || roots.is_empty() && self.args.stdin_filename.is_some();
        if roots.is_empty() && !stdin {
            roots.push(PathBuf::from("."));
        }
        let outcomes: Mutex<Vec<(PathBuf, Outcome)>> = Mutex::default();
        let found = rayon::scope(|scope| {
            let outcomes = &outcomes;
            let notes = discover(self.world, &roots, !self.args.no_ignore, &mut |file| {
                scope.spawn(move |_| {
                    if let Some(result) = self.file(&file) {
                        let outcome = Outcome { shown: file.shown, result };
                        outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((file.path, outcome));
                    }
                });
            });
            if stdin {
                let outcome = self.stdin();
                outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((PathBuf::new(), outcome));
            }
            notes
        });
        (outcomes.into_inner().unwrap_or_else(PoisonError::into_inner), found.failures)
    }

    /// Nothing where the settings exclude the file, or where it was found and is no code.
    fn file(&self, file: &FileInput) -> Option<Result<(Change, Option<InputError>), InputError>> {
        if analysis::is_input(&file.real) {
            let refused = || Err(InputError::new(file.shown.clone(), "not formatted: it is neither a manifest nor an EPP template"));
            return file.is_named.then(refused);
        }
        let settings = self.settings(&file.real)?;
        Some(read_file(self.world, &file.path, &file.shown).and_then(|text| self.change(file, &text, &settings)))
    }

    fn change(&self, file: &FileInput, text: &str, settings: &Settings) -> Result<(Change, Option<InputError>), InputError> {
        let Formatted { text: new, bad_line } = self.formatted(text, &file.shown, &file.real, settings)?;
        let change = match () {
            () if new == text => Change::None,
            () if self.args.check || self.args.diff => Change::Diff(self.diff(&file.shown, text, &new)),
            () => {
                save(&file.path, &new).map_err(|error| InputError::io(file.shown.clone(), &error))?;
                Change::Written
            }
        };
        Ok((change, bad_line.map(|it| syntax_error(&file.shown, it))))
    }

    fn diff(&self, shown: &str, old: &str, new: &str) -> String {
        if self.args.diff { diff::unified(shown, old, new) } else { String::new() }
    }

    fn stdin(&self) -> Outcome {
        let name = self.args.stdin_filename.as_deref();
        let shown = name.map_or_else(|| "<stdin>".to_owned(), show);
        let place = self.world.current_dir().map(|it| it.join(name.unwrap_or(Path::new("stdin")))).unwrap_or_default();
        let result = read_stdin(io::stdin().lock(), &shown).and_then(|text| {
            let Some(settings) = self.settings(&place) else { return Ok((Change::Text(text), None)) };
            let Formatted { text: new, bad_line } = self.formatted(&text, &shown, &place, &settings)?;
            let error = bad_line.map(|it| syntax_error(&shown, it));
            Ok(match () {
                // An editor that formats its text shows the error itself.
                () if !self.args.check && !self.args.diff => (Change::Text(new), None),
                () if new == text => (Change::None, error),
                () => (Change::Diff(self.diff(&shown, &text, &new)), error),
            })
        });
        Outcome { shown, result }
    }

    /// Settings of a file, unless it is excluded.
    fn settings(&self, real: &Path) -> Option<Arc<Settings>> {
        let settings = Settings::new(self.finder.project(real).map(|it| it.layer.clone()));
        (!settings.is_excluded(real)).then(|| Arc::new(settings))
    }

    fn formatted(&self, text: &str, shown: &str, real: &Path, settings: &Settings) -> Result<Formatted, InputError> {
        let is_plan = || environment::is_plan(real, self.modules.namespace(real).as_deref());
        let parse = ParseOptions { dialect: document_kind(shown).dialect(), tasks: settings.tasks() || is_plan() };
        let tree = syntax::parse(text, parse);
        match format::format_parsed(text, &tree, format::Options { parse, width: format::WIDTH }) {
            Ok(edits) => {
                let start = format::problem(&tree).map(|it| usize::from(it.range.start()));
                let line = start.map(|it| text.bytes().take(it).filter(|it| *it == b'\n').count() + 1);
                Ok(Formatted { text: format::apply(text, &edits), bad_line: line })
            }
            Err(refusal) => Err(InputError::new(shown, format!("not formatted: {refusal}"))),
        }
    }
}
