//! Messages of steps: sent at once, or stored until the turn of a step that ran early.

use std::sync::Arc;

use providers::{Level, Record, Sink};
use smol_str::SmolStr;

use crate::observer::Observer;
use crate::report::Status;

/// A message that waits for the turn of a step.
pub(super) enum Line {
    Record(Record),
    /// The step is skipped because of these; which of them are named depends on earlier messages.
    Failures(Vec<SmolStr>),
}

pub(super) struct Outbox<'a> {
    sink: &'a mut dyn Observer,
    held: Option<Vec<Line>>,
}

impl<'a> Outbox<'a> {
    pub fn new(sink: &'a mut dyn Observer) -> Outbox<'a> {
        Outbox { sink, held: None }
    }

    /// Holds back messages from now on.
    pub fn hold(&mut self) {
        self.held = Some(Vec::new());
    }

    /// Returns the messages that were held back; later ones go through.
    pub fn release(&mut self) -> Vec<Line> {
        self.held.take().unwrap_or_default()
    }

    /// Holds back why a step is skipped, if anything is held back now.
    pub fn holds_failures(&mut self, reasons: &[SmolStr]) -> bool {
        self.held.as_mut().map(|it| it.push(Line::Failures(reasons.to_vec()))).is_some()
    }
}

impl Sink for Outbox<'_> {
    fn least(&self) -> Level {
        self.sink.least()
    }

    fn record(&mut self, record: Record) {
        match &mut self.held {
            Some(held) => held.push(Line::Record(record)),
            None => self.sink.record(record),
        }
    }

    fn changing(&mut self, resources: &[&str]) {
        self.sink.changing(resources);
    }
}

impl Observer for Outbox<'_> {
    fn begun(&mut self, resource: &str, number: usize, of: usize) {
        self.sink.begun(resource, number, of);
    }

    fn done(&mut self, status: &Arc<Status>) {
        self.sink.done(status);
    }
}
