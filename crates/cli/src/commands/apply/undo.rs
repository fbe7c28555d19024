//! `bunraku undo`: what a run has changed is taken back.

mod kept;
mod printed;

use std::path::Path;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context;
use apply::{End, Event, EventStatus, Kept, Options, Reached, Report, Status, Times, Undone, take_back};
use machine::real::Real;
use providers::Level;

pub use self::kept::{Writer, folder};
use super::folders::{FolderArgs, Folders};
use super::logbook::{Logbook, now};
use super::run::{NOTES, REACHED, REPORT, name, settled, uuid, write};
use super::{history, lock};
use crate::args::Format;
use crate::commands::site::show;
use crate::exit::Exit;

/// Take back what a run has changed
///
/// Files, links, folders that were made, entries, settings and properties of accounts, the last one first. All is looked at before
/// anything is changed: where something is not as the run has left it, nothing is taken back. What commands, packages and refreshes
/// have done stays, and is told. Taking back is a run of its own, which can be taken back, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  all is as it was before the run
  1  there is no such run, or nothing is kept of it, or another run is in progress
  2  what is kept could not be read
  4  something could not be taken back, and was told")]
pub struct Args {
    /// The run, as `bunraku history` calls it, or how its name begins; `last` is the last one that is not taken back yet
    #[arg(value_name = "RUN")]
    run: String,

    /// Change nothing, and tell what would be taken back
    #[arg(long)]
    noop: bool,

    /// Leave what was changed since as it is, or what cannot be set, and take back the rest
    #[arg(long)]
    partial: bool,

    /// How it is told what became of each resource; with `json`, messages go to the standard error
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Tell more
    #[arg(short, long)]
    verbose: bool,

