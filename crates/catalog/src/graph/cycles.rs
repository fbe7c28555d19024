//! Steps that each come before themselves.

use super::{RelationshipGraph, StepId};

impl RelationshipGraph {
    /// Sets of steps of which each comes before every other one, and before itself: ordered by their first steps.
    pub fn cycles(&self) -> Vec<Vec<StepId>> {
        let (taken, steps) = self.walk();
        if taken.len() == steps {
            return Vec::new();
        }
        let mut left = vec![true; self.step_bound()];
        for step in taken {
            left[step.index()] = false;
        }
        let mut found = Components::of(self, &left);
        for cycle in &mut found {
            cycle.sort_unstable();
        }
        found.sort_unstable();
        found
    }

    /// A way from a step back to itself as edges, with as few of them as can be; inside of a set of [`RelationshipGraph::cycles`].
    /// In a large set it is the shortest one through the steps looked at.
    pub fn shortest_cycle(&self, cycle: &[StepId]) -> Vec<u32> {
        const LOOKED_AT: usize = 4_000_000;
        let mut inside = vec![false; self.step_bound()];
        for step in cycle {
            if let Some(place) = inside.get_mut(step.index()) {
                *place = true;
            }
        }
        let mut best: Option<Vec<u32>> = None;
        let mut looked_at = 0;
        let mut search = super::why::Search::new(self.step_bound());
        for start in cycle {
            let longest = best.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(path) = search.shortest(self, *start, *start, |step| inside[step.index()], longest) {
                best = Some(path);
            }
            looked_at += search.looked_at();
            if looked_at > LOOKED_AT || best.as_ref().is_some_and(|it| it.len() <= 1) {
                break;
            }
        }
        best.unwrap_or_default()
    }
}

/// Tarjan's algorithm without recursion.
struct Components<'a> {
    graph: &'a RelationshipGraph,
    left: &'a [bool],
    /// When a step was met, from 1; 0 is not yet.
    met: Vec<u32>,
    lowest: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<StepId>,
    time: u32,
    found: Vec<Vec<StepId>>,
}

impl Components<'_> {
    fn of(graph: &RelationshipGraph, left: &[bool]) -> Vec<Vec<StepId>> {
        let bound = graph.step_bound();
        let mut search = Components {
            graph,
            left,
            met: vec![0; bound],
            lowest: vec![0; bound],
            open: vec![false; bound],
            stack: Vec::new(),
            time: 0,
            found: Vec::new(),
        };
        for step in graph.steps() {
            if left[step.index()] && search.met[step.index()] == 0 {
                search.from(step);
            }
        }
        search.found
    }

    fn from(&mut self, root: StepId) {
        // Each step with the number of its edges that were followed.
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((step, followed)) = path.last_mut() {
            let step = *step;
            if let Some(edge) = self.graph.outgoing.of(step.index()).get(*followed) {
                *followed += 1;
                let next = self.graph.edges[*edge as usize].after;
                if !self.left[next.index()] {
                    continue;
                }
                if self.met[next.index()] == 0 {
                    self.enter(next);
                    path.push((next, 0));
                } else if self.open[next.index()] {
                    self.lowest[step.index()] = self.lowest[step.index()].min(self.met[next.index()]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                self.lowest[parent.index()] = self.lowest[parent.index()].min(self.lowest[step.index()]);
            }
            if self.lowest[step.index()] == self.met[step.index()] {
                self.close(step);
            }
        }
    }

    fn enter(&mut self, step: StepId) {
        self.time += 1;
        self.met[step.index()] = self.time;
        self.lowest[step.index()] = self.time;
        self.open[step.index()] = true;
        self.stack.push(step);
    }

    fn close(&mut self, root: StepId) {
        let mut component = Vec::new();
        while let Some(step) = self.stack.pop() {
            self.open[step.index()] = false;
            component.push(step);
            if step == root {
                break;
            }
        }
        let to_itself = || self.graph.outgoing(root).any(|edge| edge.after == root);
        if component.len() > 1 || to_itself() {
            self.found.push(component);
        }
    }
}
