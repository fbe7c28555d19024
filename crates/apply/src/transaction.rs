//! Takes the steps of a catalog in order: skips, applies, refreshes.
//!
//! The rules and the words are those of Puppet's transaction, event manager and resource harness (8.10).

mod check;
mod deferred;
mod doubt;
mod foreseen;
mod generate;
mod others;
mod outbox;
mod owed;
mod parallel;
mod refresh;
mod skip;
mod slots;
#[cfg(test)]
pub(crate) mod tests;
mod together;

use self::others::Others;
use self::outbox::Outbox;
use self::owed::Network;
use self::slots::Slots;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use catalog::{Catalog, RelationshipGraph, StepId};
use machine::System;
use providers::subject::{is_tag, subjects};
use providers::{Cx, Instance, Level, ProviderError, Record, Sink, Store, Subject, Tags, Types};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use serde_json::Value as Json;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::declared;
use crate::error::Error;
use crate::events::{Queues, Sent};
use crate::harness;
use crate::observer::Observer;
use crate::owed::Owed;
use crate::plan::{Node, NodeId, Plan};
use crate::reached::Reached;
use crate::report::{EventStatus, Status};
use crate::state::State;

/// How a catalog is applied.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Options that providers read.
    pub common: providers::Options,
    /// The salt of the digests of resources; none where digests are not needed.
    pub salt: Option<String>,
    /// Only what has one of these tags, unless there are none.
    pub tags: Vec<String>,
    /// Nothing that has one of these.
    pub skip_tags: Vec<String>,
    pub ignore_schedules: bool,
    /// Tells when each resource begins and how long it takes.
    pub trace: bool,
    /// Number of resources that are applied at once, where nothing orders them. The messages and the report are those of one after the
    /// other.
    pub jobs: usize,
    /// Report a failed dependency once per class instead of once per resource.
    pub merge_warnings: bool,
    /// The folder for the changes of this run, so that it can be undone; none where nothing is stored.
    pub undo: Option<String>,
    /// How earlier runs have left all properties; none where nobody asks whether a change is corrective.
    pub reached: Option<Arc<Reached>>,
    /// The file that keeps the refreshes that are owed; none where nothing is kept.
    pub journal: Option<String>,
}

/// Calls functions of the language whose values are not to be known before their resource's turn.
pub trait Deferral {
    /// The value in Puppet's rich data.
    fn call(&self, deferred: &Json) -> Result<Json, Error>;
}

/// Result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Each in an allocation of its own: moving many of them together would take their memory twice.
    pub statuses: Vec<Arc<Status>>,
    /// Resources that come of others could not be found out.
    pub failed_to_generate: bool,
}

/// Number of steps from which on a run counts as large.
const MANY: usize = 4096;

/// The instance of a resource, or why there is none.
type Made = Result<Box<dyn Instance>, Box<ProviderError>>;

/// A run over a catalog.
pub struct Transaction<'a> {
    options: &'a Options,
    types: &'a dyn Types,
    system: &'a mut dyn System,
    sink: Outbox<'a>,
    state: &'a mut State,
    subjects: Vec<Subject>,
    by_reference: FxHashMap<SmolStr, usize>,
    instances: Slots<usize, Made>,
    plan: Plan,
    queues: Queues,
    statuses: Slots<NodeId, Arc<Status>>,
    order: Vec<NodeId>,
    /// The place of each step in the order.
    turns: Slots<NodeId, usize>,
    /// Steps that are begun before their turn.
    early: FxHashSet<NodeId>,
    /// Resources that were changed together with others, and are not reported yet.
    joined: FxHashSet<NodeId>,
    /// The failed resources that were named as a reason already.
    named: FxHashSet<SmolStr>,
    /// Those because of which something was said of a class already.
    warned: FxHashSet<SmolStr>,
    failed_to_generate: bool,
    /// Automatic relationships, for `--debug`: the resource whose type adds one, its kind, and the other resource.
    related: Vec<(usize, &'static str, usize)>,
    /// Resources that each resource has generated before anything is applied.
    made_first: FxHashMap<usize, Vec<usize>>,
    /// Whether the resources are there that come of others before anything is applied.
    is_generated: bool,
    store: Store,
    /// Steps that cannot be applied yet.
    waiting: Vec<NodeId>,
    /// Steps that cannot be applied at all: no other step can help.
    hopeless: VecDeque<NodeId>,
    owed: Arc<Mutex<Owed>>,
    deferral: Option<&'a dyn Deferral>,
    /// In a run that changes nothing: what would be done before each step.
    before: FxHashMap<NodeId, doubt::Before>,
    /// Why the resources of a step could not be generated.
    not_generated: Vec<(NodeId, String)>,
    /// Whether anything but files would be changed so far.
    others_are_pending: bool,
}

