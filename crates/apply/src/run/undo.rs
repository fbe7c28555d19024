//! A run that undoes the changes of another one.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use machine::real::Real;
use providers::Level;

use super::{Error, Logbook, NOTES, REACHED, REPORT, changes, history, host_name, lock, now, own_file, settled, uuid, write};
use crate::reached::Reached;
use crate::report::{Event, EventStatus, Report, Status, Times};
use crate::transaction::Options;
use crate::undo::{End, Taken, UndoRecord, Undone, joined, take_back};

/// The exit code where something is left as it is.
const LEFT: u8 = 4;

/// Request for an undo.
pub struct Request<'a> {
    /// A run, or how its name begins; `last` is the last one that is not undone yet.
    pub run: &'a str,
    /// Nothing is changed, but reported.
    pub noop: bool,
    /// Skip what has changed since, and undo the rest.
    pub is_partial: bool,
}

/// Result of an undo.
pub struct Ended {
    /// Run to undo.
    pub run: String,
    /// The run that this one is.
    pub own: String,
    pub noop: bool,
    pub records: Vec<UndoRecord>,
    pub taken: Taken,
    pub exit_code: u8,
}

/// Undoes a run. The folder is that of the state.
pub fn run(request: &Request<'_>, state: &Path, logbook: &mut Logbook) -> Result<Ended, Error> {
    find(state, request.run)?;
    let _lock = lock::take(state, Duration::ZERO)?;
    // Another run may have ended meanwhile.
    let run = find(state, request.run)?;
    let mut records = joined(changes::read(state, &run)?);
    records.reverse();
    let own = uuid();
    let begun = now();
    let (taken, mut system) = taken(request, state, &records, (&run, &own), logbook)?;
    let is_settled = settled(&mut system, logbook);
    let mut left = 0;
    for (record, undone) in records.iter().zip(&taken.each) {
        left += usize::from(!tell(record, undone, logbook));
    }
    tell_end(&run, &taken, left, request.noop, logbook);
    let exit_code = if left > 0 || taken.end != End::Done || !is_settled { LEFT } else { 0 };
    let statuses: Vec<Status> =
        if !request.noop && is_done(&taken) { taken.each.iter().filter_map(status).cloned().collect() } else { Vec::new() };
    if !statuses.is_empty() {
        let done = records.iter().zip(&taken.each).filter(|it| matches!(it.1, Undone::Done(_))).map(|it| it.0);
        forget_reached(state, done, &mut system, logbook);
        let report = report(own.clone(), begun, statuses);
        history::add(state, &report, &history::Made::default(), exit_code, Some(&run), &|_, _| Vec::new());
    }
    Ok(Ended { run, own, noop: request.noop, records, taken, exit_code })
}

fn find(state: &Path, name: &str) -> Result<String, Error> {
    changes::find(state, name).ok_or_else(|| {
        Error::Refused(match name {
            "last" => "There is no run left to undo".to_owned(),
            name => format!("No stored run, or more than one, begins with {name}"),
        })
    })
}

/// Undoes the stored changes of a run, the last one first.
fn taken(
    request: &Request<'_>,
    state: &Path,
    records: &[UndoRecord],
    (run, own): (&str, &str),
    logbook: &mut Logbook,
) -> Result<(Taken, Real), Error> {
    let common = providers::Options { noop: request.noop, checksum: "sha256".to_owned(), ..providers::Options::default() };
    let options = Options { common, ..Options::default() };
    if request.noop {
        let mut system = Real::default();
        return Ok((take_back(records, &options, &mut system, logbook, request.is_partial), system));
    }
    // What a run that was killed has left unfinished goes first, as in the next run.
    let mut system = Real::noting(&state.join(NOTES)).map_err(Error::with_path(state))?.0;
    let folder = changes::folder(state, own).map_err(Error::with_path(state))?;
    logbook.undo = Some(changes::Writer::new(state, own, Some(run)));
    let taken = take_back(records, &Options { undo: Some(folder), ..options }, &mut system, logbook, request.is_partial);
    match logbook.undo.take() {
        Some(writer) if is_done(&taken) => writer.end(),
        _ => changes::forget(state, own),
    }
    Ok((taken, system))
}

