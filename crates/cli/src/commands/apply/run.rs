//! A run from the manifest to the report.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context;
use apply::{Event, EventStatus, Made, Observer, Options, Planned, Reached, Report, State, Times, Transaction};
use catalog::{Catalog, Resource, ResourceId, StepId, puppet};
use compiler::Applied;
use environment::DEFAULT_ENVIRONMENT;
use machine::System;
use machine::real::Real;
use providers::bridge::{Shared, WithRuby, locked};
use providers::{Level, Record, Sink};
use serde_json::{Value as Json, json};

use super::ahead::Ahead;
use super::deferred::Called;
use super::folders::Folders;
use super::logbook::{Logbook, now};
use super::progress::Progress;
use super::remembered::Remembered;
use super::ruby::{Manner, Place};
use super::{Args, WhatArgs, defaults, deprecated, graphs, history, hooks, lock, made_of, ruby, summary, timing, undo};
use crate::commands::site::{Paths, PlaceArgs, SiteArgs, Source, Strict, show};
use crate::commands::why;
use crate::exit::Exit;

/// What is written of a run, and who may read it.
pub const STATE: (&str, u32) = ("state.yaml", 0o660);
pub const REPORT: (&str, u32) = ("last_run_report.yaml", 0o640);
/// What is owed to resources that were not refreshed.
const OWED: &str = "bunraku_owed.json";
/// The names of files that are being written.
pub const NOTES: &str = "bunraku_written";
/// How runs have left the properties that they manage.
pub const REACHED: &str = "bunraku_reached.json";
const SUMMARY: (&str, u32) = ("last_run_summary.yaml", 0o640);

pub fn run(args: &mut Args) -> anyhow::Result<Exit> {
    let least = match () {
        () if args.log_level.is_some() => {
            let name = args.log_level.as_deref().unwrap_or_default();
            Level::of_name(name).with_context(|| format!("{name} is no level of messages"))?
        }
        () if args.debug => Level::Debug,
        () if args.verbose || args.test => Level::Info,
        () => Level::Notice,
    };
    let mut folders = Folders::find(&args.what.folders)?;
    let _forgotten = if args.no_state { Some(folders.forget()?) } else { None };
    let mut logbook = Logbook::new(least, &args.what.color, &args.logdest, args.syslogfacility.as_deref())?;
    if let Some(path) = &args.events {
        logbook.progress = Some(Progress::open(path)?);
        logbook.is_aside = path.as_os_str() == "-";
    }
    if let Err(error) = folders.make() {
        logbook.tell(Level::Err, format!("Could not initialize what is kept between runs: {error:#}"));
        return Ok(Exit::Found);
    }
    let _lock = match lock::take(&folders.state, Duration::from_secs(args.waitforlock))? {
        Ok(lock) => lock,
        Err(problem) => {
            logbook.tell(Level::Err, problem);
            return Ok(Exit::Found);
        }
    };
    if let Some(plan) = &args.plan
        && let Err(problem) = made_of::taken(plan, &mut args.what)?
    {
        logbook.tell(Level::Err, problem);
        return Ok(Exit::Found);
    }
    let begun = Instant::now();
    let manner = Manner { noop: args.noop || args.plan.is_some(), show_diff: args.show_diff || (args.test && !args.no_show_diff) };
    // What is told while compiling is of interest only where nothing comes of it.
    logbook.kept = args.what.improved.then(Vec::new);
    let Some(ready) = ready(&args.what, &folders, manner, &mut logbook)? else {
        if args.what.improved {
            let mut report = failed(&args.what, &folders, begun.elapsed().as_secs_f64());
            report.logs = logbook.kept.take().unwrap_or_default();
            keep(&folders, &report, &mut Real::default(), &mut logbook);
        }
        return Ok(Exit::Found);
    };
    let retrieval = begun.elapsed().as_secs_f64();
    if args.ignored.preprocess_deferred && super::deferred::is_any_in(&ready.applied.catalog) {
        let message = "preprocess_deferred is not done: deferred functions are called when the turn of their resource comes";
        // Mostly the same comes of it, and Puppet says nothing.
        logbook.tell(Level::Debug, message);
    }
    if let Some(plan) = &args.plan
        && !is_current(plan, &args.what, &folders, &ready, &mut logbook)?
    {
        return Ok(Exit::Found);
    }
    let Ran { mut report, is_complete, mut system, unwritten, lines } = applied(args, &folders, &ready, retrieval, &mut logbook)?;
    report.logs = logbook.kept.take().unwrap_or_default();
    let exit = |is_complete: bool| match (is_complete, args.detailed_exitcodes || args.test) {
        (false, _) => Exit::Found,
        (true, false) => Exit::Clean,
        (true, true) if args.what.improved && report.is_pending() => Exit::Code(report.exit_code() | 2),
        (true, true) => Exit::Code(report.exit_code()),
    };
    let is_complete = concluded(&folders, (&report, &ready.applied), (unwritten, &lines), is_complete, &exit, &mut system, &mut logbook);
    if args.summarize {
        logbook.print(&report.printed());
    }
    if let Some(most) = args.timing {
        logbook.print(&timing::told(&report, &ready.applied, most));
    }
    let exit = exit(is_complete);
    if let Some(writer) = logbook.undo.take() {
        writer.end();
    }
    if let Some(path) = &args.json_report {
        let text = serde_json::to_string_pretty(&report.to_json())? + "\n";
        write(&mut Real::default(), &std::path::absolute(path)?, &text, REPORT.1, &mut logbook);
    }
    // The program ends: what it knows of each resource goes with it, and need not be taken apart before.
    std::mem::forget((ready.applied, report));
    Ok(exit)
}

