//! `bunraku apply`: what options ask for, and a run that does it.

use std::time::{Duration, Instant};

use anyhow::Context;
use apply::Error;
use apply::run::ruby::Manner;
use apply::run::{self as runs, Folders, Logbook, Ready, Request, lock};
use apply::{Deferral, Options};
use providers::Level;

use super::deferred::{Called, is_any_in};
use super::plan_source::StoredPlan;
use super::ready::ready;
use super::{Args, WhatArgs, logbook, plan_source, signals, timing};
use crate::commands::{output_file, why};
use crate::exit::Exit;

pub fn run(args: &mut Args) -> anyhow::Result<Exit> {
    let least = least(args)?;
    let mut folders = args.what.folders.find()?;
    let _forgotten = if args.no_state { Some(folders.forget()?) } else { None };
    let options = logbook::Options {
        color: &args.what.color,
        destinations: &args.logdest,
        facility: args.syslogfacility.as_deref(),
        events: args.events.as_deref(),
        is_aside: false,
    };
    let is_aside = options.is_aside();
    let mut logbook = logbook::open(least, &options)?;
    match begun(args, &folders, &mut logbook)? {
        Some(Begun { report, ready, exit }) => {
            let mut exit = if logbook.tell_lost() { Exit::Found } else { exit };
            if args.summarize {
                logbook::print(&report.printed(), is_aside);
            }
            if let Some(most) = args.timing {
                logbook::print(&timing::description(&report, &ready.applied, most), is_aside);
            }
            if let Some(path) = &args.json_report {
                let text = serde_json::to_string_pretty(&report.to_json())? + "\n";
                if let Err(error) = output_file::write(path, &text, runs::REPORT.1) {
                    logbook.tell(Level::Err, format!("Could not write {}: {error}", path.display()));
                    exit = Exit::Found;
                }
            }
            // The program ends: what it knows of each resource goes with it, and need not be taken apart before.
            std::mem::forget((ready.applied, report));
            Ok(exit)
        }
        None => Ok(Exit::Found),
    }
}

/// A run that has ended.
struct Begun {
    report: apply::Report,
    ready: Ready,
    exit: Exit,
}

/// Runs it, with its lock. None where nothing was applied; then the reason is reported.
fn begun(args: &mut Args, folders: &Folders, logbook: &mut Logbook) -> anyhow::Result<Option<Begun>> {
    if let Err(error) = folders.make() {
        logbook.tell(Level::Err, format!("Could not initialize the state between runs: {error}"));
        return Ok(None);
    }
    let Some(_lock) = logged(lock::take(&folders.state, Duration::from_secs(args.waitforlock)), logbook)? else { return Ok(None) };
    if let Some(plan) = &args.stored
        && logged(plan_source::restore(plan, &mut args.what), logbook)?.is_none()
    {
        return Ok(None);
    }
    let begun = Instant::now();
    let shows_diff = args.show_diff || (args.test && !args.no_show_diff);
    let manner = Manner { noop: args.noop || args.plan.is_some(), show_diff: shows_diff };
    // Messages while compiling matter only where the compilation fails.
    logbook.records = args.what.improved.then(Vec::new);
    let Some((ready, source)) = ready(&args.what, folders, manner, logbook)? else {
        if args.what.improved {
            let environment = args.what.environment.as_ref().unwrap_or(&folders.environment);
            runs::keep_failed(folders, args.what.certname.as_deref(), environment, true, begun.elapsed().as_secs_f64(), logbook);
        }
        return Ok(None);
    };
    let retrieval = begun.elapsed().as_secs_f64();
    if args.ignored.preprocess_deferred && is_any_in(&ready.applied.catalog) {
        let message = "preprocess_deferred has no effect: deferred functions are called when it is their resource's turn";
        // Mostly the same comes of it, and Puppet says nothing.
        logbook.tell(Level::Debug, message);
    }
    let called = Called { source: &source, node: &ready.node };
    if let Some(plan) = &args.stored
        && !is_current(plan, &args.what, folders, &ready, &called, logbook)?
    {
        return Ok(None);
    }
    let mut options = options(&args.what);
    (options.common.noop, options.common.show_diff) = (args.noop, shows_diff);
    (options.trace, options.jobs, options.merge_warnings) = (args.evaltrace, args.jobs, args.merge_dependency_warnings);
    let request = Request {
        options,
        graphs: args.graph.then(|| args.graphdir.clone().unwrap_or_else(|| folders.state.join("graphs"))),
        prerun_command: args.prerun_command.as_deref(),
        postrun_command: args.postrun_command.as_deref(),
        writes_catalog_summary: args.write_catalog_summary,
        has_detailed_exit_code: args.detailed_exitcodes || args.test,
        retrieval,
        deferral: &called,
        begun: &signals::applying,
        explain: &|applied, from, to| why::path_lines(applied, None, from, to),
    };
    let ended = runs::run(&request, folders, &ready, logbook)?;
    Ok(Some(Begun { report: ended.report, exit: Exit::Code(ended.exit_code), ready }))
}

/// Returns what was done. Logs a refusal, and returns nothing then.
pub fn logged<T>(done: Result<T, Error>, logbook: &mut Logbook) -> anyhow::Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Error::Busy(problem) | Error::Refused(problem)) => {
            logbook.tell(Level::Err, problem);
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The least important level that is shown.
fn least(args: &Args) -> anyhow::Result<Level> {
    Ok(match () {
        () if args.log_level.is_some() => {
            let name = args.log_level.as_deref().unwrap_or_default();
            Level::of_name(name).with_context(|| format!("{name} is no level of messages"))?
        }
        () if args.debug => Level::Debug,
        () if args.verbose || args.test => Level::Info,
        () => Level::Notice,
    })
}

/// How a catalog is applied, as far as plans are concerned, too.
pub fn options(args: &WhatArgs) -> Options {
    let lower = |tags: &[String]| tags.iter().map(|it| it.trim().to_lowercase()).filter(|it| !it.is_empty()).collect::<Vec<_>>();
    Options {
        tags: lower(&args.tags),
        skip_tags: lower(&args.skip_tags),
        ignore_schedules: args.ignoreschedules,
        common: providers::Options {
            checksum: args.digest_algorithm.clone().unwrap_or_else(|| "sha256".to_owned()),
            improved: args.improved,
            ..providers::Options::default()
        },
        ..Options::default()
    }
}

/// Whether what was planned is what would be done now. Differences from the plan are reported.
fn is_current(
    plan: &StoredPlan,
    args: &WhatArgs,
    folders: &Folders,
    ready: &Ready,
    deferral: &dyn Deferral,
    logbook: &mut Logbook,
) -> anyhow::Result<bool> {
    let moved = match runs::moved(&plan.data, &options(args), folders, ready, deferral) {
        Ok(moved) => moved,
        Err(problem) => {
            logbook.tell(Level::Err, format!("Failed to apply catalog: {problem}"));
            return Ok(false);
        }
    };
    let refusal = plan.refusal(&moved);
    let is_current = refusal.is_none();
    refusal.into_iter().for_each(|it| logbook.tell(Level::Err, it));
    Ok(is_current)
}
