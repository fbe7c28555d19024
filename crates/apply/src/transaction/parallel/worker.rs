//! A thread that applies one resource after the other.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use machine::System;
use providers::{Cx, Instance, Level, ProviderError, Record, Sink, Store, Subject};

use super::super::Options;
use super::super::others::Nobody;
use super::super::owed::Owing;
use crate::harness;
use crate::plan::NodeId;
use crate::report::Status;
use crate::state::State;

/// Something to be done with a resource.
pub struct Job {
    pub node: NodeId,
    pub subject: Subject,
    pub instance: Box<dyn Instance>,
    /// State to remember of this resource.
    pub state: State,
    pub task: Task,
}

pub enum Task {
    Apply(Owing),
    Refresh,
}

/// Result of a job.
pub struct Done {
    pub node: NodeId,
    pub instance: Box<dyn Instance>,
    pub state: State,
    pub records: Vec<Record>,
}

pub enum Ended {
    Applied(Box<Status>),
    /// And how long it took.
    Refreshed(Result<(), ProviderError>, f64),
}

pub enum Came {
    Done(Box<Done>, Ended),
    /// The thread broke down; the run does, too.
    Panic(Box<dyn Any + Send>),
}

/// Does jobs until there are none any more.
pub fn work(mut system: Box<dyn System + Send>, jobs: &Mutex<Receiver<Job>>, tell: &Sender<Came>, options: &Options, least: Level) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let came = catch_unwind(AssertUnwindSafe(|| done(job, &mut *system, options, least)));
        let came = came.map_or_else(Came::Panic, |(done, result)| Came::Done(Box::new(done), result));
        if tell.send(came).is_err() {
            return;
        }
    }
}

fn done(job: Job, system: &mut dyn System, options: &Options, least: Level) -> (Done, Ended) {
    let Job { node, subject, mut instance, mut state, task } = job;
    let mut heard = Heard { least, records: Vec::new() };
    let mut store = Store::default();
    let mut cx = Cx { subject: &subject, options: &options.common, system, around: &Nobody, sink: &mut heard, store: &mut store };
    let result = match task {
        Task::Apply(owing) => {
            let status = harness::evaluate(&mut *instance, &mut cx, options, &mut state, &mut |cx| owing.note(cx));
            Ended::Applied(status)
        }
        Task::Refresh => {
            let start = cx.system.now();
            let refreshed = instance.refresh(&mut cx).map_err(|it| subject.open_failure(it));
            Ended::Refreshed(refreshed, harness::seconds(&start, &cx.system.now()))
        }
    };
    (Done { node, instance, state, records: heard.records }, result)
}

/// Stores the messages.
struct Heard {
    least: Level,
    records: Vec<Record>,
}

impl Sink for Heard {
    fn least(&self) -> Level {
        self.least
    }

    fn record(&mut self, record: Record) {
        self.records.push(record);
    }
}
