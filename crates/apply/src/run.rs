//! A run: applies a catalog, and writes state, report and history.
//!
//! ```text
//! prepare ──▶ Ready ──▶ run ──▶ Transaction ──▶ results: state, report, summary, history
//!                        │           └──▶ Logbook: messages, as they come
//!                        └──▶ lock, prerun command, graphs, postrun command
//! ```
//!
//! Work that makes a run over many resources faster runs next to it, each in a module of its own: the state is read while the catalog is
//! prepared ([`remembered`]), the report is rendered while resources are applied ([`prerender`]), and results are written at the same time
//! ([`results`]).

// A run reads and writes its own files itself. What a catalog is about it asks a `System` for.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod changes;
mod defaults;
mod deprecated;
mod folders;
mod graphs;
pub mod history;
mod hooks;
pub mod lock;
pub mod logbook;
mod own_file;
mod plan;
mod prepare;
mod prerender;
mod record;
mod remembered;
mod results;
pub mod ruby;
mod summary;
pub mod undo;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use catalog::puppet::{self, Cycle};
use catalog::{Catalog, ResourceId, StepId};
use compiler::Applied;
use jiff::Zoned;
use machine::System;
use machine::real::Real;
use providers::Level;
use providers::bridge::{WithRuby, locked};
use serde_json::{Value as Json, json};

pub use self::changes::{Writer, folder as folder_for_undo, parsed as changes_of_text};
pub use self::defaults::default_provider;
pub use self::folders::Folders;
pub use self::logbook::Logbook;
pub use self::plan::{moved, plan};
pub use self::prepare::{Ready, With, prepare};
pub use self::record::record;
pub use self::remembered::Remembered;
pub use self::results::keep_failed;
use self::results::write;
use crate::Error;
use crate::reached::Reached;
use crate::report::{Made, Report, Times};
use crate::state::State;
use crate::transaction::{Deferral, Options, Transaction};

/// State file of a run, with its mode.
const STATE: (&str, u32) = ("state.yaml", 0o660);
pub const REPORT: (&str, u32) = ("last_run_report.yaml", 0o640);
const SUMMARY: (&str, u32) = ("last_run_summary.yaml", 0o640);
/// File of the refreshes that are owed to resources.
const OWED: &str = "bunraku_owed.json";
/// The names of files that are being written.
const NOTES: &str = "bunraku_written";
/// How runs have left the properties that they manage.
const REACHED: &str = "bunraku_reached.json";

/// The exit code of a run that did not come to its end.
const INCOMPLETE: u8 = 1;

/// Number of resources from which on a run counts as large.
const MANY: usize = 1000;

/// Gives the edges on which one resource is applied before another, in words.
pub type Explain<'a> = dyn Fn(&Applied, ResourceId, ResourceId) -> Vec<String> + Sync + 'a;

/// Request for a run.
pub struct Request<'a> {
    /// How the catalog is applied. What follows from it and from the folders is added.
    pub options: Options,
    /// Where graphs are drawn; none if they are not wanted.
    pub graphs: Option<PathBuf>,
    /// A command that is run before anything is applied, which is not if it fails.
    pub prerun_command: Option<&'a str>,
    /// A command that is run after everything else.
    pub postrun_command: Option<&'a str>,
    pub writes_catalog_summary: bool,
    /// The exit code says whether something was changed, and whether something failed.
    pub has_detailed_exit_code: bool,
    /// How many seconds it took to compile the catalog.
    pub retrieval: f64,
    pub deferral: &'a dyn Deferral,
    /// Is called before anything is changed.
    pub begun: &'a dyn Fn(),
    pub explain: &'a Explain<'a>,
}

/// A run that has ended.
pub struct Ended {
    pub report: Report,
    pub exit_code: u8,
}

/// The time here.
pub fn now() -> Zoned {
    Zoned::now()
}

/// A name that no other run has.
pub fn uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// The name of this machine, used if no other name is specified.
pub fn host_name() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").map(|it| it.trim().to_owned()).unwrap_or_default()
}

/// Options, with what follows from the folders and the catalog.
fn completed(options: &Options, folders: &Folders, ready: &Ready) -> Options {
    let mut options = options.clone();
    options.common.modules.clone_from(&ready.modules);
    options.common.environment.clone_from(&ready.environment);
    options.common.bucket = Some(folders.bucket.to_string_lossy().into_owned());
    options.journal = Some(folders.state.join(OWED).to_string_lossy().into_owned());
    options
}

/// Applies a catalog, and writes down what came of it.
pub fn run(request: &Request<'_>, folders: &Folders, ready: &Ready, logbook: &mut Logbook) -> Result<Ended, Error> {
    let applied = applied(request, folders, ready, logbook)?;
    let ended = results::conclude(applied, request, folders, &ready.applied, logbook);
    if let Some(writer) = logbook.undo.take() {
        writer.end();
    }
    Ok(ended)
}

/// Result of applying a catalog.
struct Outcome {
    report: Report,
    /// The run came to its end.
    is_complete: bool,
    /// The machine.
    system: Real,
    /// The state, where it is still to be written: with many resources this happens at the same time as the report.
    unwritten: Option<State>,
    /// Lines that are rendered already for the history.
    lines: history::Made,
}