/// So many resources are very many.
const MANY: usize = 1000;

/// Writes the report, the state if that was left, and into the history, at the same time where there are very many resources: of these
/// each has much to say.
/// Gives whether the run is still complete.
fn concluded(
    folders: &Folders,
    (report, applied): (&Report, &Applied),
    (unwritten, lines): (Option<State>, &history::Made),
    is_complete: bool,
    exit: &(dyn Fn(bool) -> Exit + Sync),
    system: &mut Real,
    logbook: &mut Logbook,
) -> bool {
    let ways = |from: &str, to: &str| ways(applied, from, to);
    if report.statuses.len() < MANY {
        let is_complete = keep(folders, report, system, logbook) && is_complete;
        history::add(&folders.state, report, lines, exit(is_complete).code(), None, &ways);
        return is_complete;
    }
    let others = |system: &mut dyn System| {
        let state = unwritten.as_ref().map_or(Ok(()), |it| keep_state(folders, it, system));
        let written = state.and(keep_summary(folders, report, system));
        history::add(&folders.state, report, lines, exit(is_complete).code(), None, &ways);
        written
    };
    let (summary, report_of_run) = std::thread::scope(|scope| {
        // The disk takes its time for each file: it has them to do at once.
        let beside = system.another().map(|mut it| std::thread::Builder::new().spawn_scoped(scope, move || others(&mut *it)));
        let report_of_run = keep_report(folders, report, system);
        let summary = match beside {
            Some(Ok(beside)) => beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // There may be no more threads.
            Some(Err(_)) | None => others(system),
        };
        (summary, report_of_run)
    });
    let is_kept = told(summary, logbook) & told(report_of_run, logbook);
    if is_complete && !is_kept {
        // It was taken for one that ends well.
        history::correct(&folders.state, report, lines, exit(false).code(), None, &ways);
    }
    is_complete && is_kept
}

/// The edges on which a refresh has come from one resource to another, and where they were written.
fn ways(applied: &Applied, from: &str, to: &str) -> Vec<String> {
    let catalog = &applied.catalog;
    let find = |name: &str| catalog.ids().find(|id| !catalog[*id].is_virtual && puppet::reference(&catalog[*id]) == name);
    match (find(from), find(to)) {
        (Some(from), Some(to)) => why::way(applied, None, from, to),
        _ => Vec::new(),
    }
}

/// Whether what was planned is what would be done now. What has moved is told.
fn is_current(plan: &Path, args: &WhatArgs, folders: &Folders, ready: &Ready, logbook: &mut Logbook) -> anyhow::Result<bool> {
    let text = std::fs::read_to_string(plan).with_context(|| show(plan))?;
    let before: Json = serde_json::from_str(&text).with_context(|| show(plan))?;
    let moved = match apply::salt_of_plan(&before, &ready.node, &ready.environment) {
        Err(moved) => moved,
        Ok(salt) => match planned(args, folders, ready, Some(salt.to_owned()))? {
            Ok((now, _)) => now.moved(&before),
            Err(problem) => {
                logbook.tell(Level::Err, format!("Failed to apply catalog: {problem}"));
                return Ok(false);
            }
        },
    };
    if !moved.is_empty() {
        logbook.tell(Level::Err, format!("The plan {} is stale, and nothing was applied:\n  {}", plan.display(), moved.join("\n  ")));
    }
    Ok(moved.is_empty())
}

