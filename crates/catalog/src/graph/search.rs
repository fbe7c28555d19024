//! Breadth-first searches, which find what is nearest first.

use petgraph::Direction;
use petgraph::visit::{Bfs, EdgeRef, IntoEdgesDirected, IntoNeighbors, VisitMap};

use super::{RelationshipGraph, StepId};

/// petgraph's breadth-first walk, which knows how far it is from its start.
pub(crate) struct Levels<N, V> {
    walk: Bfs<N, V>,
    distance: usize,
    /// How many nodes at this distance are still to come.
    left: usize,
}

impl<N: Copy + PartialEq, V: VisitMap<N>> Levels<N, V> {
    /// A walk that begins with [`Levels::restart`].
    pub(crate) fn new(discovered: V) -> Levels<N, V> {
        Levels { walk: Bfs { stack: Default::default(), discovered }, distance: 0, left: 0 }
    }

    /// Begins at a node. What is discovered stays so; the node itself is not discovered by this.
    pub(crate) fn restart(&mut self, start: N) {
        self.walk.stack.clear();
        self.walk.stack.push_back(start);
        self.distance = 0;
        self.left = 1;
    }

    /// How many edges lie between the start and the next node.
    pub(crate) fn distance(&self) -> usize {
        self.distance
    }

    pub(crate) fn discovered(&self) -> &V {
        &self.walk.discovered
    }

    pub(crate) fn discovered_mut(&mut self) -> &mut V {
        &mut self.walk.discovered
    }

    /// The next node; all nodes after it are discovered.
    pub(crate) fn next(&mut self, graph: impl IntoNeighbors<NodeId = N>) -> Option<N> {
        let node = self.walk.next(graph)?;
        self.left -= 1;
        if self.left == 0 {
            self.distance += 1;
            self.left = self.walk.stack.len();
        }
        Some(node)
    }
}

/// A search for shortest paths. Its memory serves one search after the other.
pub(super) struct Search {
    levels: Levels<StepId, Discovered>,
}

impl Search {
    pub(super) fn new(graph: &RelationshipGraph) -> Search {
        Search { levels: Levels::new(Discovered { numbers: vec![0; graph.step_bound()], first: 1, next: 1 }) }
    }

    /// The shortest path with fewer edges than a bound, as numbers of edges; from a step to itself it is a cycle. Of several, the one
    /// whose steps are discovered first. `view` is the graph, or what may be passed of it. `visited` receives each step whose edges
    /// were followed.
    pub(super) fn shortest<G>(
        &mut self,
        view: G,
        from: StepId,
        to: StepId,
        bound: usize,
        mut visited: impl FnMut(StepId),
    ) -> Option<Vec<u32>>
    where
        G: IntoEdgesDirected<NodeId = StepId, EdgeId = u32>,
    {
        self.levels.restart(from);
        self.levels.discovered_mut().forget();
        if from != to {
            self.levels.discovered_mut().visit(from);
        }
        while self.levels.distance() + 1 < bound {
            let step = self.levels.next(view)?;
            visited(step);
            if self.levels.discovered().is_visited(&to) {
                return self.trace(view, from, to);
            }
        }
        None
    }

    /// The path that discovered a step: each step was discovered by the earliest one that leads to it.
    fn trace<G>(&self, view: G, from: StepId, to: StepId) -> Option<Vec<u32>>
    where
        G: IntoEdgesDirected<NodeId = StepId, EdgeId = u32>,
    {
        let discovered = self.levels.discovered();
        let time = |step: StepId| if step == from { 0 } else { discovered.time(step).unwrap_or(u64::MAX) };
        let mut path = Vec::new();
        let mut at = to;
        loop {
            let edge = view.edges_directed(at, Direction::Incoming).min_by_key(|edge| time(edge.source()))?;
            path.push(edge.id());
            at = edge.source();
            if at == from {
                break;
            }
        }
        path.reverse();
        Some(path)
    }
}

/// The steps that a search has discovered, and when. To forget all of them takes no time.
struct Discovered {
    /// For each step when it was discovered last.
    numbers: Vec<u64>,
    /// First number of this search: lower ones are of earlier searches.
    first: u64,
    next: u64,
}

impl Discovered {
    fn forget(&mut self) {
        self.first = self.next;
    }

    fn time(&self, step: StepId) -> Option<u64> {
        self.numbers.get(step.index()).copied().filter(|it| *it >= self.first)
    }
}

impl VisitMap<StepId> for Discovered {
    fn visit(&mut self, step: StepId) -> bool {
        match self.numbers.get_mut(step.index()) {
            Some(number) if *number < self.first => {
                *number = self.next;
                self.next += 1;
                true
            }
            _ => false,
        }
    }

    fn is_visited(&self, step: &StepId) -> bool {
        self.time(*step).is_some()
    }

    fn unvisit(&mut self, step: StepId) -> bool {
        let was_visited = self.is_visited(&step);
        if let Some(number) = self.numbers.get_mut(step.index()) {
            *number = 0;
        }
        was_visited
    }
}
