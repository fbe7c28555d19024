//! `bunraku undo --format json`: what became of each resource, for other programs.

use std::io::{self, Write};

use apply::run::undo::{Ended, failures};
use apply::{End, Event, EventStatus, UndoRecord, Undone};
use serde_json::{Value as Json, json};

use crate::commands::compile::quietly;

pub fn print(of: &Ended) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(&document(of))? + "\n";
    quietly(io::stdout().lock().write_all(text.as_bytes()))?;
    Ok(())
}

fn document(of: &Ended) -> Json {
    let (end, left) = match &of.taken.end {
        End::Done => ("done", &[][..]),
        End::Moved => ("moved", &[][..]),
        End::Failed(left) => ("failed", left.as_slice()),
    };
    // Where all was put back, or nothing was begun, this is no run, and the history does not have it.
    let is_run = !of.noop && (end == "done" || !left.is_empty()) && of.taken.each.iter().any(|it| matches!(it, Undone::Done(_)));
    // Those after a failed one were not reached.
    let outcomes = of.taken.each.iter().map(Some).chain(std::iter::repeat(None));
    let resources: Vec<Json> = of.records.iter().zip(outcomes).map(|(record, undone)| resource(record, undone, of)).collect();
    json!({
        "version": 1,
        "run": of.run,
        "undone_by": is_run.then_some(&of.own),
        "noop": of.noop,
        "end": end,
        "not_put_back": left,
        "resources": resources,
    })
}

fn resource(record: &UndoRecord, undone: Option<&Undone>, of: &Ended) -> Json {
    let is_done = of.taken.end == End::Done;
    let is_put_back = matches!(&of.taken.end, End::Failed(left) if !left.contains(&record.resource));
    let (outcome, reason) = match undone {
        // Resources that were only checked.
        Some(Undone::Done(_) | Undone::Behind) if of.noop && is_done => ("would_be_taken_back", None),
        Some(Undone::Done(_)) if is_put_back => ("put_back", None),
        Some(Undone::Done(_) | Undone::Behind) if of.taken.end == End::Moved => ("not_tried", None),
        Some(Undone::Done(_) | Undone::Behind) => ("taken_back", None),
        Some(Undone::Same) => ("same", None),
        Some(Undone::Refused(reason)) => ("refused", Some(reason.clone())),
        Some(Undone::Moved(reason)) => ("moved", Some(reason.clone())),
        Some(Undone::Failed(status)) => ("failed", Some(failures(status))),
        None => ("not_tried", None),
    };
    let events = match undone {
        Some(Undone::Done(status) | Undone::Failed(status)) if outcome != "not_tried" => status.events.as_slice(),
        _ => &[],
    };
    let changes: Vec<Json> = events.iter().filter(|it| it.status != EventStatus::Audit).map(change).collect();
    json!({ "resource": record.resource, "outcome": outcome, "reason": reason, "changes": changes })
}

fn change(event: &Event) -> Json {
    json!({ "property": event.property, "status": event.status.name(), "message": event.message })
}