/// What would be done, and what was told of it; or why nothing can be. Nothing is changed, and nothing is kept. With a salt, it has
/// digests of what is declared.
pub fn planned(
    args: &WhatArgs,
    folders: &Folders,
    ready: &Ready,
    salt: Option<String>,
) -> anyhow::Result<Result<(Planned, Vec<Record>), String>> {
    let (catalog, graph) = (&ready.applied.catalog, &ready.applied.graph);
    let cycles = puppet::cycles(catalog, graph);
    if !cycles.is_empty() {
        return Ok(Err(puppet::cycle_report(catalog, graph, &cycles).replace("\\n", "\n").trim_end().to_owned()));
    }
    let mut kept = Kept::default();
    let mut state = ready.remembered.state_as_it_is();
    let mut options = options(args, folders, ready);
    (options.common.noop, options.common.plan, options.common.show_diff) = (true, true, true);
    options.salt = salt;
    let mut system = Real::default();
    let called = Called { source: &ready.source, node: &ready.node };
    locked(&ready.ruby).noop(true);
    let types = WithRuby::new(ready.ruby.clone());
    let mut transaction = Transaction::new(catalog, graph, &options, &types, &mut system, &mut kept, &mut state).deferring(&called);
    if let Some(obstacle) = transaction.obstacle() {
        return Ok(Err(obstacle));
    }
    if let Err(problem) = transaction.check() {
        drop(transaction);
        let wrong = kept.records.iter().filter(|it| it.level >= Level::Err).map(|it| format!("\n  {}: {}", it.source, it.text()));
        return Ok(Err(problem + &wrong.collect::<String>()));
    }
    let outcome = transaction.run();
    ruby::finish(&ready.ruby, &mut kept);
    Ok(Ok((Planned::new(&outcome.statuses, &kept.records), kept.records)))
}

/// Keeps what is told.
#[derive(Default)]
struct Kept {
    records: Vec<Record>,
}

impl Sink for Kept {
    fn least(&self) -> Level {
        Level::Notice
    }

    fn record(&mut self, record: Record) {
        self.records.push(record);
    }
}

impl Observer for Kept {}

fn options(args: &WhatArgs, folders: &Folders, ready: &Ready) -> Options {
    let lower = |tags: &[String]| tags.iter().map(|it| it.trim().to_lowercase()).filter(|it| !it.is_empty()).collect::<Vec<_>>();
    Options {
        tags: lower(&args.tags),
        skip_tags: lower(&args.skip_tags),
        ignore_schedules: args.ignoreschedules,
        common: providers::Options {
            modules: ready.modules.clone(),
            environment: ready.environment.clone(),
            bucket: Some(folders.bucket.to_string_lossy().into_owned()),
            checksum: args.digest_algorithm.clone().unwrap_or_else(|| "sha256".to_owned()),
            improved: args.improved,
            ..providers::Options::default()
        },
        journal: Some(folders.state.join(OWED).to_string_lossy().into_owned()),
        ..Options::default()
    }
}

/// A catalog that can be applied.
pub struct Ready {
    applied: Applied,
    pub environment: String,
    pub node: String,
    modules: Vec<String>,
    source: Source,
    /// What applies resources whose providers are written in Ruby.
    ruby: Shared,
    remembered: Remembered,
}

