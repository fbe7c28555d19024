//! Events on their way to what they refresh.

use crate::plan::{NodeId, Plan};
use crate::report::EventStatus;

/// What a step was told, until its turn comes.
#[derive(Default)]
pub struct Queues {
    waiting: rustc_hash::FxHashMap<NodeId, Vec<EventStatus>>,
}

/// An event that leaves a step.
#[derive(Clone, Debug)]
pub struct Sent {
    pub name: String,
    pub status: EventStatus,
}

impl Queues {
    /// Puts events into the queues of what is refreshed by a step; gives each of these, once for each name of an event.
    pub fn send(&mut self, plan: &Plan, from: NodeId, events: &[Sent], refreshes: &dyn Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut names: Vec<&str> = Vec::new();
        for event in events {
            if !names.contains(&event.name.as_str()) {
                names.push(&event.name);
            }
        }
        let mut told = Vec::new();
        for name in names {
            let group: Vec<EventStatus> = events.iter().filter(|it| it.name == name).map(|it| it.status).collect();
            for edge in plan.outgoing(from).iter().filter(|edge| edge.refreshes && refreshes(edge.to)) {
                told.push(edge.to);
                self.waiting.entry(edge.to).or_default().extend(group.iter().copied());
            }
        }
        told
    }

    /// Tells a step of events.
    pub fn add(&mut self, node: NodeId, events: &[EventStatus]) {
        self.waiting.entry(node).or_default().extend(events.iter().copied());
    }

    /// What a step was told.
    pub fn of(&self, node: NodeId) -> &[EventStatus] {
        self.waiting.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Forgets what a step was told; says whether it was told anything.
    pub fn forget(&mut self, node: NodeId) -> bool {
        self.waiting.remove(&node).is_some()
    }
}
