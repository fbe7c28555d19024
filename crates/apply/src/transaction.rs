//! Goes through the steps of a catalog: what is skipped, what is applied, what refreshes what.
//!
//! The rules and the words are those of Puppet's transaction, event manager and resource harness (8.10).

mod deferred;
mod doubt;
mod owed;
#[cfg(test)]
pub(crate) mod tests;

use self::owed::keep;

use catalog::{Catalog, RelationshipGraph, StepId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

use crate::events::{Queues, Sent};
use crate::harness;
use crate::instance::{Around, Cx, Failure, Instance, Types};
use crate::log::{Level, Record, Sink};
use crate::owed::Owed;
use crate::plan::{Node, NodeId, Plan};
use crate::report::{Event, EventStatus, Status};
use crate::schedule;
use crate::state::State;
use crate::store::Store;
use crate::subject::{Subject, is_tag, subjects};
use crate::system::System;

/// How a catalog is applied.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Nothing is changed, but told.
    pub noop: bool,
    /// Only what has one of these tags, unless there are none.
    pub tags: Vec<String>,
    /// Nothing that has one of these.
    pub skip_tags: Vec<String>,
    pub ignore_schedules: bool,
    /// Shows what changes in files.
    pub show_diff: bool,
    /// Tells when each resource begins and how long it takes.
    pub trace: bool,
    /// Where files of modules lie: folders that hold modules.
    pub modules: Vec<String>,
    pub environment: String,
    /// Where the files go that `puppet` is named as the bucket of.
    pub bucket: Option<String>,
    /// How contents are compared where nothing else is said.
    pub checksum: String,
    /// The file that keeps the refreshes that are owed; none where nothing is kept.
    pub journal: Option<String>,
}

/// Calls functions of the language whose values are not to be known before their resource's turn.
pub trait Deferral {
    /// The value in Puppet's rich data, or why there is none.
    fn call(&self, deferred: &Json) -> Result<Json, String>;
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    pub statuses: Vec<Status>,
    /// Resources that come of others could not be found out.
    pub failed_to_generate: bool,
}

/// A run over a catalog.
pub struct Transaction<'a> {
    options: &'a Options,
    types: &'a dyn Types,
    system: &'a mut dyn System,
    sink: &'a mut dyn Sink,
    state: &'a mut State,
    subjects: Vec<Subject>,
    by_reference: FxHashMap<String, usize>,
    instances: FxHashMap<usize, Result<Box<dyn Instance>, Failure>>,
    plan: Plan,
    queues: Queues,
    statuses: FxHashMap<NodeId, Status>,
    order: Vec<NodeId>,
    /// The failed resources that were named as a reason already.
    named: FxHashSet<String>,
    failed_to_generate: bool,
    store: Store,
    /// What cannot be applied yet.
    waiting: Vec<NodeId>,
    owed: Owed,
    deferral: Option<&'a dyn Deferral>,
    /// In a run that changes nothing: what would be done before each step.
    before: FxHashMap<NodeId, doubt::Before>,
}

/// What is not a directory of itself: files that recursion has made are bounded, so that a loop of links ends.
const MOST: usize = 1_000_000;