/// The automatic relationships of a graph.
fn related(graph: &RelationshipGraph) -> Vec<(usize, &'static str, usize)> {
    let automatic = graph.relations().iter().filter(|it| it.source().is_automatic());
    let of = |it: &catalog::Relation| match it.source().comes_before() {
        true => (it.after.index(), it.source().name(), it.before.index()),
        false => (it.before.index(), it.source().name(), it.after.index()),
    };
    automatic.map(of).collect()
}

impl<'a> Transaction<'a> {
    /// A run over a catalog whose graph has no cycles.
    pub fn new(
        catalog: &Catalog,
        graph: &RelationshipGraph,
        options: &'a Options,
        types: &'a dyn Types,
        system: &'a mut dyn System,
        sink: &'a mut dyn Observer,
        state: &'a mut State,
    ) -> Transaction<'a> {
        let subjects = subjects(catalog, &options.common);
        let mut by_reference = FxHashMap::with_capacity_and_hasher(subjects.len(), FxBuildHasher);
        for (number, subject) in subjects.iter().enumerate().filter(|(number, _)| !catalog.resources()[*number].is_virtual) {
            by_reference.insert(subject.reference.clone(), number);
        }
        let plan = Plan::new(graph);
        let (steps, count) = (plan.len(), subjects.len());
        let related = if sink.least() > Level::Debug { Vec::new() } else { related(graph) };
        Transaction {
            options,
            types,
            system,
            sink: Outbox::new(sink),
            state,
            subjects,
            by_reference,
            instances: Slots::new(count),
            plan,
            queues: Queues::default(),
            statuses: Slots::new(steps),
            order: Vec::with_capacity(steps),
            turns: Slots::new(steps),
            early: FxHashSet::default(),
            joined: FxHashSet::default(),
            named: FxHashSet::default(),
            warned: FxHashSet::default(),
            failed_to_generate: false,
            related,
            made_first: FxHashMap::default(),
            is_generated: false,
            store: Store::default(),
            waiting: Vec::new(),
            hopeless: VecDeque::new(),
            owed: Arc::default(),
            deferral: None,
            before: FxHashMap::default(),
            not_generated: Vec::new(),
            others_are_pending: false,
        }
    }

    /// Calls deferred functions so; where nothing is said, resources that need one fail.
    pub fn deferring(mut self, deferral: &'a dyn Deferral) -> Transaction<'a> {
        self.deferral = Some(deferral);
        self
    }

    /// Ends a run whose graph has cycles: the resources in them fail.
    pub fn refuse(mut self, members: &[StepId]) -> Outcome {
        let now = self.system.now();
        let mut statuses = Vec::new();
        for member in members {
            let node = NodeId(member.index());
            if self.plan.node(node).is_marker() {
                continue;
            }
            self.with_instance(self.plan.node(node).subject(), |_, _, _| ());
            let provider = self.provider(node);
            if let Some(subject) = self.subject(node) {
                let mut status = Status::new(subject, now.clone());
                status.provider = provider;
                status.add(harness::error_event("resource is part of a dependency cycle", now.clone()));
                statuses.push(Arc::new(status));
            }
        }
        self.order.clear();
        Outcome { statuses, failed_to_generate: false }
    }

    /// Why it cannot be begun: a tag that is none, or a schedule that a resource is on, and that is not there.
    pub fn obstacle(&self) -> Option<String> {
        if let Some(tag) = self.options.tags.iter().chain(&self.options.skip_tags).find(|it| !is_tag(it)) {
            return Some(format!("Invalid tag '{tag}'"));
        }
        if self.options.ignore_schedules {
            return None;
        }
        let schedule = self
            .subjects
            .iter()
            .filter_map(|it| it.schedule.as_ref())
            .find(|it| !self.by_reference.contains_key(&*format!("Schedule[{it}]")))?;
        Some(format!("Could not find schedule {schedule}"))
    }

    /// Reports its beginning, after errors that are found before anything is applied.
    pub fn announced(mut self, message: &str) -> Self {
        self.generate_all_first();
        if Level::Info >= self.sink.least() {
            self.sink.record(Record::of_run(Level::Info, message, self.system.now()));
        }
        for (number, how, other) in std::mem::take(&mut self.related) {
            let other = self.subjects.get(other).map(|it| it.reference.clone()).unwrap_or_default();
            self.tell_as(number, None, Level::Debug, format!("Adding {how} relationship with {other}"));
        }
        let around = Others { subjects: &self.subjects, by_reference: &self.by_reference };
        for (reference, message) in self.types.begins(&around) {
            let node = self.by_reference.get(&reference).and_then(|it| self.plan.find(Node::Apply(*it)));
            node.into_iter().for_each(|it| self.tell(it, Level::Warning, message.clone()));
        }
        self
    }

    /// Goes through all steps.
    pub fn run(mut self) -> Outcome {
        self.generate_all_first();
        self.recall();
        if !self.run_ahead() {
            while let Some(node) = self.next() {
                self.take(node);
            }
        }
        self.leave();
        self.foresee_the_rest();
        let mut statuses = std::mem::replace(&mut self.statuses, Slots::new(0));
        let plan = &self.plan;
        let statuses_in_order = self.order.iter().filter(|it| !plan.node(**it).is_marker()).filter_map(|it| statuses.remove(it)).collect();
        let failed_to_generate = self.failed_to_generate;
        if plan.len() >= MANY {
            // A run is the last thing that a program does: the memory of many resources need not be freed before.
            std::mem::forget(self);
        }
        Outcome { statuses: statuses_in_order, failed_to_generate }
    }

    /// Takes a step in its turn.
    fn take(&mut self, node: NodeId) {
        self.resolve(node);
        self.generate(node);
        self.begun(node);
        let start = self.options.trace.then(|| self.system.now());
        self.step(node);
        self.doubt(node);
        self.done(node, start.map_or(0.0, |it| harness::seconds(&it, &self.system.now())));
    }

    /// Reports the beginning of a step.
    fn begun(&mut self, node: NodeId) {
        let (progress, total) = (self.turns.len() + 1, self.plan.len());
        if self.options.trace {
            self.tell(node, Level::Info, format!("Starting to evaluate the resource ({progress} of {total})"));
        }
        if let Some(subject) = self.subjects.get(self.plan.node(node).subject()).filter(|_| !self.plan.node(node).is_marker()) {
            self.sink.begun(&subject.reference, progress, total);
        }
    }

    /// A step is taken, and its turn is over.
    fn done(&mut self, node: NodeId, seconds: f64) {
        self.turns.insert(node, self.turns.len());
        let is_marker = self.plan.node(node).is_marker();
        if let Some(salt) = &self.options.salt {
            let number = self.plan.node(node).subject();
            let brought = match is_marker {
                true => None,
                false => self.with_instance(number, |instance, cx, _| instance.as_mut().ok()?.brings(cx)).flatten(),
            };
            if let (Some(subject), Some(status)) = (self.subjects.get(number), self.statuses.get_mut(&node).and_then(Arc::get_mut)) {
                status.digest = Some(declared::digest(subject, brought.as_deref(), salt));
            }
        }
        if let Some(status) = self.statuses.get(&node) {
            self.order.push(node);
            match is_marker {
                true if !status.skipped => self.state.of_mut(&status.resource).checked = Some(status.time.timestamp()),
                true => {}
                false => self.sink.done(status),
            }
        }
        if self.options.trace {
            self.tell(node, Level::Info, format!("Evaluated in {seconds:.2} seconds"));
        }
        self.plan.finish(node);
    }

    /// The next step. A resource whose provider cannot work yet waits until there is nothing else: what it needs may come. Where nothing
    /// has come, all waiting steps are taken, and then those after them.
    fn next(&mut self) -> Option<NodeId> {
        if let Some(node) = self.hopeless.pop_front() {
            return Some(node);
        }
        while let Some(node) = self.plan.next() {
            if !self.has_obstacle(node) {
                return Some(node);
            }
            self.waiting.push(node);
        }
        if let Some(free) = (0..self.waiting.len()).find(|it| !self.has_obstacle(self.waiting[*it])) {
            return Some(self.waiting.remove(free));
        }
        self.hopeless = std::mem::take(&mut self.waiting).into();
        self.hopeless.pop_front()
    }

    fn has_obstacle(&mut self, node: NodeId) -> bool {
        let Node::Apply(number) = self.plan.node(node) else { return false };
        if self.early.contains(&node) {
            return false;
        }
        let found = self.with_instance(number, |instance, cx, _| instance.as_mut().is_ok_and(|it| it.obstacle(cx).is_some()));
        found == Some(true)
    }

    fn step(&mut self, node: NodeId) {
        if self.skip(node) {
            return;
        }
        let seconds = self.join(node);
        if let Some(mut status) = self.apply(node) {
            status.seconds = status.seconds.map(|it| it + seconds);
            self.foresee(node, &mut status);
            let refused = status.refused;
            self.applied(node, status);
            if refused {
                return;
            }
        }
        self.refresh(node);
    }

    /// Skips a step that is not to be taken. Whether it is one.
    fn skip(&mut self, node: NodeId) -> bool {
        let (mut reasons, mut seen): (Vec<SmolStr>, FxHashSet<&str>) = Default::default();
        for before in self.plan.incoming(node) {
            let Some(status) = self.statuses.get(before) else { continue };
            for reason in status.because_of.iter().chain(Some(&status.resource).filter(|_| status.has_failed())) {
                if seen.insert(reason) {
                    reasons.push(reason.clone());
                }
            }
        }
        if !self.is_skipped(node, &reasons) {
            return false;
        }
        let Some(subject) = self.subject(node) else { return true };
        let mut status = Status::new(subject, self.system.now());
        status.provider = self.provider(node);
        status.skipped = true;
        status.because_of = reasons;
        self.statuses.insert(node, Arc::new(status));
        self.tell(node, Level::Debug, "Resource is being skipped, unscheduling all events".to_owned());
        if self.queues.forget(node) {
            let name = self.name(node);
            self.tell(node, Level::Info, format!("Unscheduling all events on {name}"));
        }
        true
    }

    /// Records the result of a resource, and passes its events on to those that depend on it.
    fn applied(&mut self, node: NodeId, mut status: Box<Status>) {
        status.scheduled = self.options.common.improved;
        let events: SmallVec<[Sent; 2]> = match status.has_failed() {
            false => status.events.iter().map(|it| Sent { name: it.name.clone(), status: self.sent(&status, it.status) }).collect(),
            true => SmallVec::new(),
        };
        self.statuses.insert(node, Arc::new(*status));
        self.weigh(node, &events);
        self.send(node, &events);
        self.turn_to_itself(node, &events);
    }

    /// Event that is sent to dependents; in a plan, the one that applying would send.
    fn sent(&self, status: &Status, of: EventStatus) -> EventStatus {
        let would_be_done = self.options.common.plan && !status.is_looked_at && of == EventStatus::Noop;
        if would_be_done { EventStatus::Success } else { of }
    }

    fn apply(&mut self, node: NodeId) -> Option<Box<Status>> {
        let number = self.plan.node(node).subject();
        if self.plan.node(node).is_marker() {
            return Some(Box::new(Status::new(self.subjects.get(number)?, self.system.now())));
        }
        let options = self.options;
        self.with_network(number, |instance, cx, state, network| match instance {
            Ok(instance) => harness::evaluate(&mut **instance, cx, options, state, &mut |cx| {
                network.owing(node).note(cx);
                // A message leaves nothing behind.
                if cx.subject.type_name != "Notify" {
                    cx.sink.changing(&[&cx.subject.reference]);
                }
            }),
            Err(failure) => {
                let failure = cx.subject.open_failure(ProviderError::clone(failure));
                let now = cx.system.now();
                let mut status = Box::new(Status::new(cx.subject, now.clone()));
                cx.tell(Level::Err, failure.full());
                status.add(harness::error_event(&failure.message, now));
                status
            }
        })
    }

    fn with_instance<T>(&mut self, number: usize, work: impl FnOnce(&mut Made, &mut Cx<'_>, &mut State) -> T) -> Option<T> {
        self.with_network(number, |instance, cx, state, _| work(instance, cx, state))
    }

    /// The same for who may have to know what a change would owe.
    fn with_network<T>(&mut self, number: usize, work: impl FnOnce(&mut Made, &mut Cx<'_>, &mut State, &Network<'_>) -> T) -> Option<T> {
        let subject = self.subjects.get(number)?;
        let mut instance =
            self.instances.remove(&number).unwrap_or_else(|| self.types.instance(subject, &self.options.common).map_err(Box::new));
        let around = Others { subjects: &self.subjects, by_reference: &self.by_reference };
        let network = Network { plan: &self.plan, subjects: &self.subjects, types: self.types, options: self.options, owed: &self.owed };
        let mut cx = Cx {
            subject,
            options: &self.options.common,
            system: &mut *self.system,
            around: &around,
            sink: &mut self.sink,
            store: &mut self.store,
        };
        let result = work(&mut instance, &mut cx, self.state, &network);
        self.instances.insert(number, instance);
        Some(result)
    }

    fn provider(&self, node: NodeId) -> Option<&'static str> {
        let number = self.plan.node(node).subject();
        match self.instances.get(&number)? {
            Ok(instance) => instance.provider(),
            Err(_) => None,
        }
    }

    fn subject(&self, node: NodeId) -> Option<&Subject> {
        self.subjects.get(self.plan.node(node).subject())
    }

    /// How messages call a step.
    fn name(&self, node: NodeId) -> SmolStr {
        let Some(subject) = self.subject(node) else { return SmolStr::default() };
        match self.plan.node(node) {
            Node::Made(_) => subject.title.clone(),
            _ => subject.reference.clone(),
        }
    }

    fn tell(&mut self, node: NodeId, level: Level, message: String) {
        self.tell_as(self.plan.node(node).subject(), Some(node), level, message);
    }

    /// A message of a resource, or of a step that stands for one.
    fn tell_as(&mut self, number: usize, node: Option<NodeId>, level: Level, message: String) {
        if level < self.sink.least() {
            return;
        }
        let Some(subject) = self.subjects.get(number) else { return };
        let marker = node.filter(|it| self.plan.node(*it).is_marker());
        let source = marker.map_or_else(|| subject.path.clone(), |it| self.name(it).into());
        let mut tags = Tags::new(level, &subject.tags);
        if marker.is_some_and(|it| matches!(self.plan.node(it), Node::Made(_))) {
            let own = format!("completed_{}", subject.title.to_lowercase());
            tags = tags.and(Some(SmolStr::new_static("whit"))).and(is_tag(&own).then(|| own.into()));
        }
        let place = if marker.is_some() { (None, None) } else { (subject.file.clone(), subject.line) };
        let record = Record { level, source, message, tags, file: place.0, line: place.1, time: self.system.now(), full: None };
        self.sink.record(record);
    }
}