/// Applies a catalog.
fn applied(request: &Request<'_>, folders: &Folders, ready: &Ready, logbook: &mut Logbook) -> Result<Outcome, Error> {
    let begun = now();
    let start = Instant::now();
    let catalog = &ready.applied.catalog;
    // Room for a line of each resource: what is never written to costs nothing.
    logbook.records = Some(Vec::with_capacity(catalog.len()));
    logbook.tell(Level::Info, format!("Using environment '{}'", ready.environment));
    let (mut system, mut state) = machine_and_state(folders, ready, &begun, logbook)?;
    (request.begun)();
    let transaction = uuid();
    let before = Arc::new(Reached::read(&own_file::text(&folders.state.join(REACHED)).unwrap_or_default()));
    let noop = request.options.common.noop;
    let mut options = completed(&request.options, folders, ready);
    options.undo = changes::folder(&folders.state, &transaction).ok().filter(|_| !noop);
    options.reached = Some(Arc::clone(&before));
    logbook.undo = options.undo.as_ref().map(|_| changes::Writer::new(&folders.state, &transaction, None));
    let mut report = report(ready, &options, begun, transaction, request.retrieval);
    if let Some(command) = request.prerun_command
        && let Err(failure) = hooks::run("prerun_command", command, &mut system)
    {
        logbook.tell(Level::Err, failure.message);
        report.times.total = start.elapsed().as_secs_f64();
        return Ok(Outcome { report, is_complete: false, system, unwritten: None, lines: history::Made::default() });
    }
    let evaluation = Instant::now();
    let Walked { failure, is_begun, lines } = walk(request, &options, ready, &mut report, &mut system, &mut state, logbook);
    system.sync();
    ruby::finish(&ready.ruby, logbook);
    let mut is_complete = failure.is_none() & settled(&mut system, logbook);
    // A run that did not begin has no evaluation time.
    report.times.transaction_evaluation = is_begun.then(|| evaluation.elapsed().as_secs_f64());
    if !noop && is_begun {
        drop(options);
        keep_reached(before, &report, folders, &mut system, logbook);
    }
    let file = folders.state.join(STATE.0);
    if !file.exists() {
        logbook.tell(Level::Info, format!("Creating state file {}", file.display()));
    }
    // A command that runs after the run may want to read it.
    let is_left = report.statuses.len() >= MANY && request.postrun_command.is_none();
    if !is_left {
        is_complete &= results::keep_state(folders, &state, &mut system, logbook);
    }
    let seconds = start.elapsed().as_secs_f64();
    report.times.catalog_application = is_begun.then_some(seconds);
    match failure {
        Some(failure) => logbook.tell(Level::Err, format!("Failed to apply catalog: {failure}")),
        None => logbook.tell(Level::Notice, format!("Applied catalog in {seconds:.2} seconds")),
    }
    if request.writes_catalog_summary {
        write(&mut system, &folders.state.join("classes.txt"), &summary::classes(catalog), SUMMARY.1, logbook);
        write(&mut system, &folders.state.join("resources.txt"), &summary::resources(catalog), SUMMARY.1, logbook);
    }
    if let Some(command) = request.postrun_command.filter(|_| system.interrupted().is_none())
        && let Err(failure) = hooks::run("postrun_command", command, &mut system)
    {
        logbook.tell(Level::Err, failure.message);
        is_complete = false;
    }
    if !system.is_root() && report.statuses.iter().any(|it| it.failed) {
        logbook.tell(Level::Notice, "Some resources failed, and this run is not root: what they ask for may need root");
    }
    report.times.total = start.elapsed().as_secs_f64();
    Ok(Outcome { report, is_complete, system, unwritten: is_left.then_some(state), lines })
}

/// This machine, and the names of the files that an earlier run has left unfinished, which are removed.
pub fn machine(folders: &Folders) -> Result<(Real, Vec<String>), Error> {
    Real::noting(&folders.state.join(NOTES)).map_err(Error::with_path(&folders.state))
}

/// This machine, without what an earlier run has left unfinished, and what earlier runs have noted.
fn machine_and_state(folders: &Folders, ready: &Ready, begun: &Zoned, logbook: &mut Logbook) -> Result<(Real, State), Error> {
    let (system, left) = machine(folders)?;
    for name in left {
        logbook.tell(Level::Info, format!("Removed {name}, which an earlier run had to leave unfinished"));
    }
    let mut state = ready.remembered.state(logbook)?;
    let late = state.clamp(begun.timestamp());
    if late > 0 {
        let message = format!("The state has {late} resources with a future time, because a clock was wrong. They count as applied now");
        logbook.tell(Level::Warning, message);
    }
    Ok((system, state))
}

