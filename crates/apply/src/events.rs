//! Events between a change and the resources that it refreshes.

use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::plan::{NodeId, Plan};
use crate::report::EventStatus;

/// Events that wait for the turn of a step.
#[derive(Default)]
pub struct Queues {
    waiting: rustc_hash::FxHashMap<NodeId, Vec<Waiting>>,
}

/// An event that has come.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub status: EventStatus,
    /// The resource that it comes from.
    pub from: SmolStr,
    /// The step that it comes from; none where an earlier run owes it.
    pub by: Option<NodeId>,
}

/// An event that leaves a step.
#[derive(Clone, Debug)]
pub struct Sent {
    pub name: SmolStr,
    pub status: EventStatus,
}

impl Queues {
    /// Puts events into the queues of what is refreshed by a step; gives each of these, once for each name of an event.
    pub fn send(
        &mut self,
        plan: &Plan,
        from: (NodeId, &str),
        events: &[Sent],
        refreshes: &dyn Fn(NodeId) -> bool,
    ) -> SmallVec<[NodeId; 2]> {
        let mut names: SmallVec<[&str; 2]> = SmallVec::new();
        for event in events {
            if !names.contains(&event.name.as_str()) {
                names.push(&event.name);
            }
        }
        let mut notified = SmallVec::new();
        for name in names {
            let group = events.iter().filter(|it| it.name == name);
            let group: SmallVec<[Waiting; 2]> =
                group.map(|it| Waiting { status: it.status, from: SmolStr::new(from.1), by: Some(from.0) }).collect();
            for edge in plan.outgoing(from.0).iter().filter(|edge| edge.refreshes && refreshes(edge.to)) {
                notified.push(edge.to);
                self.waiting.entry(edge.to).or_default().extend(group.iter().cloned());
            }
        }
        notified
    }

    /// Tells a step of events that it sends to itself.
    pub fn add(&mut self, (node, from): (NodeId, &str), events: &[EventStatus]) {
        let waiting = events.iter().map(|it| Waiting { status: *it, from: SmolStr::new(from), by: Some(node) });
        self.waiting.entry(node).or_default().extend(waiting);
    }

    /// A refresh that an earlier run has not done.
    pub fn owe(&mut self, node: NodeId, from: &str) {
        self.waiting.entry(node).or_default().push(Waiting { status: EventStatus::Success, from: SmolStr::new(from), by: None });
    }

    /// Events that wait for a step.
    pub fn waiting(&self, node: NodeId) -> &[Waiting] {
        self.waiting.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Forgets the events of a step, and returns whether there were any.
    pub fn forget(&mut self, node: NodeId) -> bool {
        self.waiting.remove(&node).is_some()
    }
}
