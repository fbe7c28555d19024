//! Reads every file that is to be checked, in parallel.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::document_kind;
use settings::{Finder, Layer, Settings};
use world::World;

use super::Args;
use super::discover::{FileInput, discover};
use super::failure::{Cause, InputError, show};
use super::findings::Source;
use super::input::{read_file, read_stdin};
use super::progress::Progress;

#[derive(Debug, Default)]
pub struct Sources {
    /// Sorted by path.
    pub files: Vec<Source>,
    pub failures: Vec<InputError>,
    /// Found paths that cannot be reached.
    pub unreachable: Vec<InputError>,
    pub notes: Vec<InputError>,
    /// SLS files that were found, and not read.
    pub states: Vec<PathBuf>,
}

pub struct Reader<'a> {
    pub world: &'a dyn World,
    pub args: &'a Args,
    pub finder: &'a Finder<'a>,
    pub command_line: Arc<Layer>,
    pub progress: &'a Progress,
}

/// The path that files are sorted by, whether the user named it, and the text; nothing of a file that the settings exclude.
type Results = Mutex<Vec<(PathBuf, bool, Option<Result<Source, InputError>>)>>;

impl Reader<'_> {
    /// One thread searches and the others read what it finds. Must be called from inside of a pool.
    pub fn read(&self) -> Sources {
        let (roots, stdin) = roots(self.args);
        let results = Results::default();
        let found = rayon::scope(|scope| {
            let results = &results;
            let found = discover(self.world, &roots, !self.args.no_ignore, &mut |file| {
                scope.spawn(move |_| {
                    let result = self.file(&file);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((file.path, file.is_named, result));
                });
            });
            if stdin {
                let result = self.stdin(self.args.stdin_filename.as_deref());
                results.lock().unwrap_or_else(PoisonError::into_inner).push((PathBuf::new(), true, result));
            }
            found
        });
        let mut sources = Sources { failures: found.failures, notes: found.notes, states: found.states, ..Sources::default() };
        let here = self.world.current_dir().unwrap_or_default();
        sources.unreachable = found.unreachable.into_iter().filter(|it| self.settings(&here.join(&it.path)).is_some()).collect();
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, is_named, result) in results {
            match result {
                Some(Ok(file)) => sources.files.push(file),
                Some(Err(failure)) => match failure.cause {
                    Cause::Binary if !is_named => sources.notes.push(failure),
                    Cause::Unreachable if !is_named => sources.unreachable.push(failure),
                    _ => sources.failures.push(failure),
                },
                None => {}
            }
        }
        sources
    }

    fn file(&self, file: &FileInput) -> Option<Result<Source, InputError>> {
        let place = self.place(file);
        let settings = self.settings(&place)?;
        self.progress.expect();
        Some(read_file(self.world, &file.path, &file.shown).map(|text| source(text, place, &file.shown, settings, false)))
    }

    /// Where a file lies as the user sees it: modules are often links in a module path, and belong to it.
    fn place(&self, file: &FileInput) -> PathBuf {
        let absolute = self.world.current_dir().map(|here| here.join(&file.path)).unwrap_or_default();
        let is_plain = absolute.is_absolute() && absolute.components().all(|it| it != Component::ParentDir);
        // Joining leaves the `.` that a path may begin with.
        if is_plain { absolute.components().filter(|it| *it != Component::CurDir).collect() } else { file.real.clone() }
    }

    fn stdin(&self, name: Option<&Path>) -> Option<Result<Source, InputError>> {
        let shown = name.map_or_else(|| "<stdin>".to_owned(), show);
        let here = self.world.current_dir().ok();
        let real = name.and_then(|name| Some(here.as_ref()?.join(name))).unwrap_or_default();
        // A text without a name belongs to the current folder.
        let place = if real.as_os_str().is_empty() { here.map(|it| it.join("stdin")).unwrap_or_default() } else { real.clone() };
        let settings = self.settings(&place)?;
        self.progress.expect();
        Some(read_stdin(io::stdin().lock(), &shown).map(|text| source(text, real, &shown, settings, true)))
    }

    /// Settings of a file, unless it is excluded.
    fn settings(&self, real: &Path) -> Option<Arc<Settings>> {
        let project = self.finder.project(real).map(|it| it.layer.clone());
        let settings = Settings::new(std::iter::once(self.command_line.clone()).chain(project));
        (!settings.is_excluded(real)).then(|| Arc::new(settings))
    }
}

fn source(text: String, real: PathBuf, shown: &str, settings: Arc<Settings>, is_stdin: bool) -> Source {
    Source { real, shown: Arc::from(shown), text: Arc::from(text), dialect: document_kind(shown).dialect(), settings, is_stdin }
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
