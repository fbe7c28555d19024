//! The findings of the files of a run.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Analysis, AnalysisHost, Change, DocumentKind, Origin, Passing, Start, Systems};
use diagnostics::{CheckOptions, Finding, Modules, Ran, Related};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use settings::{Layer, Settings};
use syntax::Dialect;
use world::World;

use super::failure::{InputError, show};

/// All that is to be checked, and how.
pub struct CheckRequest<'a> {
    pub world: Arc<dyn World>,
    /// Settings of the command line.
    pub layer: Arc<Layer>,
    /// The facts of this machine as JSON, where they are asked for.
    pub local_facts: Option<Arc<str>>,
    /// Findings of the texts alone.
    pub is_syntax: bool,
    /// Whether fixes of lint are needed.
    pub with_fixes: bool,
    pub sources: &'a [Source],
    /// Called for each finished file.
    pub advance: &'a (dyn Fn() + Sync),
}

/// One text to check.
#[derive(Clone, Debug)]
pub struct Source {
    /// The absolute path; of the standard input, where it would lie.
    pub real: PathBuf,
    /// The name in findings.
    pub shown: Arc<str>,
    pub text: Arc<str>,
    pub dialect: Dialect,
    /// Settings of this file, from command line and `bunraku.toml`.
    pub settings: Arc<Settings>,
    pub is_stdin: bool,
}

impl Source {
    /// Whether it is no code but what others read.
    pub fn is_input(&self) -> bool {
        analysis::is_input(&self.real)
    }
}

/// Findings before comments and levels apply.
#[derive(Debug, Default)]
pub struct Found {
    /// In the order of the sources, and in each in the order of the text.
    pub findings: Vec<Finding>,
    pub failures: Vec<InputError>,
    /// The names of files that turned out to be none of ours.
    pub passed_over: HashSet<Arc<str>>,
    /// Passes that ran.
    pub ran: Ran,
}

pub fn findings(request: &CheckRequest<'_>) -> Found {
    let mut found = Found { ran: if request.is_syntax { Ran::Syntax } else { Ran::All }, ..Found::default() };
    let results = if request.is_syntax { of_syntax(request) } else { of_analysis(request) };
    let mut in_data: Vec<Finding> = Vec::new();
    for (result, source) in results.into_iter().zip(request.sources) {
        match result {
            Ok(Some(findings)) => {
                for finding in findings {
                    // What several files of code meet in data is one mistake.
                    let is_elsewhere = finding.file != source.shown;
                    if is_elsewhere {
                        in_data.push(finding);
                    } else {
                        found.findings.push(finding);
                    }
                }
            }
            Ok(None) => {
                found.passed_over.insert(source.shown.clone());
            }
            Err(failure) => found.failures.push(failure),
        }
    }
    for finding in in_data {
        let there = found.findings.iter_mut().find(|it| it.is_same(&finding));
        match there {
            Some(it) if finding.is_error() && !it.is_error() => *it = finding,
            Some(_) => {}
            None => found.findings.push(finding),
        }
    }
    fold_template_calls(&mut found.findings, request.sources);
    move_into_templates(&mut found.findings, request.sources);
    found
}

/// Reports an exception of a template in the template, if that is checked, too: the calls that raise it are related places.
fn move_into_templates(findings: &mut Vec<Finding>, sources: &[Source]) {
    let in_template = |call: &Finding| {
        let path = Path::new(call.failed_template()?);
        let source = sources.iter().find(|it| it.real == path)?;
        diagnostics::in_template(call, source.shown.clone(), &source.text)
    };
    let mut moved = Vec::new();
    findings.retain(|call| match in_template(call) {
        Some(finding) => {
            diagnostics::add_raised(&mut moved, finding);
            false
        }
        None => true,
    });
    findings.extend(moved);
}

/// Reports a template with syntax errors once: a call of it is a related place of the error in the template, if that is checked, too.
fn fold_template_calls(findings: &mut Vec<Finding>, sources: &[Source]) {
    let template = |finding: &Finding| {
        let path = Path::new(finding.invalid_template()?);
        sources.iter().find(|it| it.real == path).map(|it| it.shown.clone()).filter(|it| *it != finding.file)
    };
    let calls: Vec<(usize, Arc<str>)> = findings.iter().enumerate().filter_map(|(at, it)| Some((at, template(it)?))).collect();
    for (at, shown) in calls.into_iter().rev() {
        let Some(error) = findings.iter().position(|it| it.file == shown && it.is_error()) else { continue };
        let Some(call) = findings.get(at) else { continue };
        let place = Related { file: call.file.clone(), range: call.range, message: "the template is rendered here".to_owned() };
        let others = call.related.clone();
        if let Some(error) = findings.get_mut(error) {
            error.related.splice(0..0, std::iter::once(place).chain(others));
        }
        findings.remove(at);
    }
}

/// Nothing for a file that is none of ours.
type Result = std::result::Result<Option<Vec<Finding>>, InputError>;

fn defect(source: &Source) -> InputError {
    InputError::new(&*source.shown, "a defect in bunraku: please report it")
}

