//! Events: the ones that a step sends, and what a resource does with those that it receives.

use std::collections::HashSet;
use std::sync::Arc;

use providers::{Level, ProviderError, Sink};
use smol_str::SmolStr;

use super::Transaction;
use crate::events::{Sent, Waiting};
use crate::harness;
use crate::plan::{Node, NodeId};
use crate::report::{Event, EventStatus};

impl Transaction<'_> {
    /// Turns the changes of a resource itself into refreshes of it.
    pub(super) fn turn_to_itself(&mut self, node: NodeId, events: &[Sent]) {
        let Node::Apply(number) = self.plan.node(node) else { return };
        let Some(Ok(instance)) = self.instances.get(&number) else { return };
        let (itself, properties) = (instance.refreshes_itself(), self.statuses.get(&node));
        let changed = properties.iter().flat_map(|it| &it.events).filter_map(|it| it.property.as_deref());
        let unschedules = changed.clone().any(|it| instance.unschedules(it));
        if !itself && !unschedules {
            return;
        }
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
            // What would only be done is still owed.
            if !self.subject(node).is_some_and(|it| it.noop) {
                self.settle(node);
            }
        }
    }

    /// Sends its events to the steps after it.
    pub(super) fn send(&mut self, node: NodeId, events: &[Sent]) {
        let (plan, subjects, types) = (&self.plan, &self.subjects, self.types);
        let refreshes = |to: NodeId| match plan.node(to) {
            Node::Apply(number) => subjects.get(number).is_some_and(|it| types.refreshes(&it.type_name)),
            Node::Nothing => false,
            Node::Begin(_) | Node::End(_) | Node::Made(_) => true,
        };
        let from = subjects.get(plan.node(node).subject()).map_or("", |it| it.reference.as_str());
        let notified = self.queues.send(plan, (node, from), events, &refreshes);
        for target in notified {
            let is_container = matches!(self.plan.node(target), Node::End(_) | Node::Made(_));
            let level = if is_container { Level::Debug } else { Level::Info };
            // Each resource sends its events to its container, and mostly nothing reads them.
            if level < self.sink.least() {
                continue;
            }
            let name = self.name(target);
            let message = match is_container {
                true => format!("The container {name} will propagate my refresh event"),
                false => format!("Scheduling refresh of {name}"),
            };
            self.tell(node, level, message);
        }
    }

    /// Refreshes a resource that has received an event.
    pub(super) fn refresh(&mut self, node: NodeId) {
        if !self.begin_refresh(node) {
            return;
        }
        let start = self.system.now();
        let refreshed = self.with_instance(self.plan.node(node).subject(), |instance, cx, _| match instance {
            Ok(instance) => instance.refresh(cx).map_err(|it| cx.subject.open_failure(it)),
            // It was reported already.
            Err(failure) => Err(cx.subject.open_failure(ProviderError::clone(failure))),
        });
        if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
            status.refresh_seconds = harness::seconds(&start, &self.system.now());
        }
        self.end_refresh(node, refreshed.unwrap_or(Ok(())));
    }

    /// Whether a resource itself is to be refreshed now. For a step that stands for others, all is done.
    pub(super) fn begin_refresh(&mut self, node: NodeId) -> bool {
        if self.system.interrupted().is_some() {
            // What is owed is for the next run.
            return false;
        }
        let waiting = self.queues.waiting(node);
        let Some(subject) = self.subject(node).filter(|_| !waiting.is_empty()) else { return false };
        let is_marker = self.plan.node(node).is_marker();
        let noop = if is_marker { self.options.common.noop } else { subject.noop };
        let is_idle = waiting.iter().all(|it| it.status == EventStatus::Noop);
        let would_be_done = self.options.common.plan && !is_idle && (is_marker || !subject.is_looked_at);
        let is_noop = noop || is_idle;
        let sources = self.sources(node);
        if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut).filter(|_| would_be_done || !self.options.common.plan) {
            status.refreshed_by = sources;
        }
        if is_noop {
            let count = self.events_of(node);
            self.tell(node, Level::Notice, format!("Would have triggered 'refresh' from {count}"));
            let status = if would_be_done { EventStatus::Success } else { EventStatus::Noop };
            self.send(node, &[Sent { name: SmolStr::new_static("noop_restart"), status }]);
            return false;
        }
        if is_marker {
            self.end_refresh(node, Ok(()));
            return false;
        }
        self.owe_behind(node);
        true
    }

    /// Records the result of a refresh.
    pub(super) fn end_refresh(&mut self, node: NodeId, refreshed: Result<(), ProviderError>) {
        let is_marker = self.plan.node(node).is_marker();
        let now = self.system.now();
        if let Err(failure) = refreshed {
            let message = format!("Failed to call refresh: {}", failure.message);
            self.tell(node, Level::Err, message.clone());
            if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
                status.failed_to_restart = true;
                status.add(harness::error_event(&message, now));
            }
            self.tell(node, Level::Err, failure.full());
            return;
        }
        let is_idle = self.instances.get(&self.plan.node(node).subject()).is_some_and(|it| it.as_ref().is_ok_and(|it| !it.was_refreshed()));
        if self.options.common.improved && is_idle && !is_marker {
            // It had no effect: no refresh is reported, and none passed on.
            self.tell(node, Level::Info, format!("Nothing to refresh, though there was {}", self.events_of(node)));
            return self.settle(node);
        }
        if !is_marker {
            // Before anything else, as a kill in between does it once more.
            self.settle(node);
            let message = format!("Triggered 'refresh' from {}", self.events_of(node));
            self.tell(node, Level::Notice, message.clone());
            let event = Event { name: SmolStr::new_static("refresh"), status: EventStatus::Success, ..harness::error_event(&message, now) };
            if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
                status.add(event);
            }
        }
        self.send(node, &[Sent { name: SmolStr::new_static("restarted"), status: EventStatus::Success }]);
        if let Some(Ok(instance)) = self.instances.get(&self.plan.node(node).subject()).filter(|_| !is_marker)
            && instance.refreshes_itself()
        {
            // Puppet reports it; its turn is over.
            let name = self.name(node);
            self.tell(node, Level::Info, format!("Scheduling refresh of {name}"));
        }
        if let Some(status) = self.statuses.get_mut(&node).and_then(Arc::get_mut) {
            status.restarted = true;
        }
    }

    /// Events that a step has received: those owed by an earlier run first, then in the order of their turns.
    pub(super) fn sources(&self, node: NodeId) -> Vec<SmolStr> {
        let mut waiting: Vec<&Waiting> = self.queues.waiting(node).iter().collect();
        waiting.sort_by_key(|it| it.by.map(|by| self.turns.get(&by).copied().unwrap_or(usize::MAX)));
        let mut seen = HashSet::with_capacity(waiting.len());
        waiting.into_iter().filter(|it| seen.insert(&it.from)).map(|it| it.from.clone()).collect()
    }

    fn events_of(&self, node: NodeId) -> String {
        match self.queues.waiting(node).len() {
            1 => "1 event".to_owned(),
            many => format!("{many} events"),
        }
    }
}