    /// Colours of messages: true, false, or when the output is a terminal
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_value = "auto", default_missing_value = "true")]
    color: String,

    #[command(flatten)]
    folders: FolderArgs,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let state = Folders::find(&args.folders)?.state;
    let mut logbook = Logbook::new(if args.verbose { Level::Info } else { Level::Notice }, &args.color, &[], None)?;
    logbook.is_aside = args.format == Format::Json;
    let none = |logbook: &mut Logbook| {
        let problem = match args.run.as_str() {
            "last" => "No run is kept that is not taken back".to_owned(),
            name => format!("Nothing is kept of a run {name}, or more than one run begins so"),
        };
        logbook.tell(Level::Err, problem);
        Ok(Exit::Found)
    };
    if kept::find(&state, &args.run).is_none() {
        return none(&mut logbook);
    }
    let _lock = match lock::take(&state, Duration::ZERO)? {
        Ok(lock) => lock,
        Err(problem) => {
            logbook.tell(Level::Err, problem);
            return Ok(Exit::Found);
        }
    };
    // Another run may have ended meanwhile.
    let Some(name) = kept::find(&state, &args.run) else { return none(&mut logbook) };
    let mut kept = kept::read(&state, &name)?;
    kept.reverse();
    let transaction = uuid();
    let common = providers::Options { noop: args.noop, checksum: "sha256".to_owned(), ..providers::Options::default() };
    let options = Options { common, ..Options::default() };
    // What a run that was killed has left unfinished goes first, as in the next run.
    let mut system = match args.noop {
        true => Real::default(),
        false => Real::noting(&state.join(NOTES)).with_context(|| show(&state))?.0,
    };
    let begun = now();
    let (taken, statuses) = if args.noop {
        (take_back(&kept, &options, &mut system, &mut logbook, args.partial), Vec::new())
    } else {
        let own = folder(&state, &transaction).with_context(|| show(&state))?;
        logbook.undo = Some(Writer::new(&state, &transaction, Some(&name)));
        let taken = take_back(&kept, &Options { undo: Some(own), ..options }, &mut system, &mut logbook, args.partial);
        let is_done = matches!(&taken.end, End::Done) || matches!(&taken.end, End::Failed(left) if !left.is_empty());
        let statuses: Vec<Status> = taken.each.iter().filter_map(status).cloned().collect();
        match logbook.undo.take() {
            Some(writer) if is_done => writer.end(),
            _ => kept::forget(&state, &transaction),
        }
        (taken, if is_done { statuses } else { Vec::new() })
    };
    let is_settled = settled(&mut system, &mut logbook);
    let mut left = 0;
    for (kept, undone) in kept.iter().zip(&taken.each) {
        left += usize::from(!tell(kept, undone, &mut logbook));
    }
    let done = taken.each.iter().filter(|it| matches!(it, Undone::Done(_) | Undone::Behind)).count();
    match &taken.end {
        End::Done => {
            let would = if args.noop { "would be " } else { "" };
            logbook.tell(Level::Notice, format!("Run {name}: {done} {would}taken back, {left} left"));
        }
        End::Moved => {
            let would = if args.noop { "would be" } else { "was" };
            let advice = "--partial takes back the rest";
            logbook.tell(Level::Err, format!("Run {name}: nothing {would} taken back, because of what was changed since; {advice}"));
        }
        End::Failed(others) if others.is_empty() => {
            logbook.tell(Level::Err, format!("Run {name}: nothing was taken back; all is as the run has left it"));
        }
        End::Failed(others) => {
            let others = others.join(", ");
            logbook.tell(Level::Err, format!("Run {name}: it was taken back in part, and could not be done again: {others}"));
        }
    }
    if args.format == Format::Json {
        printed::print(&printed::Of { run: &name, own: &transaction, noop: args.noop, kept: &kept, taken: &taken })?;
    }
    let exit = if left > 0 || taken.end != End::Done || !is_settled { Exit::Code(4) } else { Exit::Clean };
    if !statuses.is_empty() {
        let done = kept.iter().zip(&taken.each).filter(|it| matches!(it.1, Undone::Done(_))).map(|it| it.0);
        forget_reached(&state, done, &mut system, &mut logbook);
        let report = report(transaction, begun, statuses);
        history::add(&state, &report, &history::Made::default(), exit.code(), Some(&name), &|_, _| Vec::new());
    }
    Ok(exit)
}

fn status(undone: &Undone) -> Option<&Status> {
    match undone {
        Undone::Done(status) | Undone::Failed(status) => Some(status),
        _ => None,
    }
}

/// Tells what became of a resource. Says whether it is as it was before the run.
fn tell(kept: &Kept, undone: &Undone, logbook: &mut Logbook) -> bool {
    let name = &kept.resource;
    match undone {
        Undone::Done(_) => true,
        Undone::Same => {
            logbook.tell(Level::Info, format!("{name} is as it was already"));
            true
        }
        Undone::Behind => {
            logbook.tell(Level::Notice, format!("{name} would be as it was, behind what else has changed it"));
            true
        }
        Undone::Refused(reason) | Undone::Moved(reason) => {
            logbook.tell(Level::Warning, format!("{name} is left as it is: {reason}"));
            false
        }
        Undone::Failed(status) => {
            logbook.tell(Level::Warning, format!("{name} is left as it is: {}", failures(status)));
            false
        }
    }
}

/// Why something could not be set.
fn failures(status: &Status) -> String {
    let is_failure = |it: &&Event| it.status == EventStatus::Failure;
    let reasons: Vec<&str> = status.events.iter().filter(is_failure).map(|it| it.message.as_str()).collect();
    reasons.join("; ")
}

/// What was taken back is to be changed again because it is meant to be, and not because of somebody.
fn forget_reached<'a>(state: &Path, done: impl Iterator<Item = &'a Kept>, system: &mut Real, logbook: &mut Logbook) {
    let file = state.join(REACHED);
    let mut reached = Reached::read(&std::fs::read_to_string(&file).unwrap_or_default());
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
        host: name(),
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
