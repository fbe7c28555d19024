//! Steps that each come before themselves.

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::visit::NodeFiltered;

use super::search::Search;
use super::{RelationshipGraph, StepId};

impl RelationshipGraph {
    /// Sets of steps of which each comes before every other one, and before itself: ordered by their first steps.
    pub fn cycles(&self) -> Vec<Vec<StepId>> {
        // It takes less than components do, and few graphs have cycles.
        if toposort(self, None).is_ok() {
            return Vec::new();
        }
        // Not `tarjan_scc`, which calls itself for each step of a chain.
        let mut found = kosaraju_scc(self);
        found.retain(|component| match component.as_slice() {
            [only] => self.outgoing(*only).any(|edge| edge.after == *only),
            _ => true,
        });
        for cycle in &mut found {
            cycle.sort_unstable();
        }
        found.sort_unstable();
        found
    }

    /// A shortest path from a step back to itself, as edges; inside of a set of [`RelationshipGraph::cycles`]. In a large set it is the
    /// shortest one among the steps searched.
    pub fn shortest_cycle(&self, cycle: &[StepId]) -> Vec<u32> {
        const LOOKED_AT: usize = 4_000_000;
        let mut inside = vec![false; self.step_bound()];
        for step in cycle {
            if let Some(place) = inside.get_mut(step.index()) {
                *place = true;
            }
        }
        let view = NodeFiltered::from_fn(self, |step: StepId| inside.get(step.index()).copied().unwrap_or_default());
        let mut best: Option<Vec<u32>> = None;
        let mut looked_at = 0;
        let mut search = Search::new(self);
        for start in cycle {
            let longest = best.as_ref().map_or(usize::MAX, Vec::len);
            let found = search.shortest(&view, *start, *start, longest, |step| looked_at += self.outgoing(step).len());
            looked_at -= found.as_deref().map_or(0, |path| self.edges_after(path));
            best = found.or(best);
            if looked_at > LOOKED_AT || best.as_ref().is_some_and(|it| it.len() <= 1) {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// How many edges leave the last step of a path after the one that it ends with: a search need not look at them.
    pub(super) fn edges_after(&self, path: &[u32]) -> usize {
        let Some(last) = path.last() else { return 0 };
        let step = self.edges[*last as usize].before;
        self.outgoing.edges(step.index()).iter().rev().take_while(|edge| *edge != last).count()
    }
}