/// None where there is nothing to apply; then that was told.
pub fn ready(args: &WhatArgs, folders: &Folders, manner: Manner, logbook: &mut Logbook) -> anyhow::Result<Option<Ready>> {
    let environment = args.environment.clone().unwrap_or_else(|| folders.environment.clone());
    let manifest = args.manifests.first();
    if let Some(manifest) = manifest.filter(|it| !it.exists() && args.execute.is_none()) {
        logbook.tell(Level::Err, format!("Could not run: Could not find file {}", manifest.display()));
        return Ok(None);
    }
    if args.manifests.len() > 1 && args.execute.is_none() && args.catalog.is_none() {
        let others: Vec<String> = args.manifests.iter().skip(1).map(|it| it.display().to_string()).collect();
        logbook.tell(Level::Warning, format!("Only one file can be applied per run.  Skipping {}", others.join(", ")));
    }
    if environment != DEFAULT_ENVIRONMENT && !folders.environments.iter().any(|it| it.join(&environment).is_dir()) {
        let place: Vec<String> = folders.environments.iter().map(|it| it.display().to_string()).collect();
        let place = place.join(":");
        let problem = format!(
            "Could not find a directory environment named '{environment}' anywhere in the path: {place}. Does the directory exist?"
        );
        logbook.tell(Level::Err, format!("Could not run: {problem}"));
        return Ok(None);
    }
    let source = source(args, folders, &environment)?;
    let node = source.node()?;
    let modules: Vec<String> = source.site.modulepath.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let catalog = match &args.catalog {
        Some(file) => match read(file) {
            Ok(catalog) => catalog,
            Err(error) => {
                logbook.tell(Level::Err, format!("Could not run: Could not deserialize catalog from rich_data_json: {error:#}"));
                return Ok(None);
            }
        },
        None => {
            let begun = Instant::now();
            let Some(catalog) = compiled(&source, &node, &environment, logbook)? else { return Ok(None) };
            let seconds = begun.elapsed().as_secs_f64();
            logbook.tell(Level::Notice, format!("Compiled catalog for {node} in environment {environment} in {seconds:.2} seconds"));
            catalog
        }
    };
    // From here on one thread has something to do: another one can read.
    let remembered = Remembered::begin(folders);
    let mut catalog = catalog;
    if std::fs::read_to_string("/proc/1/comm").is_ok_and(|it| it.contains("systemd")) {
        kept_by_systemd(&mut catalog);
    }
    defaults::name(&mut catalog, &source.facts);
    let mut applied = compiler::apply(catalog, Some(&source.environment));
    let place = Place { folders, node: &node, environment: &environment, modules: &modules };
    let ruby = args.ruby.bridge(&place, manner, logbook.least);
    // What is wrong with a type that is known here is told first; Ruby is not asked then.
    if applied.problems.is_empty() {
        let prepared = ruby::prepared(&ruby, &applied.catalog, logbook);
        if let Some((message, file, line)) = prepared.problems.into_iter().next() {
            let message = providers::secrets::without_secrets(&applied.catalog, &message);
            logbook.tell(Level::Err, format!("{message}{}", behind(file.as_deref(), line)));
            return Ok(None);
        }
        if prepared.is_wanted {
            let told = |it: &Resource| prepared.relations.get(&puppet::reference(it)).cloned();
            applied = compiler::apply_told(applied.catalog, Some(&source.environment), &told);
        }
    }
    if let Some(problem) = applied.problems.first() {
        let message = providers::secrets::without_secrets(&applied.catalog, &problem.issue.to_string());
        logbook.tell(Level::Err, format!("{message}{}", behind(problem.file.as_deref(), problem.line)));
        return Ok(None);
    }
    deprecated::warn(&applied.catalog, args.improved, logbook);
    if let Some(bucket) = missing_bucket(&applied.catalog) {
        logbook.tell(Level::Err, format!("Could not find filebucket {bucket} specified in backup"));
        return Ok(None);
    }
    Ok(Some(Ready { applied, environment, node, modules, source, ruby, remembered }))
}

/// The place of a resource, as it stands behind a message.
fn behind(file: Option<&str>, line: Option<u32>) -> String {
    match (file.filter(|it| !it.is_empty()), line) {
        (Some(file), Some(line)) => format!(" (file: {file}, line: {line})"),
        (Some(file), None) => format!(" (file: {file})"),
        (None, Some(line)) => format!(" (line: {line})"),
        (None, None) => String::new(),
    }
}

/// What a service can be asked for is judged by its provider. Which one it is here no catalog says: systemd, where that runs, which
/// starts nothing by hand, for one.
fn kept_by_systemd(catalog: &mut Catalog) {
    for number in 0..catalog.resources().len() {
        let resource = &mut catalog[ResourceId(u32::try_from(number).unwrap_or(u32::MAX))];
        if resource.type_name == "Service" && resource.value("provider").is_none() {
            resource.set("provider", json!("systemd"));
        }
    }
}

/// A bucket that a file is to be kept in, and that is not there.
fn missing_bucket(catalog: &Catalog) -> Option<String> {
    let wanted = catalog.resources().iter().filter(|it| it.type_name == "File" && !it.is_virtual);
    let mut wanted = wanted.filter_map(|it| it.value("backup")?.as_str()).filter(|it| !it.starts_with('.'));
    let is_there = |name: &str| catalog.resources().iter().any(|it| it.type_name == "Filebucket" && it.title == name);
    wanted.find(|it| !matches!(*it, "puppet" | "true" | "false") && !is_there(it)).map(str::to_owned)
}

