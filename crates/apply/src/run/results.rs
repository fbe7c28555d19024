//! The files that a run writes: state, report, summary, and a line of the history.

use std::path::Path;
use std::sync::OnceLock;

use compiler::Applied;
use machine::real::Real;
use machine::{Content, System};
use providers::Level;
use serde_json::Value as Json;

use super::{
    Ended, Error, Explain, Folders, INCOMPLETE, Logbook, MANY, Outcome, REPORT, Request, STATE, SUMMARY, find, history, host_name, now,
    uuid,
};
use crate::report::{Made, Report, Times};
use crate::state::State;

/// Writes the report, the state if that was left, and into the history.
pub(super) fn conclude(outcome: Outcome, request: &Request<'_>, folders: &Folders, applied: &Applied, logbook: &mut Logbook) -> Ended {
    let Outcome { mut report, is_complete, mut system, unwritten, lines } = outcome;
    report.logs = logbook.records.take().unwrap_or_default();
    let Request { explain, has_detailed_exit_code, .. } = *request;
    let of_run = OfRun { report: &report, lines: &lines, explain, has_detailed_exit_code, applied, state: &folders.state };
    let is_complete = if report.statuses.len() < MANY {
        let is_complete = keep(folders, &report, &mut system, logbook) && is_complete;
        of_run.add(is_complete);
        is_complete
    } else {
        at_once(&of_run, unwritten.as_ref(), is_complete, folders, &mut system, logbook)
    };
    let exit_code = of_run.exit_code(is_complete);
    Ended { report, exit_code }
}

/// The same, all at the same time: with many resources each of them is long. Gives whether the run is still complete.
fn at_once(
    of_run: &OfRun<'_>,
    unwritten: Option<&State>,
    is_complete: bool,
    folders: &Folders,
    system: &mut Real,
    logbook: &mut Logbook,
) -> bool {
    let others = |system: &mut dyn System| {
        let state = unwritten.map_or(Ok(()), |it| put_state(folders, it, system));
        let written = state.and(put_summary(folders, of_run.report, system));
        of_run.add(is_complete);
        written
    };
    let (summary, report) = std::thread::scope(|scope| {
        // The disk takes its time for each file: it has them to do at once.
        let worker = system.another().map(|mut it| std::thread::Builder::new().spawn_scoped(scope, move || others(&mut *it)));
        let report = put_report(folders, of_run.report, system);
        let summary = match worker {
            Some(Ok(worker)) => worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // There may be no more threads.
            Some(Err(_)) | None => others(system),
        };
        (summary, report)
    });
    let is_kept = is_written(summary, logbook) & is_written(report, logbook);
    if is_complete && !is_kept {
        // It was taken for one that ends well.
        of_run.correct();
    }
    is_complete && is_kept
}

/// Records of a run for the history.
struct OfRun<'a> {
    report: &'a Report,
    lines: &'a history::Made,
    explain: &'a Explain<'a>,
    has_detailed_exit_code: bool,
    applied: &'a Applied,
    state: &'a Path,
}

impl OfRun<'_> {
    fn exit_code(&self, is_complete: bool) -> u8 {
        match (is_complete, self.has_detailed_exit_code) {
            (false, _) => INCOMPLETE,
            (true, false) => 0,
            (true, true) if self.report.improved && self.report.is_pending() => self.report.exit_code() | 2,
            (true, true) => self.report.exit_code(),
        }
    }

    fn add(&self, is_complete: bool) {
        history::add(self.state, self.report, self.lines, self.exit_code(is_complete), None, &|from, to| self.path(from, to));
    }

    fn correct(&self) {
        history::correct(self.state, self.report, self.lines, self.exit_code(false), None, &|from, to| self.path(from, to));
    }

    /// The edges on which a refresh has come from one resource to another, and where they were written.
    fn path(&self, from: &str, to: &str) -> Vec<String> {
        match (find(&self.applied.catalog, from), find(&self.applied.catalog, to)) {
            (Some(from), Some(to)) => (self.explain)(self.applied, from, to),
            _ => Vec::new(),
        }
    }
}

/// Writes the report of a run that had nothing to apply: the one before it would say that all is well.
pub fn keep_failed(folders: &Folders, host: Option<&str>, environment: &str, improved: bool, seconds: f64, logbook: &mut Logbook) {
    let report = Report {
        host: host.map_or_else(host_name, str::to_owned),
        time: now(),
        version: Json::Null,
        transaction: uuid(),
        catalog: None,
        environment: environment.to_owned(),
        noop: false,
        completed: false,
        failed_to_generate: false,
        improved,
        statuses: Vec::new(),
        logs: logbook.records.take().unwrap_or_default(),
        made: Made::default(),
        times: Times { total: seconds, ..Times::default() },
        counted: OnceLock::new(),
    };
    keep(folders, &report, &mut Real::default(), logbook);
}

/// Writes the report and the summary. Says whether that could be.
fn keep(folders: &Folders, report: &Report, system: &mut Real, logbook: &mut Logbook) -> bool {
    is_written(put_summary(folders, report, system), logbook) & is_written(put_report(folders, report, system), logbook)
}

pub(super) fn keep_state(folders: &Folders, state: &State, system: &mut Real, logbook: &mut Logbook) -> bool {
    is_written(put_state(folders, state, system), logbook)
}

/// Writes a file of the run. Says whether that could be.
pub(super) fn write(system: &mut Real, file: &Path, text: &str, mode: u32, logbook: &mut Logbook) -> bool {
    is_written(put(system, file, Content::Bytes(text.as_bytes()), mode), logbook)
}

fn put_state(folders: &Folders, state: &State, system: &mut dyn System) -> Result<(), Error> {
    put(system, &folders.state.join(STATE.0), Content::Bytes(state.write(&now()).as_bytes()), STATE.1)
}

fn put_summary(folders: &Folders, report: &Report, system: &mut dyn System) -> Result<(), Error> {
    put(system, &folders.public.join(SUMMARY.0), Content::Bytes(report.summary().as_bytes()), SUMMARY.1)
}

fn put_report(folders: &Folders, report: &Report, system: &mut dyn System) -> Result<(), Error> {
    put(system, &folders.state.join(REPORT.0), Content::Made(&|to| report.write_yaml(to)), REPORT.1)
}

fn put(system: &mut dyn System, file: &Path, content: Content<'_>, mode: u32) -> Result<(), Error> {
    let path = file.to_string_lossy();
    system.write(&path, content, mode).map_err(|error| Error::File(format!("Could not write {path}"), error))
}

/// Whether it was written; if not, the reason is reported.
fn is_written(written: Result<(), Error>, logbook: &mut Logbook) -> bool {
    written.map_err(|error| logbook.tell(Level::Err, error.to_string())).is_ok()
}