/// The report of a run that begins.
fn report(ready: &Ready, options: &Options, begun: Zoned, transaction: String, retrieval: f64) -> Report {
    let catalog = &ready.applied.catalog;
    Report {
        host: ready.node.clone(),
        version: match &catalog.version {
            Json::Null => json!(begun.timestamp().as_second()),
            version => version.clone(),
        },
        time: begun,
        transaction,
        catalog: Some(catalog.catalog_uuid.clone().unwrap_or_else(uuid)),
        environment: ready.environment.clone(),
        noop: options.common.noop,
        completed: false,
        failed_to_generate: false,
        improved: options.common.improved,
        statuses: Vec::new(),
        logs: Vec::new(),
        made: Made::default(),
        times: Times { config_retrieval: Some(retrieval), ..Times::default() },
        counted: OnceLock::new(),
    }
}

/// How far a run has come.
struct Walked {
    /// Why it did not come to its end.
    failure: Option<String>,
    /// Whether any resource was come to.
    is_begun: bool,
    lines: history::Made,
}

/// Goes through all resources, unless something keeps it from that.
fn walk(
    request: &Request<'_>,
    options: &Options,
    ready: &Ready,
    report: &mut Report,
    system: &mut Real,
    state: &mut State,
    logbook: &mut Logbook,
) -> Walked {
    let (catalog, graph) = (&ready.applied.catalog, &ready.applied.graph);
    let cycles = puppet::cycles(catalog, graph);
    if let Some(folder) = &request.graphs {
        graphs::draw(folder, &graphs::files(catalog, graph), logbook);
    }
    locked(&ready.ruby).noop(options.common.noop);
    let types = WithRuby::new(ready.ruby.clone());
    logbook.watch(cycles.is_empty());
    logbook.gather(options.common.noop);
    if catalog.len() >= MANY {
        logbook.prerender = prerender::Prerender::begin(options.common.improved, logbook.records.as_deref().unwrap_or_default());
    }
    let beginning = format!("Applying configuration version '{}'", text(&report.version));
    let mut transaction = Transaction::new(catalog, graph, options, &types, system, logbook, state).deferring(request.deferral);
    let checked = transaction.check();
    let is_begun = checked.is_ok();
    let failure = if let Err(failure) = checked {
        drop(transaction);
        logbook.watch(false);
        Some(failure.message)
    } else if !cycles.is_empty() {
        drop(transaction);
        logbook.tell(Level::Info, beginning);
        refuse_cycles(request, &ready.applied, &cycles, logbook);
        let members: Vec<StepId> = cycles.iter().flat_map(|it| it.members.iter().copied()).collect();
        report.statuses = Transaction::new(catalog, graph, options, &types, system, logbook, state).refuse(&members).statuses;
        Some("One or more resource dependency cycles detected in graph".to_owned())
    } else if let Some(obstacle) = transaction.obstacle() {
        drop(transaction);
        logbook.watch(false);
        logbook.tell(Level::Info, beginning);
        Some(obstacle)
    } else {
        let outcome = transaction.announced(&beginning).run();
        logbook.watch(false);
        report.statuses = outcome.statuses;
        report.failed_to_generate = outcome.failed_to_generate;
        report.completed = system.interrupted().is_none();
        system.interrupted().map(|it| format!("{it} has ended the run; what was left is skipped"))
    };
    logbook.gather(false);
    let (made, lines) = logbook.prerender.take().map(prerender::Prerender::end).unwrap_or_default();
    report.made = made;
    Walked { failure, is_begun, lines }
}

/// Reports cycles, and draws them if graphs are drawn.
fn refuse_cycles(request: &Request<'_>, applied: &Applied, cycles: &[Cycle], logbook: &mut Logbook) {
    let (catalog, graph) = (&applied.catalog, &applied.graph);
    let advice = match &request.graphs {
        Some(folder) => {
            // The error says where it is.
            graphs::drawn(folder, &[("cycles.dot", graphs::cycles(catalog, graph, cycles))], logbook);
            format!("Cycle graph written to {}.", folder.join("cycles.dot").display())
        }
        None => "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz".to_owned(),
    };
    logbook.tell(Level::Err, format!("{}{advice}", puppet::cycle_report(catalog, graph, cycles)));
}

/// Notes how the run has left the properties that it manages.
fn keep_reached(before: Arc<Reached>, report: &Report, folders: &Folders, system: &mut Real, logbook: &mut Logbook) {
    let mut after = Arc::unwrap_or_clone(before);
    if after.take(&report.statuses) {
        write(system, &folders.state.join(REACHED), &after.write(), REPORT.1, logbook);
    }
}

/// Waits until all that was changed is on the disk. Whether it is.
fn settled(system: &mut Real, logbook: &mut Logbook) -> bool {
    let problems = system.settle();
    for (path, error) in &problems {
        logbook.tell(Level::Err, format!("Could not bring {path} to the disk: {error}"));
    }
    problems.is_empty()
}

fn text(version: &Json) -> String {
    version.as_str().map_or_else(|| version.to_string(), str::to_owned)
}

/// The number of a resource.
fn find(catalog: &Catalog, name: &str) -> Option<ResourceId> {
    catalog.ids().find(|id| !catalog[*id].is_virtual && puppet::reference(&catalog[*id]) == name)
}