fn source(args: &WhatArgs, folders: &Folders, environment: &str) -> anyhow::Result<Source> {
    let paths = |text: &String| Paths(text.split(':').filter(|it| !it.is_empty()).map(Into::into).collect());
    let execute = match (&args.execute, args.manifests.first(), &args.catalog) {
        (Some(code), _, _) => Some(code.clone()),
        (None, Some(_), _) => None,
        (None, None, Some(_)) => Some(String::new()),
        (None, None, None) => {
            let mut code = String::new();
            std::io::stdin().lock().read_to_string(&mut code).context("the standard input")?;
            Some(code)
        }
    };
    let place = PlaceArgs {
        root: None,
        node: args.certname.clone(),
        facts: args.facts.clone(),
        os: None,
        include_legacy_facts: false,
        external_nodes: None,
        environment: Some(environment.to_owned()),
        environmentpath: Some(Paths(folders.environments.clone())),
        modulepath: args.modulepath.as_ref().map(paths),
        basemodulepath: Some(Paths(folders.modules.clone())),
        hiera_config: args.hiera_config.clone(),
        eyaml: Default::default(),
        config_version: true,
        confdir: Some(folders.confdir.clone()),
        strict: args.strict.unwrap_or(Strict::Error),
        strict_variables: !args.no_strict_variables,
    };
    let manifest = args.manifests.first().filter(|_| execute.is_none()).cloned();
    Ok(Source::find(&SiteArgs { manifest, execute, place })?.once())
}

fn read(file: &Path) -> anyhow::Result<Catalog> {
    let mut text = String::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(file).with_context(|| show(file))?;
    }
    Ok(puppet::from_json(&text)?)
}

/// The catalog; none where there are errors, the first of which was told.
fn compiled(source: &Source, node: &str, environment: &str, logbook: &mut Logbook) -> anyhow::Result<Option<Catalog>> {
    for warning in &source.site.warnings {
        logbook.tell(Level::Warning, warning.clone());
    }
    let outcome = source.compile(node)?;
    let logs =
        if outcome.errors.is_empty() { &outcome.logs[..] } else { outcome.logs.get(..outcome.logs_before_error).unwrap_or_default() };
    for log in logs {
        let level = Level::of_name(&format!("{:?}", log.level).to_lowercase()).unwrap_or(Level::Notice);
        if level < logbook.least {
            continue;
        }
        let place = log.place.text();
        // Functions that tell something name their scope; warnings name their place.
        let message = match &log.source {
            None if !place.is_empty() && !log.message.ends_with(&place) => format!("{} {place}", log.message),
            _ => log.message.clone(),
        };
        let mut record = providers::Record::of_run(level, message, now());
        match &log.source {
            Some(source) => record.source.clone_from(source),
            // What the language warns of has its place beside it.
            None if log.place.column.is_some() => {
                record.full = Some(std::mem::replace(&mut record.message, log.message.trim_end_matches(&place).trim_end().to_owned()));
                record.file = log.place.file.as_ref().map(|it| it.to_string().into());
                record.line = log.place.line;
            }
            None => {}
        }
        providers::Sink::record(logbook, record);
    }
    if let Some(error) = outcome.errors.first() {
        let mut record = Record::of_run(Level::Err, format!("{} on node {node}", error.full()), now());
        // What the language itself says has its place beside it.
        if error.is_of_evaluation() || error.is_of_parser() {
            let place = error.shown_place().clone();
            // What was found before anything was evaluated names the environment.
            let lead = match error.is_of_evaluation() {
                true => String::new(),
                false => format!("Could not parse for environment {environment}: "),
            };
            let after = format!("{place} on node {node}");
            record.message = error.message();
            record.full = Some(format!("{lead}{} {}", record.message, after.trim_start()));
            record.file = place.file.as_ref().map(|it| it.to_string().into());
            record.line = place.line;
        }
        logbook.record(record);
        return Ok(None);
    }
    Ok(outcome.catalog.map(|it| it.catalog))
}

/// The name of this machine, where nobody says another one.
pub fn name() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").map(|it| it.trim().to_owned()).unwrap_or_default()
}