/// Whether anything is other than before.
fn is_done(taken: &Taken) -> bool {
    match &taken.end {
        End::Done => true,
        End::Failed(left) => !left.is_empty(),
        End::Moved => false,
    }
}

/// Tells what became of the whole run.
fn tell_end(run: &str, taken: &Taken, left: usize, noop: bool, logbook: &mut Logbook) {
    let done = taken.each.iter().filter(|it| matches!(it, Undone::Done(_) | Undone::Behind)).count();
    match &taken.end {
        End::Done => {
            let would = if noop { "would be " } else { "" };
            logbook.tell(Level::Notice, format!("Run {run}: {done} {would}undone, {left} skipped"));
        }
        End::Moved => {
            let would = if noop { "would be" } else { "was" };
            let advice = "--partial undoes the rest";
            logbook.tell(Level::Err, format!("Run {run}: nothing {would} undone, because something has changed since; {advice}"));
        }
        End::Failed(others) if others.is_empty() => {
            logbook.tell(Level::Err, format!("Run {run}: nothing was undone; everything is as the run left it"));
        }
        End::Failed(others) => {
            let others = others.join(", ");
            logbook.tell(Level::Err, format!("Run {run}: it was partly undone, and these could not be restored: {others}"));
        }
    }
}

fn status(undone: &Undone) -> Option<&Status> {
    match undone {
        Undone::Done(status) | Undone::Failed(status) => Some(status),
        _ => None,
    }
}

/// Tells what became of a resource. Says whether it is as it was before the run.
fn tell(record: &UndoRecord, undone: &Undone, logbook: &mut Logbook) -> bool {
    let name = &record.resource;
    match undone {
        Undone::Done(_) => true,
        Undone::Same => {
            logbook.tell(Level::Info, format!("{name} is as it was already"));
            true
        }
        Undone::Behind => {
            logbook.tell(Level::Notice, format!("{name} would be restored after later changes are undone"));
            true
        }
        Undone::Refused(reason) | Undone::Moved(reason) => {
            logbook.tell(Level::Warning, format!("{name} is skipped: {reason}"));
            false
        }
        Undone::Failed(status) => {
            logbook.tell(Level::Warning, format!("{name} is skipped: {}", failures(status)));
            false
        }
    }
}

/// Why something could not be set.
pub fn failures(status: &Status) -> String {
    let is_failure = |it: &&Event| it.status == EventStatus::Failure;
    let reasons: Vec<&str> = status.events.iter().filter(is_failure).map(|it| it.message.as_str()).collect();
    reasons.join("; ")
}

/// Forgets the reached values of what was undone, so that the next run does not report them as changed by others.
fn forget_reached<'a>(state: &Path, done: impl Iterator<Item = &'a UndoRecord>, system: &mut Real, logbook: &mut Logbook) {
    let file = state.join(REACHED);
    let mut reached = Reached::read(&own_file::text(&file).unwrap_or_default());
    let before = reached.clone();
    done.for_each(|it| reached.forget(&it.resource));
    if reached != before {
        write(system, &file, &reached.write(), REPORT.1, logbook);
    }
}

/// As the history keeps it: nothing else reads it.
fn report(transaction: String, time: jiff::Zoned, statuses: Vec<Status>) -> Report {
    let total = (now().timestamp().duration_since(time.timestamp())).as_secs_f64();
    Report {
        host: host_name(),
        time,
        version: serde_json::Value::Null,
        transaction,
        catalog: None,
        environment: String::new(),
        noop: false,
        completed: true,
        failed_to_generate: false,
        improved: false,
        statuses: statuses.into_iter().map(Arc::new).collect(),
        logs: Vec::new(),
        made: Default::default(),
        times: Times { total, ..Times::default() },
        counted: OnceLock::new(),
    }
}
