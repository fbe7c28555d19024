//! `--jobs`: applies independent resources in parallel, and reports them in the serial order.
//!
//! A step is begun as soon as all before it are taken. Its messages are held until its turn comes, so that messages, events and the report
//! are those of a run that takes one step after the other. Resources that may interfere with others (packages, files with many entries,
//! types that read other resources) wait for their turn.

mod worker;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use providers::Sink;
use rustc_hash::{FxHashMap, FxHashSet};

use self::worker::{Came, Done, Ended, Job, Task, work};
use super::Transaction;
use super::deferred::waits_for_its_turn;
use super::outbox::Line;
use crate::plan::{Node, NodeId};
use crate::state::State;

/// The steps that are begun before their turn.
struct Parallel {
    jobs: Sender<Job>,
    /// Messages of each of them.
    lines: FxHashMap<NodeId, Vec<Line>>,
    running: FxHashSet<NodeId>,
    /// State to remember of each of them.
    remembered: FxHashMap<NodeId, State>,
}

/// How a step is taken.
enum Pace {
    /// At once: it stands for others.
    Marker,
    /// Beside others.
    Concurrent,
    InTurn,
}

impl Transaction<'_> {
    /// Goes through all steps, several at once. Whether that can be.
    pub(super) fn run_ahead(&mut self) -> bool {
        let hands: Vec<_> = (0..self.options.jobs.min(MOST)).map_while(|_| self.system.another()).collect();
        if hands.len() < 2 {
            return false;
        }
        self.plan.look_ahead();
        let (options, least) = (self.options, self.sink.least());
        std::thread::scope(|scope| {
            let (jobs, taken) = channel();
            let (tell, came) = channel();
            let taken = Arc::new(Mutex::new(taken));
            for hand in hands {
                let (taken, tell) = (Arc::clone(&taken), tell.clone());
                scope.spawn(move || work(hand, &taken, &tell, options, least));
            }
            let parallel = Parallel { jobs, lines: FxHashMap::default(), running: FxHashSet::default(), remembered: FxHashMap::default() };
            self.go(parallel, &came);
        });
        true
    }

    fn go(&mut self, mut parallel: Parallel, came: &Receiver<Came>) {
        let mut current = None;
        loop {
            self.begin(&mut parallel);
            while let Ok(it) = came.try_recv() {
                self.came(it, &mut parallel);
                self.begin(&mut parallel);
            }
            let Some(node) = current.take().or_else(|| self.next()) else { return };
            if parallel.running.contains(&node) {
                let Ok(it) = came.recv() else { return };
                self.came(it, &mut parallel);
                current = Some(node);
            } else if self.early.contains(&node) {
                self.turn(node, &mut parallel);
            } else {
                self.take(node);
                self.plan.finish_ahead(node);
            }
        }
    }

    /// Begins all that needs to wait for nothing.
    fn begin(&mut self, parallel: &mut Parallel) {
        while let Some(node) = self.plan.next_ahead() {
            match self.pace(node) {
                Pace::InTurn => {}
                Pace::Marker => {
                    self.early.insert(node);
                    self.sink.hold();
                    self.step(node);
                    self.finish_early(node, parallel);
                }
                Pace::Concurrent => {
                    self.early.insert(node);
                    self.sink.hold();
                    if self.skip(node) {
                        self.finish_early(node, parallel);
                    } else {
                        self.give(node, parallel, Task::Apply(self.owing(node)));
                    }
                }
            }
        }
    }

    fn pace(&mut self, node: NodeId) -> Pace {
        let Node::Apply(number) = self.plan.node(node) else { return Pace::Marker };
        let is_known = self.subjects.get(number).is_some_and(|it| !waits_for_its_turn(it));
        if !is_known || self.has_obstacle(node) {
            return Pace::InTurn;
        }
        match self.instances.get(&number) {
            Some(Ok(instance)) if instance.works_beside_others() => Pace::Concurrent,
            _ => Pace::InTurn,
        }
    }

    /// Gives a resource to a thread.
    fn give(&mut self, node: NodeId, parallel: &mut Parallel, task: Task) {
        parallel.lines.entry(node).or_default().extend(self.sink.release());
        let number = self.plan.node(node).subject();
        let (subject, instance) = (self.subjects.get(number).cloned(), self.instances.remove(&number));
        let (Some(subject), Some(Ok(instance))) = (subject, instance) else { return self.finish_early(node, parallel) };
        let mut state = State::default();
        if let Some(known) = self.state.resource(&subject.reference) {
            *state.of_mut(&subject.reference) = known.clone();
        }
        parallel.running.insert(node);
        // The threads are there as long as there are jobs.
        let _ = parallel.jobs.send(Job { node, subject, instance, state, task });
    }

    /// A thread has done its part.
    fn came(&mut self, came: Came, parallel: &mut Parallel) {
        let (done, result) = match came {
            Came::Done(done, result) => (done, result),
            Came::Panic(panic) => std::panic::resume_unwind(panic),
        };
        let Done { node, instance, state, records } = *done;
        parallel.running.remove(&node);
        parallel.lines.entry(node).or_default().extend(records.into_iter().map(Line::Record));
        self.instances.insert(self.plan.node(node).subject(), Ok(instance));
        self.sink.hold();
        match result {
            Ended::Applied(status) => {
                parallel.remembered.insert(node, state);
                self.applied(node, status);
                if self.begin_refresh(node) {
                    return self.give(node, parallel, Task::Refresh);
                }
            }
            Ended::Refreshed(refreshed, seconds) => {
                if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
                    status.refresh_seconds = seconds;
                }
                self.end_refresh(node, refreshed);
            }
        }
        self.finish_early(node, parallel);
    }

    /// A step is taken before its turn: others need not wait for it.
    fn finish_early(&mut self, node: NodeId, parallel: &mut Parallel) {
        parallel.lines.entry(node).or_default().extend(self.sink.release());
        self.doubt(node);
        self.plan.finish_ahead(node);
    }

    /// The turn of a finished step has come: its result is reported.
    fn turn(&mut self, node: NodeId, parallel: &mut Parallel) {
        self.begun(node);
        for line in parallel.lines.remove(&node).unwrap_or_default() {
            match line {
                Line::Record(record) => self.sink.record(record),
                Line::Failures(reasons) => self.tell_of_failures(node, &reasons),
            }
        }
        let name = self.subject(node).map(|it| it.reference.clone()).unwrap_or_default();
        if let Some(known) = parallel.remembered.remove(&node).and_then(|it| it.resource(&name).cloned()) {
            *self.state.of_mut(&name) = known;
        }
        let sources = self.sources(node);
        let mut seconds = 0.0;
        if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
            seconds = status.seconds.unwrap_or_default();
            if !status.refreshed_by.is_empty() {
                status.refreshed_by = sources;
            }
        }
        self.done(node, seconds);
    }
}

/// More threads than that are of no use to anybody.
const MOST: usize = 256;
