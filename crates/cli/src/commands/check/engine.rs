//! From the command line to the report: reads, checks, filters, fixes, compares with the baseline.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use diagnostics::{Filter, Finding, Ignores, Ran};
use settings::{Finder, Layer};
use world::World;

use super::baseline::Baseline;
use super::bounds;
use super::failure::{InputError, show};
use super::findings::{CheckRequest, Found, Source, findings};
use super::input::read_file;
use super::progress::Progress;
use super::report::{FileReport, Report};
use super::sources::Reader;
use super::{Args, Format, fix, layout, options};
use crate::commands::facts::{HELP, of_this_machine};

/// Trees are deep where texts are: threads get more room than they would by default.
const STACK_SIZE: usize = 16 << 20;

/// Result of a check.
#[derive(Debug, Default)]
pub struct Outcome {
    pub report: Report,
    /// Absolute paths of the files, by their names in the report.
    pub bases: HashMap<Arc<str>, PathBuf>,
    /// SLS files that were found, and not checked.
    pub states: Vec<PathBuf>,
}

/// Checks manifests, templates and data.
pub fn run(args: &Args, host_world: &Arc<dyn World>) -> anyhow::Result<Outcome> {
    let world: &dyn World = &**host_world;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).stack_size(STACK_SIZE);
    let pool = pool.build().context("cannot start threads")?;
    let here = world.current_dir().unwrap_or_default();
    let command_line = Arc::new(options::layer(args, &here));
    let finder = Finder::new(world);
    // Facts of another machine than the one that is meant would be a quiet mistake.
    for path in args.facts.iter().filter(|it| !settings::is_local_facts(it)) {
        if let Some(wrong) = options::wrong_facts(world, path) {
            bail!("{}: {wrong}; {HELP}", show(path));
        }
    }
    let is_local = args.facts.iter().any(|it| settings::is_local_facts(it)) && !args.syntax;
    let local_facts = is_local.then(|| Arc::from(serde_json::Value::Object(of_this_machine()).to_string()));
    pool.install(|| {
        let progress = Progress::new();
        let mut sources = Reader { world, args, finder: &finder, command_line: command_line.clone(), progress: &progress }.read();
        if args.fix && sources.files.iter().any(|it| it.is_stdin) {
            bail!("standard input cannot be fixed: `--fix` needs files");
        }
        let with_fixes = args.fix || matches!(args.format, Format::Json | Format::Sarif);
        let layer = command_line.clone();
        let bounded = bounded(args, host_world);
        let checker =
            Checker { world: &*bounded, host_world: &bounded, layer, local_facts, is_syntax: args.syntax, with_fixes, progress: &progress };
        let mut checked = checker.check(&sources.files);
        let mut report = Report { notes: sources.notes, failures: sources.failures, ..Report::default() };
        // What nobody named need not be read, unless everything has to be right.
        let unreachable = if args.deny.is_some() { &mut report.failures } else { &mut report.notes };
        unreachable.extend(sources.unreachable);
        report.notes.extend(layout::unknown_modules(world, &here, &sources.files));
        report.notes.sort();
        if args.fix {
            (report.fixed, checked) = fix::all(&checker, &mut sources.files, checked, &mut report.failures);
        }
        drop(progress);
        report.failures.extend(checked.found.failures);
        report.lowers_lint = checked.lowers_lint;
        report.files = checked.files;
        report.files.extend(finder.projects().iter().filter_map(|it| settings_report(&*bounded, &it.folder, &it.text, &here)));
        report.failures.extend(unread_settings(&finder, &here));
        report.failures.sort();
        Ok(Outcome { report, bases: bases(&sources.files), states: sources.states })
    })
}

/// World limited to the checked paths and those that the command line names besides.
pub fn bounded(args: &Args, world: &Arc<dyn World>) -> Arc<dyn World> {
    let roots = if args.paths.is_empty() { vec![PathBuf::from(".")] } else { args.paths.clone() };
    let modulepath = args.modulepath.iter().flat_map(|it| it.split(environment::SEPARATOR)).map(PathBuf::from);
    // A configuration names data in its own folder.
    let hiera = args.hiera_config.iter().map(|it| it.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned());
    let named = roots.iter().cloned().chain(args.facts.iter().cloned()).chain(modulepath).chain(hiera).collect::<Vec<_>>();
    Arc::new(bounds::bounded(world.clone(), &roots, named))
}

/// The `bunraku.toml` that would count, and cannot be read.
pub fn unread_settings(finder: &Finder<'_>, here: &Path) -> Vec<InputError> {
    let failure =
        |(file, why): (PathBuf, settings::Unread)| InputError::new(show(file.strip_prefix(here).unwrap_or(&file)), why.to_string());
    finder.unread().into_iter().map(failure).collect()
}

