//! The order in which steps are taken.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{RelationshipGraph, Step, StepId};
use crate::ResourceId;

impl RelationshipGraph {
    /// Every step, each after all that must come before it; of those that could be next, the one declared first. None if there
    /// are cycles.
    pub fn order(&self) -> Option<Vec<StepId>> {
        let (order, steps) = self.walk();
        (order.len() == steps).then_some(order)
    }

    /// The resources in the order in which they are applied.
    pub fn applied(&self) -> Option<Vec<ResourceId>> {
        let steps = self.order()?;
        Some(steps.into_iter().filter_map(|it| if let Step::Apply(id) = self.step(it) { Some(id) } else { None }).collect())
    }

    /// The steps that can be taken, and how many there are. What is in a cycle or after one cannot.
    pub(super) fn walk(&self) -> (Vec<StepId>, usize) {
        let mut blockers = vec![0_u32; self.step_bound()];
        for edge in &self.edges {
            blockers[edge.after.index()] += 1;
        }
        let after = |step| self.outgoing(StepId(step)).map(|it| it.after.0);
        let (order, steps) = by_key(self.steps().map(|it| it.0), blockers, after, |step| self.priority(StepId(step)));
        (order.into_iter().map(StepId).collect(), steps)
    }

    /// Both steps of a container stand where it was declared.
    fn priority(&self, step: StepId) -> ResourceId {
        self.step(step).resource()
    }
}

/// Takes nodes, each after all that must come before it; of those that could be next, the one with the least key, and of equal ones the one
/// with the least number. Returns those that can be taken, and how many nodes there are: what is in a cycle or after one cannot be taken.
///
/// `blockers` has the number of edges that end at each node. The language gives the key, which is computed once, when a node could be next.
/// An order that is given as a whole needs no graph.
pub fn by_key<K: Ord, I: Iterator<Item = u32>>(
    nodes: impl Iterator<Item = u32>,
    mut blockers: Vec<u32>,
    after: impl Fn(u32) -> I,
    mut key: impl FnMut(u32) -> K,
) -> (Vec<u32>, usize) {
    let mut count = 0;
    let mut ready = BinaryHeap::new();
    for node in nodes {
        count += 1;
        if blockers.get(node as usize) == Some(&0) {
            ready.push(Reverse((key(node), node)));
        }
    }
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse((_, node))) = ready.pop() {
        order.push(node);
        for next in after(node) {
            let Some(left) = blockers.get_mut(next as usize) else { continue };
            *left = left.saturating_sub(1);
            if *left == 0 {
                ready.push(Reverse((key(next), next)));
            }
        }
    }
    (order, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges between five nodes: 0 → 2, 1 → 2, twice, 2 → 3.
    fn order(keys: [i32; 5], more: &[(u32, u32)]) -> (Vec<u32>, usize) {
        let edges: Vec<(u32, u32)> = [(0, 2), (1, 2), (1, 2), (2, 3)].into_iter().chain(more.iter().copied()).collect();
        let mut blockers = vec![0; 5];
        edges.iter().for_each(|it| blockers[it.1 as usize] += 1);
        by_key(0..5, blockers, |node| edges.iter().filter(move |it| it.0 == node).map(|it| it.1), |node| keys[node as usize])
    }

    #[test]
    fn the_least_key_comes_first() {
        assert_eq!(order([0, 0, 0, 0, 0], &[]), (vec![0, 1, 2, 3, 4], 5));
        assert_eq!(order([5, 4, 3, 2, 1], &[]), (vec![4, 1, 0, 2, 3], 5));
        assert_eq!(order([1, 2, 9, 0, 5], &[]), (vec![0, 1, 4, 2, 3], 5));
    }

    #[test]
    fn cycles_are_left_out_with_what_comes_after_them() {
        assert_eq!(order([0; 5], &[(2, 0)]), (vec![1, 4], 5));
    }
}