/// The report of a run that had nothing to apply: the one before it would say that all is well.
fn failed(args: &WhatArgs, folders: &Folders, seconds: f64) -> Report {
    Report {
        host: args.certname.clone().unwrap_or_else(name),
        time: now(),
        version: Json::Null,
        transaction: uuid(),
        catalog: None,
        environment: args.environment.clone().unwrap_or_else(|| folders.environment.clone()),
        noop: false,
        completed: false,
        failed_to_generate: false,
        improved: args.improved,
        statuses: Vec::new(),
        logs: Vec::new(),
        made: Made::default(),
        times: Times { total: seconds, ..Times::default() },
        counted: OnceLock::new(),
    }
}

/// What came of applying a catalog.
struct Ran {
    report: Report,
    /// The run came to its end.
    is_complete: bool,
    /// The machine.
    system: Real,
    /// The state, where it is still to be written: of very many resources that goes on beside the report.
    unwritten: Option<State>,
    /// What is put into words already for the history.
    lines: history::Made,
}

/// Applies a catalog.
fn applied(args: &Args, folders: &Folders, ready: &Ready, retrieval: f64, logbook: &mut Logbook) -> anyhow::Result<Ran> {
    let begun = now();
    let start = Instant::now();
    // Room for a line of each resource: what is never written to costs nothing.
    logbook.kept = Some(Vec::with_capacity(ready.applied.catalog.len()));
    logbook.tell(Level::Info, format!("Using environment '{}'", ready.environment));
    let version = match &ready.applied.catalog.version {
        Json::Null => json!(begun.timestamp().as_second()),
        version => version.clone(),
    };
    let (mut system, left) = Real::noting(&folders.state.join(NOTES)).with_context(|| show(&folders.state))?;
    for name in left {
        logbook.tell(Level::Info, format!("Removed {name}, which an earlier run had to leave unfinished"));
    }
    let mut state = ready.remembered.state(logbook)?;
    let late = state.clamp(begun.timestamp());
    if late > 0 {
        let message = format!("{late} resources were applied in the future, says the state: a clock was wrong. They count as applied now");
        logbook.tell(Level::Warning, message);
    }
    super::signals::applying();
    let transaction = uuid();
    let reached = folders.state.join(REACHED);
    let before = Arc::new(Reached::read(&std::fs::read_to_string(&reached).unwrap_or_default()));
    let mut options = Options {
        undo: undo::folder(&folders.state, &transaction).ok().filter(|_| !args.noop),
        reached: Some(Arc::clone(&before)),
        trace: args.evaltrace,
        jobs: args.jobs,
        merge_warnings: args.merge_dependency_warnings,
        ..options(&args.what, folders, ready)
    };
    options.common.noop = args.noop;
    options.common.show_diff = args.show_diff || (args.test && !args.no_show_diff);
    logbook.undo = options.undo.as_ref().map(|_| undo::Writer::new(&folders.state, &transaction, None));
    let mut report = Report {
        host: ready.node.clone(),
        time: begun,
        version: version.clone(),
        transaction,
        catalog: Some(ready.applied.catalog.catalog_uuid.clone().unwrap_or_else(uuid)),
        environment: ready.environment.clone(),
        noop: args.noop,
        completed: false,
        failed_to_generate: false,
        improved: args.what.improved,
        statuses: Vec::new(),
        logs: Vec::new(),
        made: Made::default(),
        times: Times { config_retrieval: Some(retrieval), ..Times::default() },
        counted: OnceLock::new(),
    };
    if let Some(command) = &args.prerun_command
        && let Err(problem) = hooks::run("prerun_command", command, &mut system)
    {
        logbook.tell(Level::Err, problem);
        report.times.total = start.elapsed().as_secs_f64();
        return Ok(Ran { report, is_complete: false, system, unwritten: None, lines: history::Made::default() });
    }
    let beginning = format!("Applying configuration version '{}'", text(&version));
    let (catalog, graph) = (&ready.applied.catalog, &ready.applied.graph);
    let evaluation = Instant::now();
    let cycles = puppet::cycles(catalog, graph);
    if args.graph {
        draw(args, folders, &graphs::files(catalog, graph), logbook);
    }
    let called = Called { source: &ready.source, node: &ready.node };
    locked(&ready.ruby).noop(args.noop);
    let types = WithRuby::new(ready.ruby.clone());
    logbook.watch(cycles.is_empty());
    logbook.gather(args.noop);
    if catalog.len() >= MANY {
        logbook.ahead = Ahead::begin(args.what.improved, logbook.kept.as_deref().unwrap_or_default());
    }
    let mut transaction = Transaction::new(catalog, graph, &options, &types, &mut system, logbook, &mut state).deferring(&called);
    let checked = transaction.check();
    let is_begun = checked.is_ok();
    let failure = if let Err(problem) = checked {
        drop(transaction);
        logbook.watch(false);
        Some(problem)
    } else if cycles.is_empty() {
        match transaction.obstacle() {
            None => {
                let outcome = transaction.announced(&beginning).run();
                logbook.watch(false);
                report.statuses = outcome.statuses;
                report.failed_to_generate = outcome.failed_to_generate;
                report.completed = system.interrupted().is_none();
                system.interrupted().map(|it| format!("{it} has ended the run; what was left is skipped"))
            }
            obstacle => {
                drop(transaction);
                logbook.watch(false);
                logbook.tell(Level::Info, beginning);
                obstacle
            }
        }
    } else {
        drop(transaction);
        logbook.tell(Level::Info, beginning);
        let told = puppet::cycle_report(catalog, graph, &cycles);
        let advice = if args.graph {
            // The error says where it is.
            drawn(args, folders, &[("cycles.dot", graphs::cycles(catalog, graph, &cycles))], logbook);
            format!("Cycle graph written to {}.", graphdir(args, folders).join("cycles.dot").display())
        } else {
            "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz".to_owned()
        };
        logbook.tell(Level::Err, format!("{told}{advice}"));
        let members: Vec<StepId> = cycles.iter().flat_map(|it| it.members.iter().copied()).collect();
        let transaction = Transaction::new(catalog, graph, &options, &types, &mut system, logbook, &mut state);
        report.statuses = transaction.refuse(&members).statuses;
        Some("One or more resource dependency cycles detected in graph".to_owned())
    };
    logbook.gather(false);
    let (made, lines) = logbook.ahead.take().map(Ahead::end).unwrap_or_default();
    report.made = made;
    system.sync();
    ruby::finish(&ready.ruby, logbook);
    let mut is_complete = failure.is_none() & settled(&mut system, logbook);
    // Of what was only looked at no time is told.
    report.times.transaction_evaluation = is_begun.then(|| evaluation.elapsed().as_secs_f64());
    let file = folders.state.join(STATE.0);
    if !args.noop && is_begun {
        drop(options);
        let mut after = Arc::unwrap_or_clone(before);
        if after.take(&report.statuses) {
            write(&mut system, &reached, &after.write(), REPORT.1, logbook);
        }
    }
    if !file.exists() {
        logbook.tell(Level::Info, format!("Creating state file {}", file.display()));
    }
    // Whoever is called behind the run may want to see it.
    let is_left = report.statuses.len() >= MANY && args.postrun_command.is_none();
    if !is_left {
        is_complete &= told(keep_state(folders, &state, &mut system), logbook);
    }
    let seconds = start.elapsed().as_secs_f64();
    report.times.catalog_application = is_begun.then_some(seconds);
    match failure {
        Some(failure) => logbook.tell(Level::Err, format!("Failed to apply catalog: {failure}")),
        None => logbook.tell(Level::Notice, format!("Applied catalog in {seconds:.2} seconds")),
    }
    if args.write_catalog_summary {
        write(&mut system, &folders.state.join("classes.txt"), &summary::classes(catalog), SUMMARY.1, logbook);
        write(&mut system, &folders.state.join("resources.txt"), &summary::resources(catalog), SUMMARY.1, logbook);
    }
    if let Some(command) = args.postrun_command.as_ref().filter(|_| system.interrupted().is_none())
        && let Err(problem) = hooks::run("postrun_command", command, &mut system)
    {
        logbook.tell(Level::Err, problem);
        is_complete = false;
    }
    if !system.is_root() && report.statuses.iter().flat_map(|it| &it.events).any(is_refused) {
        logbook.tell(Level::Notice, "Some resources failed because of permissions: what they ask for may need root");
    }
    report.times.total = start.elapsed().as_secs_f64();
    Ok(Ran { report, is_complete, system, unwritten: is_left.then_some(state), lines })
}

