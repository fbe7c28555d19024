//! Why one resource is applied before another.

use std::collections::VecDeque;

use super::{Because, RelationshipGraph, StepId};
use crate::ResourceId;

/// How two resources are ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The first is done before the second begins.
    Before(Vec<Link>),
    /// The first is inside of the second.
    Inside(Vec<Link>),
    /// The first contains the second.
    Around(Vec<Link>),
    /// Only the order of declaration says which is first.
    Declared,
}

/// An edge on the way from one resource to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub before: StepId,
    pub after: StepId,
    pub because: Because,
}

impl RelationshipGraph {
    /// The shortest reason for which one resource comes before another; [`Why::Declared`] if there is none. None if one of them
    /// is not in the graph.
    pub fn why(&self, before: ResourceId, after: ResourceId) -> Option<Why> {
        let (begins, ends) = (self.first_step(before)?, self.last_step(before)?);
        let begins_after = self.first_step(after)?;
        let path = |from, to| self.path(from, to).map(|path| self.links(&path));
        let contains = |outer: ResourceId, inner| {
            // From one's beginning to the other one's, through containers alone.
            let from = self.first_step(outer)?;
            let mut search = Search::new(self.step_bound());
            let found = search.shortest_by(self, from, inner, |edge| matches!(self.edges[edge as usize].because, Because::Contains))?;
            Some(self.links(&found))
        };
        if before == after {
            return Some(path(ends, begins_after).map_or(Why::Declared, Why::Before));
        }
        if let Some(links) = path(ends, begins_after) {
            return Some(Why::Before(links));
        }
        if let Some(links) = contains(before, begins_after) {
            return Some(Why::Around(links));
        }
        if let Some(links) = contains(after, begins) {
            return Some(Why::Inside(links));
        }
        Some(Why::Declared)
    }

    /// The shortest way from one step to another, as numbers of edges; from a step to itself it is a cycle.
    pub fn path(&self, from: StepId, to: StepId) -> Option<Vec<u32>> {
        Search::new(self.step_bound()).shortest(self, from, to, |_| true, usize::MAX)
    }

    fn links(&self, path: &[u32]) -> Vec<Link> {
        path.iter()
            .filter_map(|edge| self.edges.get(*edge as usize))
            .map(|it| Link { before: it.before, after: it.after, because: it.because })
            .collect()
    }
}

/// A search from one step in all directions. What it needs is kept from one search to the next.
pub(super) struct Search {
    /// For each step the edge by which it was reached, and in which search.
    reached: Vec<(u32, u32)>,
    round: u32,
    queue: VecDeque<(StepId, usize)>,
    looked_at: usize,
}

impl Search {
    pub(super) fn new(bound: usize) -> Search {
        Search { reached: vec![(0, 0); bound], round: 0, queue: VecDeque::new(), looked_at: 0 }
    }

    /// How many edges the last search looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// The shortest way with fewer edges than a bound, through steps that may be passed.
    pub(super) fn shortest(
        &mut self,
        graph: &RelationshipGraph,
        from: StepId,
        to: StepId,
        may_pass: impl Fn(StepId) -> bool,
        bound: usize,
    ) -> Option<Vec<u32>> {
        self.search(graph, from, to, |edge| may_pass(graph.edges[edge as usize].after), bound)
    }

    /// The shortest way along edges that may be followed.
    pub(super) fn shortest_by(
        &mut self,
        graph: &RelationshipGraph,
        from: StepId,
        to: StepId,
        may_follow: impl Fn(u32) -> bool,
    ) -> Option<Vec<u32>> {
        self.search(graph, from, to, may_follow, usize::MAX)
    }