/// Findings of each text alone.
fn of_syntax(request: &CheckRequest<'_>) -> Vec<Result> {
    let modules = Modules::new(&*request.world);
    let check = |source: &Source| {
        let autoload = modules.autoload(&source.real, &source.shown);
        let namespace = autoload.as_ref().and_then(|it| it.namespace.as_deref());
        let is_plan = environment::is_plan(&source.real, namespace);
        let options =
            CheckOptions { dialect: source.dialect, strict: source.settings.strict(), tasks: source.settings.tasks() || is_plan, autoload };
        if source.is_input() {
            (request.advance)();
            return Ok(None);
        }
        // A defect of ours in one file must not take the findings of the others with it.
        let findings = catch_unwind(AssertUnwindSafe(|| diagnostics::check(&source.shown, &source.text, &options)));
        (request.advance)();
        findings.map(Some).map_err(|_| defect(source))
    };
    request.sources.par_iter().map(check).collect()
}

/// Number of neighbouring files that one thread checks in turn.
const AT_ONCE: usize = 16;

/// Findings from evaluating everything that the texts have to do with.
fn of_analysis(request: &CheckRequest<'_>) -> Vec<Result> {
    let mut host = AnalysisHost::new(request.world.clone());
    let modules = Modules::new(&*request.world);
    let mut change = Change::new().settings(Settings::new([request.layer.clone()]));
    if let Some(facts) = &request.local_facts {
        change = change.disk(settings::LOCAL_FACTS, Some(facts.clone()), Origin::Local);
    }
    for source in request.sources {
        let key = key(source);
        // The text that was read is the one that counts, whatever becomes of the file meanwhile.
        change = change.dialect(key.clone(), source.dialect).autoload(key.clone(), modules.autoload(&source.real, &source.shown)).disk(
            key,
            Some(source.text.clone()),
            Origin::Local,
        );
    }
    host.apply(change);
    let names: HashMap<Arc<str>, Arc<str>> = request.sources.iter().map(|source| (key(source), source.shown.clone())).collect();
    let check = |analysis: &Analysis, passing: &Passing, source: &Source| {
        let answer = analysis.run(|snapshot| {
            let snapshot = snapshot.passing(passing);
            let file = snapshot.file(&key(source))?;
            // A template of Ruby is ours where it lies in a module.
            let is_other = match analysis::document_kind(&source.real) {
                DocumentKind::Erb => snapshot.erb_name(file).is_none(),
                DocumentKind::Ruby => false,
                kind => kind.is_input() && snapshot.data_place(file).is_none(),
            };
            if is_other {
                return None;
            }
            let mut found = diagnostics::find_in_file(snapshot, file, Systems::All);
            if request.with_fixes {
                diagnostics::fix_lints(snapshot, file, &mut found, |_| true);
            }
            found.sort_by_key(|it| it.range.start());
            let is_looked_at = |it: &Finding| *it.file == *key(source) || names.contains_key(&it.file);
            Some(
                found
                    .into_iter()
                    .filter_map(|it| if is_looked_at(&it) { Some(it) } else { diagnostics::report_in_data(snapshot, it) })
                    .collect::<Vec<_>>(),
            )
        });
        (request.advance)();
        match answer {
            Ok(found) => Ok(found.map(|it| it.into_iter().map(|it| shown(it, &names)).collect())),
            Err(_) => Err(defect(source)),
        }
    };
    // Files that are evaluated from the same places follow each other, and have evaluations in common. None is needed after the run.
    let passing = Passing::new();
    let some = |analysis: &mut Analysis, sources: &[(usize, &Source)]| -> Vec<_> {
        sources.iter().map(|(at, source)| (*at, check(analysis, &passing, source))).collect()
    };
    let ordered = by_starts(&host, request.sources);
    let mut results: Vec<(usize, Result)> = ordered.par_chunks(AT_ONCE).map_with(host.analysis(), some).flatten_iter().collect();
    results.sort_by_key(|it| it.0);
    results.into_iter().map(|it| it.1).collect()
}

/// Sources with their numbers, in the order of the nodes and classes from which they are evaluated. A site may have hundreds of nodes, of
/// which few evaluations can be stored: in any other order each would be made dozens of times.
fn by_starts<'s>(host: &AnalysisHost, sources: &'s [Source]) -> Vec<(usize, &'s Source)> {
    let starts = |analysis: &mut Analysis, source: &Source| {
        let found = analysis.run(|snapshot| match source.is_input() && !analysis::is_erb(&source.real) {
            true => Vec::new(),
            false => snapshot.file(&key(source)).map(|it| snapshot.starts(it)).unwrap_or_default(),
        });
        found.unwrap_or_default()
    };
    let starts: Vec<Vec<Start>> = sources.par_iter().map_with(host.analysis(), starts).collect();
    let mut ordered: Vec<(usize, &Source)> = sources.iter().enumerate().collect();
    ordered.sort_by(|a, b| starts.get(a.0).cmp(&starts.get(b.0)));
    ordered
}

/// How the analysis knows a file. What comes from the standard input and has no name belongs nowhere.
fn key(source: &Source) -> Arc<str> {
    if source.real.as_os_str().is_empty() { source.shown.clone() } else { Arc::from(&*source.real.to_string_lossy()) }
}

/// Files as the user named them.
fn shown(mut finding: Finding, names: &HashMap<Arc<str>, Arc<str>>) -> Finding {
    let rename = |file: &mut Arc<str>| {
        *file = names.get(file).cloned().unwrap_or_else(|| Arc::from(show(Path::new(&**file))));
    };
    rename(&mut finding.file);
    finding.related.iter_mut().for_each(|it| rename(&mut it.file));
    finding.fixes.iter_mut().flat_map(|it| &mut it.edits).for_each(|it| rename(&mut it.file));
    finding
}