/// Waits until all that was changed is on the disk. Whether it is.
pub fn settled(system: &mut Real, logbook: &mut Logbook) -> bool {
    let problems = system.settle();
    for (path, error) in &problems {
        logbook.tell(Level::Err, format!("Could not bring {path} to the disk: {error}"));
    }
    problems.is_empty()
}

/// Whether something failed that another user might have done.
fn is_refused(event: &Event) -> bool {
    let told = ["Permission denied", "Operation not permitted"];
    event.status == EventStatus::Failure && told.iter().any(|it| event.message.contains(it))
}

/// Writes the report and the summary. Says whether that could be.
fn keep(folders: &Folders, report: &Report, system: &mut Real, logbook: &mut Logbook) -> bool {
    told(keep_summary(folders, report, system), logbook) & told(keep_report(folders, report, system), logbook)
}

fn keep_state(folders: &Folders, state: &State, system: &mut dyn System) -> Result<(), String> {
    put(system, &folders.state.join(STATE.0), machine::Content::Bytes(state.write(&now()).as_bytes()), STATE.1)
}

fn keep_summary(folders: &Folders, report: &Report, system: &mut dyn System) -> Result<(), String> {
    put(system, &folders.public.join(SUMMARY.0), machine::Content::Bytes(report.summary().as_bytes()), SUMMARY.1)
}