    fn search(
        &mut self,
        graph: &RelationshipGraph,
        from: StepId,
        to: StepId,
        may_follow: impl Fn(u32) -> bool,
        bound: usize,
    ) -> Option<Vec<u32>> {
        self.round += 1;
        self.looked_at = 0;
        self.queue.clear();
        self.queue.push_back((from, 0));
        while let Some((step, length)) = self.queue.pop_front() {
            if length + 1 >= bound {
                return None;
            }
            for number in graph.outgoing.of(step.index()) {
                self.looked_at += 1;
                let next = graph.edges[*number as usize].after;
                if self.reached[next.index()].1 == self.round || !may_follow(*number) {
                    continue;
                }
                self.reached[next.index()] = (*number, self.round);
                if next == to {
                    return Some(self.way_back(graph, from, to));
                }
                self.queue.push_back((next, length + 1));
            }
        }
        None
    }

    fn way_back(&self, graph: &RelationshipGraph, from: StepId, to: StepId) -> Vec<u32> {
        let mut way = Vec::new();
        let mut at = to;
        loop {
            let (edge, _) = self.reached[at.index()];
            way.push(edge);
            at = graph.edges[edge as usize].before;
            if at == from {
                break;
            }
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Condition, Kind, Origin, Relation, Resource, Source};

    fn relation(before: u32, after: u32) -> Relation {
        Relation {
            before: ResourceId(before),
            after: ResourceId(after),
            refresh: false,
            source: Source::Require,
            origin: Origin::NOWHERE,
            condition: Condition::Always,
        }
    }

    /// A class 0 with 1 and 2 in it, and 3 and 4 outside; 3 comes behind the class.
    fn graph() -> RelationshipGraph {
        let mut catalog = Catalog::new("n", "production");
        catalog.add(Resource::new("Class", "C", Kind::Class)).unwrap();
        for title in ["a", "b", "c", "d"] {
            catalog.add(Resource::new("Notify", title, Kind::Compilable)).unwrap();
        }
        catalog.contain(ResourceId(0), ResourceId(1));
        catalog.contain(ResourceId(0), ResourceId(2));
        RelationshipGraph::new(&catalog, vec![relation(0, 3)])
    }

    fn reasons(why: Option<Why>) -> (&'static str, Vec<Because>) {
        let (name, links) = match why {
            None => ("absent", Vec::new()),
            Some(Why::Declared) => ("declared", Vec::new()),
            Some(Why::Before(links)) => ("before", links),
            Some(Why::Inside(links)) => ("inside", links),
            Some(Why::Around(links)) => ("around", links),
        };
        (name, links.iter().map(|it| it.because).collect())
    }

    #[test]
    fn each_kind_of_reason() {
        let graph = graph();
        let why = |before, after| reasons(graph.why(ResourceId(before), ResourceId(after)));
        assert_eq!(why(1, 3), ("before", vec![Because::ContainedIn, Because::Relation(0)]));
        assert_eq!(why(0, 3), ("before", vec![Because::Relation(0)]));
        assert_eq!(why(0, 1), ("around", vec![Because::Contains]));
        assert_eq!(why(1, 0), ("inside", vec![Because::Contains]));
        assert_eq!(why(1, 2), ("declared", vec![]));
        assert_eq!(why(3, 1), ("declared", vec![]));
        assert_eq!(why(4, 9), ("absent", vec![]));
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        const LENGTH: u32 = 1_000_000;
        let run = || {
            let mut catalog = Catalog::new("n", "production");
            for number in 0..LENGTH {
                catalog.add(Resource::new("Notify", number.to_string(), Kind::Compilable)).unwrap();
            }
            let chain = (1..LENGTH).map(|number| relation(number, number - 1)).collect();
            let graph = RelationshipGraph::new(&catalog, chain);
            let order = graph.order().unwrap();
            assert!(order.iter().map(|it| it.0).eq((0..LENGTH).rev()));
            assert_eq!(graph.cycles(), Vec::<Vec<StepId>>::new());
            let (name, links) = reasons(graph.why(ResourceId(LENGTH - 1), ResourceId(0)));
            assert_eq!((name, links.len()), ("before", LENGTH as usize - 1));
        };
        std::thread::Builder::new().stack_size(128 * 1024).spawn(run).unwrap().join().unwrap();
    }
}