/// The baseline to compare with, if there is one.
pub fn baseline(args: &Args, world: &dyn World) -> anyhow::Result<Option<Baseline>> {
    match args.baseline.as_deref() {
        Some(file) if !args.write_baseline => Ok(Some(Baseline::read(world, file)?)),
        _ => Ok(None),
    }
}

/// Takes out what the baseline has, or writes it.
pub fn compare(
    report: &mut Report,
    args: &Args,
    world: &dyn World,
    baseline: Option<&Baseline>,
    bases: &HashMap<Arc<str>, PathBuf>,
) -> anyhow::Result<()> {
    let Some(file) = &args.baseline else { return Ok(()) };
    if args.write_baseline {
        report.baseline_written = Some(Baseline::new(report, file, world, bases).write(file)?);
    } else if let Some(baseline) = baseline {
        report.baseline_gone = baseline.take_known(report, file, world, bases);
    }
    Ok(())
}

/// The absolute paths of files, by the names that findings have for them.
fn bases(sources: &[Source]) -> HashMap<Arc<str>, PathBuf> {
    sources.iter().filter(|it| !it.is_stdin).map(|it| (it.shown.clone(), it.real.clone())).collect()
}

/// Errors in a `bunraku.toml` that is in use.
pub fn settings_report(world: &dyn World, folder: &Path, text: &Arc<str>, here: &Path) -> Option<FileReport> {
    let file = folder.join(settings::FILE_NAME);
    let name: Arc<str> = Arc::from(show(file.strip_prefix(here).unwrap_or(&file)));
    let findings = diagnostics::findings_in_settings(&name, text, folder, &|path| options::wrong_facts(world, path));
    (!findings.is_empty()).then(|| FileReport { name, text: text.clone(), findings })
}

/// Looks at texts, as often as they change.
pub struct Checker<'a> {
    pub world: &'a dyn World,
    /// The same, for who keeps it.
    pub host_world: &'a Arc<dyn World>,
    /// Settings of the command line.
    pub layer: Arc<Layer>,
    /// The facts of this machine, where they are asked for.
    pub local_facts: Option<Arc<str>>,
    pub is_syntax: bool,
    /// Whether fixes of lint are needed.
    pub with_fixes: bool,
    pub progress: &'a Progress,
}

/// Findings of some sources.
pub struct Checked {
    /// One for each source, and for other files with findings.
    pub files: Vec<FileReport>,
    /// The findings are in `files` now.
    pub found: Found,
    /// Whether errors of puppet-lint count as warnings, because no settings ask for lint.
    pub lowers_lint: bool,
}

impl Checker<'_> {
    pub fn check(&self, sources: &[Source]) -> Checked {
        let advance = || self.progress.advance();
        let mut found = findings(&CheckRequest {
            world: self.host_world.clone(),
            layer: self.layer.clone(),
            local_facts: self.local_facts.clone(),
            is_syntax: self.is_syntax,
            with_fixes: self.with_fixes,
            sources,
            advance: &advance,
        });
        let mut by_file: HashMap<Arc<str>, Vec<Finding>> = HashMap::new();
        for finding in std::mem::take(&mut found.findings) {
            by_file.entry(finding.file.clone()).or_default().push(finding);
        }
        let mut files: Vec<FileReport> = Vec::new();
        let mut lowers_lint = false;
        for source in sources {
            let is_failed = found.failures.iter().any(|it| *it.path == *source.shown);
            if !is_failed && !found.passed_over.contains(&source.shown) {
                let of_file = by_file.remove(&source.shown).unwrap_or_default();
                lowers_lint |= of_file.iter().any(|it| diagnostics::is_lowered(it, &source.settings, &source.real));
                let findings = filtered(source, of_file, found.ran);
                files.push(FileReport { name: source.shown.clone(), text: source.text.clone(), findings });
            }
        }
        let mut others: Vec<(Arc<str>, Vec<Finding>)> = by_file.into_iter().collect();
        others.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (name, findings) in others {
            let text = read_file(self.world, Path::new(&*name), &name).unwrap_or_default();
            files.push(FileReport { name, text: Arc::from(text), findings });
        }
        Checked { files, found, lowers_lint }
    }
}

fn filtered(source: &Source, findings: Vec<Finding>, ran: Ran) -> Vec<Finding> {
    let ignores = match source.is_input() {
        true => Ignores::in_data(&source.text),
        false => Ignores::in_text(&source.text, source.dialect, source.settings.tasks()),
    };
    let filter = Filter { file: &source.shown, path: &source.real, text: &source.text, ignores: &ignores, settings: &source.settings, ran };
    let mut reported = diagnostics::filter(findings, &filter);
    reported.retain(|it| !diagnostics::is_for_editors(it, &source.real));
    reported
}
