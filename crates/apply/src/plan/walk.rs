//! One walk through a plan: the steps that were taken, and those that can be next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use smallvec::SmallVec;

use super::{Edge, NodeId, Priority};

#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    done: Vec<bool>,
    /// How many steps each still waits for.
    blockers: Vec<u32>,
    ready: Ready,
}

/// Number of rows of steps that are stored next to the heap.
const ROWS: usize = 3;

/// A step that may be next; the least comes first.
///
/// Steps become free in much the same order in which they are taken. Such as come in their order stand in rows, and need no heap: those
/// that wait for nothing from the beginning in one, what a container holds in another.
#[derive(Clone, Debug, Default)]
struct Ready {
    rows: [VecDeque<(Priority, NodeId)>; ROWS],
    others: BinaryHeap<Reverse<(Priority, NodeId)>>,
}

impl Ready {
    fn push(&mut self, it: (Priority, NodeId)) {
        match self.rows.iter_mut().find(|row| row.back().is_none_or(|last| *last <= it)) {
            Some(row) => row.push_back(it),
            None => self.others.push(Reverse(it)),
        }
    }

    fn pop(&mut self) -> Option<NodeId> {
        let first = self.rows.iter_mut().filter(|it| !it.is_empty()).min_by(|a, b| a.front().cmp(&b.front()));
        let next = match (first, self.others.peek()) {
            (Some(row), Some(Reverse(other))) if row.front().is_some_and(|it| it < other) => row.pop_front(),
            (Some(row), None) => row.pop_front(),
            _ => self.others.pop().map(|it| it.0),
        };
        next.map(|it| it.1)
    }
}

impl Walk {
    /// Through this number of steps that wait for nothing yet.
    pub fn new(count: usize) -> Walk {
        Walk { done: vec![false; count], blockers: vec![0; count], ready: Ready::default() }
    }

    /// A step that nothing is known of yet.
    pub fn add(&mut self) {
        self.done.push(false);
        self.blockers.push(0);
    }

    /// Lets a step wait for this number of others.
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

    /// A step is taken: those after it need not wait for it any more.
    pub fn finish(&mut self, node: NodeId, outgoing: &[Edge], priorities: &[Priority]) {
        if let Some(done) = self.done.get_mut(node.0) {
            *done = true;
        }
        let mut free: SmallVec<[(&Priority, NodeId); 2]> = SmallVec::new();
        for edge in outgoing {
            let Some(left) = self.blockers.get_mut(edge.to.0) else { continue };
            *left = left.saturating_sub(1);
            if *left == 0 {
                free.extend(priorities.get(edge.to.0).map(|it| (it, edge.to)));
            }
        }
        // The steps after a container become free all at once, in whatever order it is written.
        free.sort_unstable();
        free.into_iter().for_each(|(priority, node)| self.enqueue(node, priority));
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
        push(&mut ready, &[13, 3, 5, 9, 4, 1, 2, 11, 0]);
        taken.extend((0..6).filter_map(|_| ready.pop()));
        push(&mut ready, &[6, 10, 12, 7]);
        taken.extend(std::iter::from_fn(|| ready.pop()));
        assert_eq!(taken.iter().map(|it| it.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13]);
    }
}
