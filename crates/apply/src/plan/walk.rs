//! One way through a plan: what was taken, and what could be next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::{Edge, NodeId, Priority};

#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    done: Vec<bool>,
    /// How many steps each still waits for.
    blockers: Vec<u32>,
    ready: Ready,
}

/// What could be next; the least comes first.
///
/// Steps become free in much the same order in which they are taken: those that come in their order need no heap.
#[derive(Clone, Debug, Default)]
struct Ready {
    in_order: VecDeque<(Priority, NodeId)>,
    others: BinaryHeap<Reverse<(Priority, NodeId)>>,
}

impl Ready {
    fn push(&mut self, it: (Priority, NodeId)) {
        if self.in_order.back().is_none_or(|last| *last <= it) {
            self.in_order.push_back(it);
        } else {
            self.others.push(Reverse(it));
        }
    }

    fn pop(&mut self) -> Option<NodeId> {
        let first = match (self.in_order.front(), self.others.peek()) {
            (Some(next), Some(Reverse(other))) if other < next => self.others.pop().map(|it| it.0),
            (Some(_), _) => self.in_order.pop_front(),
            (None, _) => self.others.pop().map(|it| it.0),
        };
        first.map(|it| it.1)
    }
}

impl Walk {
    /// Through so many steps that wait for nothing yet.
    pub fn of(count: usize) -> Walk {
        Walk { done: vec![false; count], blockers: vec![0; count], ready: Ready::default() }
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
        self.ready.push((priority.clone(), node));
    }

    /// The step that is next; it is not given again.
    pub fn next(&mut self) -> Option<NodeId> {
        while let Some(node) = self.ready.pop() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_comes_first_in_whatever_order_they_come() {
        let mut ready = Ready::default();
        let mut taken = Vec::new();
        let push = |ready: &mut Ready, all: &[u32]| {
            all.iter().for_each(|it| ready.push((Priority { resource: *it, made: Vec::new() }, NodeId(*it as usize))));
        };
        push(&mut ready, &[3, 5, 9, 4, 1, 11]);
        taken.extend((0..4).filter_map(|_| ready.pop()));
        push(&mut ready, &[2, 10, 12, 7]);
        taken.extend(std::iter::from_fn(|| ready.pop()));
        assert_eq!(taken.iter().map(|it| it.0).collect::<Vec<_>>(), [1, 3, 4, 5, 2, 7, 9, 10, 11, 12]);
    }
}