impl<'a> Transaction<'a> {
    /// A run over a catalog whose graph has no cycles.
    pub fn new(
        catalog: &Catalog,
        graph: &RelationshipGraph,
        options: &'a Options,
        types: &'a dyn Types,
        system: &'a mut dyn System,
        sink: &'a mut dyn Sink,
        state: &'a mut State,
    ) -> Transaction<'a> {
        let subjects = subjects(catalog, options.noop);
        let mut by_reference = FxHashMap::default();
        for (number, subject) in subjects.iter().enumerate().filter(|(number, _)| !catalog.resources()[*number].is_virtual) {
            by_reference.insert(subject.reference.clone(), number);
        }
        Transaction {
            options,
            types,
            system,
            sink,
            state,
            subjects,
            by_reference,
            instances: FxHashMap::default(),
            plan: Plan::new(graph),
            queues: Queues::default(),
            statuses: FxHashMap::default(),
            order: Vec::new(),
            named: FxHashSet::default(),
            failed_to_generate: false,
            store: Store::default(),
            waiting: Vec::new(),
            owed: Owed::default(),
            deferral: None,
            before: FxHashMap::default(),
        }
    }

    /// Calls deferred functions so; where nothing is said, resources that need one fail.
    pub fn deferring(mut self, deferral: &'a dyn Deferral) -> Transaction<'a> {
        self.deferral = Some(deferral);
        self
    }

    /// What a run comes to whose graph has cycles: the resources in them have failed.
    pub fn refuse(mut self, members: &[StepId]) -> Outcome {
        let now = self.system.now();
        let mut statuses: Vec<Status> = Vec::new();
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
                statuses.push(status);
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
            .find(|it| !self.by_reference.contains_key(&format!("Schedule[{it}]")))?;
        Some(format!("Could not find schedule {schedule}"))
    }

    /// Goes through all steps.
    pub fn run(mut self) -> Outcome {
        self.generate_first();
        self.recall();
        let mut progress = 0;
        while let Some(node) = self.next() {
            self.resolve(node);
            self.generate(node);
            progress += 1;
            if self.options.trace {
                let total = self.plan.len();
                self.tell(node, Level::Info, format!("Starting to evaluate the resource ({progress} of {total})"));
            }
            let start = self.system.now();
            if !self.plan.node(node).is_marker() {
                let (name, total) = (self.name(node), self.plan.len());
                self.sink.begun(&name, progress, total);
            }
            self.step(node);
            self.doubt(node);
            if let Some(status) = self.statuses.get(&node).filter(|_| !self.plan.node(node).is_marker()) {
                self.sink.done(status);
            }
            if self.options.trace {
                let seconds = harness::seconds(&start, &self.system.now());
                self.tell(node, Level::Info, format!("Evaluated in {seconds:.2} seconds"));
            }
            self.plan.finish(node);
        }
        let mut statuses = self.statuses;
        let plan = &self.plan;
        let kept = self.order.iter().filter(|it| !plan.node(**it).is_marker()).filter_map(|it| statuses.remove(it)).collect();
        Outcome { statuses: kept, failed_to_generate: self.failed_to_generate }
    }

    /// The next step. A resource whose provider cannot work yet waits until there is nothing else: what it needs may come.
    fn next(&mut self) -> Option<NodeId> {
        while let Some(node) = self.plan.next() {
            if !self.has_obstacle(node) {
                return Some(node);
            }
            self.waiting.push(node);
        }
        let free = (0..self.waiting.len()).find(|it| !self.has_obstacle(self.waiting[*it]));
        (!self.waiting.is_empty()).then(|| self.waiting.remove(free.unwrap_or_default()))
    }

    fn has_obstacle(&mut self, node: NodeId) -> bool {
        let Node::Apply(number) = self.plan.node(node) else { return false };
        let found = self.with_instance(number, |instance, cx, _| instance.as_mut().is_ok_and(|it| it.obstacle(cx).is_some()));
        found == Some(true)
    }

    fn step(&mut self, node: NodeId) {
        let mut reasons: Vec<String> = Vec::new();
        for before in self.plan.incoming(node).to_vec() {
            let Some(status) = self.statuses.get(&before) else { continue };
            for reason in status.because_of.iter().chain(Some(&status.resource).filter(|_| status.has_failed())) {
                if !reasons.contains(reason) {
                    reasons.push(reason.clone());
                }
            }
        }
        if self.is_skipped(node, &reasons) {
            let Some(subject) = self.subject(node) else { return };
            let mut status = Status::new(subject, self.system.now());
            status.provider = self.provider(node);
            status.skipped = true;
            status.because_of = reasons;
            self.keep(node, status);
            self.tell(node, Level::Debug, "Resource is being skipped, unscheduling all events".to_owned());
            if self.queues.forget(node) {
                let name = self.name(node);
                self.tell(node, Level::Info, format!("Unscheduling all events on {name}"));
            }
            return;
        }
        let status = self.apply(node);
        let events: Vec<Sent> = match &status {
            Some(status) if !status.has_failed() => {
                status.events.iter().map(|it| Sent { name: it.name.clone(), status: it.status }).collect()
            }
            _ => Vec::new(),
        };
        if let Some(status) = status {
            self.keep(node, status);
        }
        self.weigh(node, &events);
        self.send(node, &events);
        self.turn_to_itself(node, &events);
        self.refresh(node);
    }

    /// What its own changes mean for the refreshes of a resource.
    fn turn_to_itself(&mut self, node: NodeId, events: &[Sent]) {
        let Node::Apply(number) = self.plan.node(node) else { return };
        let Some(Ok(instance)) = self.instances.get(&number) else { return };
        let (itself, properties) = (instance.refreshes_itself(), self.statuses.get(&node));
        let changed = properties.iter().flat_map(|it| &it.events).filter_map(|it| it.property.as_deref());
        let unschedules = changed.clone().any(|it| instance.unschedules(it));
        let name = self.name(node);
        if itself {
            let mut names: Vec<&str> = events.iter().map(|it| it.name.as_str()).collect();
            names.dedup();
            for _ in &names {
                self.tell(node, Level::Info, format!("Scheduling refresh of {name}"));
            }
            let statuses: Vec<EventStatus> =
                names.iter().filter_map(|it| events.iter().find(|event| event.name == **it)).map(|it| it.status).collect();
            self.queues.add((node, &name), &statuses);
        }
        if unschedules && !events.is_empty() {
            self.tell(node, Level::Info, format!("Unscheduling refresh on {name}"));
            self.queues.forget(node);
            self.settle(node);
        }
    }

    fn is_skipped(&mut self, node: NodeId, reasons: &[String]) -> bool {
        let Some(subject) = self.subject(node) else { return true };
        let options = self.options;
        if !options.skip_tags.is_empty() && subject.has_tag(&options.skip_tags) {
            self.tell(node, Level::Debug, format!("Skipping with skip tags {}", options.skip_tags.join(", ")));
            return true;
        }
        if !options.tags.is_empty() && !subject.has_tag(&options.tags) {
            self.tell(node, Level::Debug, format!("Not tagged with {}", options.tags.join(", ")));
            return true;
        }
        if !self.is_scheduled(node) {
            self.tell(node, Level::Debug, "Not scheduled".to_owned());
            return true;
        }
        if reasons.is_empty() {
            return false;
        }
        if !self.plan.node(node).is_marker() {
            for reason in reasons {
                if self.named.insert(reason.clone()) {
                    let failed = self.statuses.values().any(|it| it.resource == *reason && it.failed);
                    self.tell(node, Level::Notice, format!("Dependency {reason} has failures: {failed}"));
                }
            }
            self.tell(node, Level::Warning, "Skipping because of failed dependencies".to_owned());
        }
        true
    }

    fn is_scheduled(&self, node: NodeId) -> bool {
        if self.options.ignore_schedules || self.plan.node(node).is_marker() {
            return true;
        }
        let Some(subject) = self.subject(node) else { return true };
        let schedule = subject.schedule.as_ref().and_then(|it| self.by_reference.get(&format!("Schedule[{it}]")));
        let Some(schedule) = schedule.and_then(|it| self.subjects.get(*it)) else { return true };
        let checked = self.state.of(&subject.reference).and_then(|it| it.checked);
        schedule::matches(schedule, checked, &self.system.now())
    }

    fn apply(&mut self, node: NodeId) -> Option<Status> {
        let number = self.plan.node(node).subject();
        if self.plan.node(node).is_marker() {
            let name = self.name(node);
            let now = self.system.now();
            self.state.of_mut(&name).checked = Some(now.timestamp());
            return Some(Status::new(self.subjects.get(number)?, now));
        }
        let (targets, journal) = (self.targets(node), self.options.journal.clone());
        let mut owed = std::mem::take(&mut self.owed);
        let status = self.with_instance(number, |instance, cx, state| match instance {
            Ok(instance) => harness::evaluate(&mut **instance, cx, state, &mut |cx| {
                let source = cx.subject.reference.clone();
                let is_new = targets.iter().filter(|it| owed.add(it, &source)).count() > 0;
                if is_new && let Some(journal) = &journal {
                    keep(&owed, journal, cx.system);
                }
            }),
            Err(failure) => {
                let now = cx.system.now();
                let mut status = Status::new(cx.subject, now.clone());
                cx.tell(Level::Err, failure.full());
                status.add(harness::error_event(&failure.message, now));
                status
            }
        });
        self.owed = owed;
        status
    }

    /// Tells what is behind a step of its events.
    fn send(&mut self, node: NodeId, events: &[Sent]) {
        let (plan, subjects, types) = (&self.plan, &self.subjects, self.types);
        let refreshes = |to: NodeId| match plan.node(to) {
            Node::Apply(number) => subjects.get(number).is_some_and(|it| types.refreshes(&it.type_name)),
            Node::Nothing => false,
            Node::Begin(_) | Node::End(_) | Node::Made(_) => true,
        };
        let from = subjects.get(plan.node(node).subject()).map_or("", |it| it.reference.as_str());
        let told = self.queues.send(plan, (node, from), events, &refreshes);
        for target in told {
            let name = self.name(target);
            match self.plan.node(target) {
                Node::End(_) | Node::Made(_) => {
                    self.tell(node, Level::Debug, format!("The container {name} will propagate my refresh event"));
                }
                _ => self.tell(node, Level::Info, format!("Scheduling refresh of {name}")),
            }
        }
    }

    fn refresh(&mut self, node: NodeId) {
        let waiting = self.queues.of(node).to_vec();
        let Some(subject) = self.subject(node).filter(|_| !waiting.is_empty()) else { return };
        let is_marker = self.plan.node(node).is_marker();
        let noop = if is_marker { self.options.noop } else { subject.noop };
        let count = match waiting.len() {
            1 => "1 event".to_owned(),
            many => format!("{many} events"),
        };
        let mut sources: Vec<String> = Vec::new();
        for event in &waiting {
            if !sources.contains(&event.from) {
                sources.push(event.from.clone());
            }
        }
        if let Some(status) = self.statuses.get_mut(&node) {
            status.refreshed_by = sources;
        }
        if noop || waiting.iter().all(|it| it.status == EventStatus::Noop) {
            self.tell(node, Level::Notice, format!("Would have triggered 'refresh' from {count}"));
            self.send(node, &[Sent { name: "noop_restart".to_owned(), status: EventStatus::Noop }]);
            return;
        }
        if !is_marker {
            self.owe_behind(node);
        }
        let number = self.plan.node(node).subject();
        let refreshed = if is_marker {
            Ok(())
        } else {
            let refreshed = self.with_instance(number, |instance, cx, _| match instance {
                Ok(instance) => instance.refresh(cx),
                // It was told already.
                Err(failure) => Err(failure.clone()),
            });
            refreshed.unwrap_or(Ok(()))
        };
        let now = self.system.now();
        if let Err(failure) = refreshed {
            let message = format!("Failed to call refresh: {}", failure.message);
            self.tell(node, Level::Err, message.clone());
            if let Some(status) = self.statuses.get_mut(&node) {
                status.failed_to_restart = true;
                status.add(harness::error_event(&message, now));
            }
            self.tell(node, Level::Err, failure.full());
            return;
        }
        if !is_marker {
            let message = format!("Triggered 'refresh' from {count}");
            self.tell(node, Level::Notice, message.clone());
            let event = Event { name: "refresh".to_owned(), status: EventStatus::Success, ..harness::error_event(&message, now) };
            if let Some(status) = self.statuses.get_mut(&node) {
                status.add(event);
            }
        }
        if !is_marker {
            self.settle(node);
        }
        self.send(node, &[Sent { name: "restarted".to_owned(), status: EventStatus::Success }]);
        if let Some(Ok(instance)) = self.instances.get(&number).filter(|_| !is_marker)
            && instance.refreshes_itself()
        {
            // Puppet tells it; its turn is over.
            let name = self.name(node);
            self.tell(node, Level::Info, format!("Scheduling refresh of {name}"));
        }
        if let Some(status) = self.statuses.get_mut(&node) {
            status.restarted = true;
        }
    }

    /// Adds the resources that come of one.
    fn generate(&mut self, node: NodeId) {
        let Node::Apply(number) = self.plan.node(node) else { return };
        if self.subjects.len() > MOST {
            return;
        }
        let found = self.with_instance(number, |instance, cx, _| match instance {
            Ok(instance) => instance.generate(cx),
            Err(_) => Ok(Vec::new()),
        });
        let children = match found {
            Some(Ok(children)) => children,
            Some(Err(failure)) => {
                self.failed_to_generate = true;
                let message = format!("Failed to generate additional resources using 'eval_generate': {}", failure.full());
                self.tell(node, Level::Err, message);
                return;
            }
            None => return,
        };
        let Some(parent) = self.subjects.get(number).cloned() else { return };
        let mut added: Vec<(usize, Option<usize>)> = Vec::new();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for child in children {
            let reference = format!("{}[{}]", parent.type_name, child.title);
            if self.by_reference.contains_key(&reference) {
                continue;
            }
            let subject = child_of(&parent, &child.title, &reference, child.parameters);
            let before = ancestors(&child.title).find_map(|it| places.get(it)).copied();
            places.insert(child.title, added.len());
            added.push((self.subjects.len(), before));
            self.by_reference.insert(reference, self.subjects.len());
            self.subjects.push(subject);
        }
        if !added.is_empty() {
            self.plan.grow(node, &added);
        }
    }

    /// Adds the resources that are there because of others, before anything is applied.
    fn generate_first(&mut self) {
        for number in 0..self.subjects.len() {
            let is_wanted = self
                .subjects
                .get(number)
                .is_some_and(|it| self.types.generates_first(&it.type_name) && self.by_reference.get(&it.reference) == Some(&number));
            let Some(node) = Some(number).filter(|_| is_wanted).and_then(|it| self.plan.find(Node::Apply(it))) else { continue };
            let found = self.with_instance(number, |instance, cx, _| match instance {
                Ok(instance) => instance.generate_first(cx),
                Err(_) => Ok((Vec::new(), false)),
            });
            let (found, is_before) = match found {
                Some(Ok(found)) => found,
                Some(Err(failure)) => {
                    self.failed_to_generate = true;
                    let message = format!("Failed to generate additional resources using 'generate': {}", failure.full());
                    self.tell(node, Level::Err, message);
                    continue;
                }
                None => continue,
            };
            let Some(parent) = self.subjects.get(number).cloned() else { continue };
            let container = self.container(node);
            for child in found {
                let reference = format!("{}[{}]", child.type_name, child.title);
                if self.by_reference.contains_key(&reference) {
                    continue;
                }
                let mut subject = child_of(&parent, &child.title, &reference, child.parameters);
                subject.tag(&child.type_name, &child.title);
                subject.type_name = child.type_name;
                subject.sensitive = child.sensitive;
                self.by_reference.insert(reference, self.subjects.len());
                let joined = self.plan.join(node, Node::Apply(self.subjects.len()), is_before, container);
                self.wait_for_folder(joined, &subject);
                self.subjects.push(subject);
            }
        }
    }

    /// A file comes behind the folder that it lies in.
    fn wait_for_folder(&mut self, node: NodeId, subject: &Subject) {
        if subject.type_name != "File" {
            return;
        }
        let folder = ancestors(&subject.title).find_map(|it| self.by_reference.get(&format!("File[{it}]"))).copied();
        if let Some(folder) = folder.and_then(|it| self.plan.find(Node::Apply(it))) {
            self.plan.wait(node, folder);
        }
    }

    /// The steps between which a step lies because of what contains it.
    fn container(&self, node: NodeId) -> (Option<NodeId>, Option<NodeId>) {
        let is_of = |it: NodeId, begins: bool| match (self.plan.node(it), begins) {
            (Node::Begin(number), true) | (Node::End(number), false) => {
                let (own, other) = (self.subject(node), self.subjects.get(number));
                own.zip(other).is_some_and(|(own, other)| own.containment.split_last().map(|it| it.1) == Some(&other.containment))
            }
            _ => false,
        };
        let begin = self.plan.incoming(node).iter().copied().find(|it| is_of(*it, true));
        let end = self.plan.outgoing(node).iter().map(|it| it.to).find(|it| is_of(*it, false));
        (begin, end)
    }

    fn with_instance<T>(
        &mut self,
        number: usize,
        work: impl FnOnce(&mut Result<Box<dyn Instance>, Failure>, &mut Cx<'_>, &mut State) -> T,
    ) -> Option<T> {
        let subject = self.subjects.get(number)?;
        let mut instance = self.instances.remove(&number).unwrap_or_else(|| self.types.instance(subject, self.options));
        let around = Others { subjects: &self.subjects, by_reference: &self.by_reference };
        let mut cx = Cx {
            subject,
            options: self.options,
            system: &mut *self.system,
            around: &around,
            sink: &mut *self.sink,
            store: &mut self.store,
        };
        let result = work(&mut instance, &mut cx, self.state);
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

    fn keep(&mut self, node: NodeId, status: Status) {
        if self.statuses.insert(node, status).is_none() {
            self.order.push(node);
        }
    }

    fn subject(&self, node: NodeId) -> Option<&Subject> {
        self.subjects.get(self.plan.node(node).subject())
    }

    /// How messages call a step.
    fn name(&self, node: NodeId) -> String {
        let Some(subject) = self.subject(node) else { return String::new() };
        match self.plan.node(node) {
            Node::Made(_) => subject.title.clone(),
            _ => subject.reference.clone(),
        }
    }

    fn tell(&mut self, node: NodeId, level: Level, message: String) {
        if level < self.sink.least() {
            return;
        }
        let Some(subject) = self.subject(node) else { return };
        let is_marker = self.plan.node(node).is_marker();
        let source = if is_marker { self.name(node) } else { subject.path.clone() };
        let mut tags = vec![level.name().to_owned()];
        tags.extend(subject.tags.iter().cloned());
        if matches!(self.plan.node(node), Node::Made(_)) {
            tags.push("whit".to_owned());
        }
        let place = if is_marker { (None, None) } else { (subject.file.clone(), subject.line) };
        let record = Record { level, source, message, tags, file: place.0, line: place.1, time: self.system.now(), full: None };
        self.sink.record(record);
    }
}

/// A resource that comes of another one is where that is, and like that.
fn child_of(parent: &Subject, title: &str, reference: &str, parameters: Vec<(String, Json)>) -> Subject {
    let mut subject = parent.clone();
    subject.title = title.to_owned();
    subject.reference = reference.to_owned();
    subject.containment.pop();
    subject.containment.push(reference.to_owned());
    subject.path = format!("/{}", subject.containment.join("/"));
    subject.parameters = parameters.into_iter().collect();
    subject.file = None;
    subject.line = None;
    subject
}

/// The folders that a path lies in, from the inside.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(path.rfind('/').map(|end| &path[..end]), |it| it.rfind('/').map(|end| &it[..end])).filter(|it| !it.is_empty())
}

struct Others<'a> {
    subjects: &'a [Subject],
    by_reference: &'a FxHashMap<String, usize>,
}

impl Around for Others<'_> {
    fn files(&self) -> Vec<String> {
        let files = self.subjects.iter().filter(|it| it.type_name == "File" && self.by_reference.contains_key(&it.reference));
        files.map(|it| it.text("path").unwrap_or_else(|| it.title.clone())).collect()
    }

    fn all(&self, type_name: &str) -> Vec<&Subject> {
        self.subjects.iter().filter(|it| it.type_name == type_name && self.by_reference.contains_key(&it.reference)).collect()
    }

    fn other(&self, type_name: &str, title: &str) -> Option<&Subject> {
        self.subjects.get(*self.by_reference.get(&format!("{type_name}[{title}]"))?)
    }
}
