//! Undoing a run: all that can be undone, or nothing.

use machine::System;
use providers::{Level, Record, Sink};

use super::back::{Seen, undo};
use super::{UndoRecord, Undone};
use crate::observer::Observer;
use crate::transaction::Options;

/// Result of undoing a run.
#[derive(Debug)]
pub struct Taken {
    /// Results of the resources in the given order; those after a failed one are missing.
    pub each: Vec<Undone>,
    pub end: End,
}

#[derive(Debug, PartialEq)]
pub enum End {
    /// Everything that can be undone is, or would be.
    Done,
    /// Something was changed since, and so nothing was undone.
    Moved,
    /// Something could not be set, and the part that was undone before was restored, but for these.
    Failed(Vec<String>),
}

/// Undoes the stored changes of a run, the last one first.
///
/// All is checked before anything is changed. `is_partial` skips what was changed since, and undoes the rest.
pub fn take_back(records: &[UndoRecord], options: &Options, system: &mut dyn System, sink: &mut dyn Observer, is_partial: bool) -> Taken {
    let look = Options { common: providers::Options { noop: true, ..options.common.clone() }, ..options.clone() };
    let mut seen = Seen::default();
    let mut each = Vec::with_capacity(records.len());
    for it in records {
        each.push(if options.common.noop {
            undo(it, &look, system, &mut *sink, &mut seen)
        } else {
            undo(it, &look, system, &mut Silent, &mut seen)
        });
    }
    if !is_partial && each.iter().any(|it| matches!(it, Undone::Moved(_) | Undone::Failed(_))) {
        return Taken { each, end: End::Moved };
    }
    if options.common.noop {
        return Taken { each, end: End::Done };
    }
    let (mut each, mut seen, mut again) = (Vec::with_capacity(records.len()), Seen::default(), Vec::new());
    for it in records {
        let undone = undo(it, options, system, &mut *sink, &mut seen);
        let has_failed = matches!(undone, Undone::Moved(_) | Undone::Failed(_));
        if let Undone::Done(status) | Undone::Failed(status) = &undone {
            again.extend(status.undo_record.as_deref().cloned());
        }
        each.push(undone);
        if has_failed && !is_partial {
            return Taken { each, end: End::Failed(put_back(&again, options, system, sink)) };
        }
    }
    Taken { each, end: End::Done }
}

/// Redoes what was undone. Gives what that could not be done with.
fn put_back(again: &[UndoRecord], options: &Options, system: &mut dyn System, sink: &mut dyn Observer) -> Vec<String> {
    let options = Options { undo: None, ..options.clone() };
    let mut seen = Seen::default();
    let mut left = Vec::new();
    for it in again.iter().rev() {
        match undo(it, &options, system, sink, &mut seen) {
            Undone::Done(_) | Undone::Same => {}
            _ => left.push(it.resource.clone()),
        }
    }
    left
}

/// Nobody listens.
struct Silent;

impl Sink for Silent {
    fn least(&self) -> Level {
        Level::Crit
    }

    fn record(&mut self, _record: Record) {}
}

impl Observer for Silent {}
