//! One way through a plan: what was taken, and what could be next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Edge, NodeId, Priority};

#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    done: Vec<bool>,
    /// How many steps each still waits for.
    blockers: Vec<u32>,
    ready: BinaryHeap<Reverse<(Priority, NodeId)>>,
}

impl Walk {
    /// Through so many steps that wait for nothing yet.
    pub fn of(count: usize) -> Walk {
        Walk { done: vec![false; count], blockers: vec![0; count], ready: BinaryHeap::new() }
    }

    /// A step that nothing is known of yet.
    pub fn add(&mut self) {
        self.done.push(false);
        self.blockers.push(0);
    }

    /// Lets a step wait for so many others.
    pub fn block(&mut self, node: NodeId, by: u32) {
        if let Some(left) = self.blockers.get_mut(node.0) {
            *left = by;
        }
    }

    /// Lets a step wait for another one, unless that is taken.
    pub fn wait(&mut self, before: NodeId, after: NodeId) {
        if !self.is_done(before)
            && let Some(left) = self.blockers.get_mut(after.0)
        {
            *left += 1;
        }
    }

    pub fn is_free(&self, node: NodeId) -> bool {
        self.blockers.get(node.0) == Some(&0)
    }

    pub fn enqueue(&mut self, node: NodeId, priority: &Priority) {
        self.ready.push(Reverse((priority.clone(), node)));
    }

    /// The step that is next; it is not given again.
    pub fn next(&mut self) -> Option<NodeId> {
        while let Some(Reverse((_, node))) = self.ready.pop() {
            // It may have got something to wait for.
            if !self.is_done(node) && self.is_free(node) {
                return Some(node);
            }
        }
        None
    }

    /// A step is taken: those behind it need not wait for it any more.
    pub fn finish(&mut self, node: NodeId, outgoing: &[Edge], priorities: &[Priority]) {
        if let Some(done) = self.done.get_mut(node.0) {
            *done = true;
        }
        for edge in outgoing {
            let Some(left) = self.blockers.get_mut(edge.to.0) else { continue };
            *left = left.saturating_sub(1);
            if *left == 0
                && let Some(priority) = priorities.get(edge.to.0)
            {
                self.enqueue(edge.to, priority);
            }
        }
    }

    fn is_done(&self, node: NodeId) -> bool {
        self.done.get(node.0).copied().unwrap_or(true)
    }
}
