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
        let mut steps = 0;
        let mut ready = BinaryHeap::new();
        for step in self.steps() {
            steps += 1;
            if blockers[step.index()] == 0 {
                ready.push(Reverse((self.priority(step), step)));
            }
        }
        let mut order = Vec::with_capacity(steps);
        while let Some(Reverse((_, step))) = ready.pop() {
            order.push(step);
            for edge in self.outgoing(step) {
                let left = &mut blockers[edge.after.index()];
                *left -= 1;
                if *left == 0 {
                    ready.push(Reverse((self.priority(edge.after), edge.after)));
                }
            }
        }
        (order, steps)
    }

    /// Both steps of a container stand where it was declared.
    fn priority(&self, step: StepId) -> ResourceId {
        self.step(step).resource()
    }
}
