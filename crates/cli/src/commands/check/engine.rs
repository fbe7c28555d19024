//! Checks every file, in parallel.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use diagnostics::{CheckOptions, Modules};
use syntax::Dialect;
use world::World;

use super::Args;
use super::discover::{FileInput, discover};
use super::failure::{Failure, show};
use super::input::{read_file, read_stdin};
use super::progress::Progress;
use super::report::{FileReport, Report};

/// Trees are deep where texts are: threads get more room than they would by default.
const STACK_SIZE: usize = 16 << 20;

pub fn run(args: &Args, world: &dyn World) -> anyhow::Result<Report> {
    let (roots, stdin) = roots(args);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).stack_size(STACK_SIZE);
    let pool = pool.build().context("cannot start threads")?;
    let engine = Engine { world, args, modules: Modules::new(world) };
    let results: Mutex<Vec<(PathBuf, Result<FileReport, Failure>)>> = Mutex::default();
    let progress = Progress::new();

    // One thread searches and the others work on what it finds; when it is done it helps them.
    let found = pool.scope(|scope| {
        let (engine, results, progress) = (&engine, &results, &progress);
        let found = discover(world, &roots, !args.no_ignore, &mut |file| {
            progress.expect();
            scope.spawn(move |_| {
                let result = engine.file(&file);
                results.lock().unwrap_or_else(PoisonError::into_inner).push((file.path, result));
                progress.advance();
            });
        });
        if stdin {
            let result = engine.stdin(args.stdin_filename.as_deref());
            results.lock().unwrap_or_else(PoisonError::into_inner).push((PathBuf::new(), result));
        }
        found
    });
    drop(progress);

    let mut report = Report { notes: found.notes, failures: found.failures, ..Report::default() };
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (_, result) in results {
        match result {
            Ok(file) => report.files.push(file),
            Err(failure) => report.failures.push(failure),
        }
    }
    report.failures.sort();
    Ok(report)
}

/// The files and folders to look at, and whether standard input is asked for.
fn roots(args: &Args) -> (Vec<PathBuf>, bool) {
    let (stdin, mut roots): (Vec<PathBuf>, Vec<PathBuf>) = args.paths.iter().cloned().partition(|it| it.as_os_str() == "-");
    let stdin = !stdin.is_empty() || (roots.is_empty() && args.stdin_filename.is_some());
    if roots.is_empty() && !stdin {
        roots.push(PathBuf::from("."));
    }
    (roots, stdin)
}

struct Engine<'a> {
    world: &'a dyn World,
    args: &'a Args,
    modules: Modules<'a>,
}

impl Engine<'_> {
    fn file(&self, file: &FileInput) -> Result<FileReport, Failure> {
        let text = read_file(self.world, &file.path, &file.shown)?;
        self.text(text, &file.real, &file.shown)
    }

    fn stdin(&self, name: Option<&Path>) -> Result<FileReport, Failure> {
        let shown = name.map_or_else(|| "<stdin>".to_owned(), show);
        let text = read_stdin(io::stdin().lock(), &shown)?;
        let real = name.and_then(|name| Some(self.world.current_dir().ok()?.join(name)));
        self.text(text, real.as_deref().unwrap_or(Path::new("")), &shown)
    }

    fn text(&self, text: String, real: &Path, shown: &str) -> Result<FileReport, Failure> {
        let name: Arc<str> = Arc::from(shown);
        let options = CheckOptions {
            dialect: Dialect::of_path(shown),
            strict: self.args.strict.into(),
            tasks: self.args.tasks,
            autoload: self.modules.autoload(real, shown),
        };
        // A defect of ours in one file must not take the findings of the others with it.
        let findings = catch_unwind(AssertUnwindSafe(|| diagnostics::check(&name, &text, &options)));
        let findings = findings.map_err(|_| Failure::new(shown, "a defect in bunraku: please report it"))?;
        // The text is for excerpts only.
        let text = if findings.is_empty() { String::new() } else { text };
        Ok(FileReport { name, text, findings })
    }
}