fn keep_report(folders: &Folders, report: &Report, system: &mut dyn System) -> Result<(), String> {
    let made = machine::Content::Made(&|to| report.write_yaml(to));
    put(system, &folders.state.join(REPORT.0), made, REPORT.1)
}

fn graphdir(args: &Args, folders: &Folders) -> PathBuf {
    args.graphdir.clone().unwrap_or_else(|| folders.state.join("graphs"))
}

/// Writes graphs, and says where they are.
fn draw(args: &Args, folders: &Folders, files: &[(&str, String)], logbook: &mut Logbook) {
    if drawn(args, folders, files, logbook) {
        let folder = graphdir(args, folders);
        let paths: Vec<String> = files.iter().map(|it| folder.join(it.0).display().to_string()).collect();
        logbook.tell(Level::Notice, format!("Graphs written to {}", paths.join(", ")));
    }
}

/// Writes graphs, as far as that is possible.
fn drawn(args: &Args, folders: &Folders, files: &[(&str, String)], logbook: &mut Logbook) -> bool {
    let written = graphs::write(&graphdir(args, folders), files);
    if let Err(problem) = &written {
        logbook.tell(Level::Warning, format!("Could not write a graph: {problem}"));
    }
    written.is_ok()
}

pub fn write(system: &mut Real, file: &Path, text: &str, mode: u32, logbook: &mut Logbook) -> bool {
    told(put(system, file, machine::Content::Bytes(text.as_bytes()), mode), logbook)
}

/// Whether it was written; where it was not, why is told.
fn told(written: Result<(), String>, logbook: &mut Logbook) -> bool {
    written.map_err(|problem| logbook.tell(Level::Err, problem)).is_ok()
}

fn put(system: &mut dyn System, file: &Path, content: machine::Content<'_>, mode: u32) -> Result<(), String> {
    let path = file.to_string_lossy();
    system.write(&path, content, mode).map_err(|error| format!("Could not write {path}: {error}"))
}

fn text(version: &Json) -> String {
    version.as_str().map_or_else(|| version.to_string(), str::to_owned)
}

/// A name that no other run has.
pub fn uuid() -> String {
    let made = std::fs::read_to_string("/proc/sys/kernel/random/uuid");
    made.map_or_else(|_| format!("00000000-0000-4000-8000-{:012x}", std::process::id()), |it| it.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systemd_is_asked_for_what_it_can() {
        let problems = |enable: &str, by_systemd: bool| {
            let text = json!({"name": "n", "version": 1, "resources": [
                {"type": "Service", "title": "own", "parameters": {"enable": enable}},
                {"type": "Service", "title": "other", "parameters": {"enable": true, "provider": "base"}},
            ]});
            let mut catalog = puppet::from_json(&text.to_string()).unwrap();
            if by_systemd {
                kept_by_systemd(&mut catalog);
            }
            assert_eq!(catalog.resources()[1].value("provider"), Some(&json!("base")));
            compiler::apply(catalog, None).problems.len()
        };
        assert_eq!((problems("mask", false), problems("mask", true)), (0, 0));
        // Some other provider can, so that nothing is known where nobody says which one it is.
        assert_eq!((problems("manual", false), problems("manual", true)), (0, 1));
    }
}
