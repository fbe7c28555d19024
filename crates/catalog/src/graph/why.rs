//! Why one resource is applied before another.

use petgraph::visit::{EdgeFiltered, EdgeRef};

use super::search::Search;
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

/// An edge on the path from one resource to another.
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
            let view = EdgeFiltered::from_fn(self, |edge| matches!(edge.weight(), Because::Contains));
            let found = Search::new(self).shortest(&view, from, inner, usize::MAX, |_| ())?;
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

    /// The shortest path from one step to another, as numbers of edges; from a step to itself it is a cycle.
    pub fn path(&self, from: StepId, to: StepId) -> Option<Vec<u32>> {
        Search::new(self).shortest(self, from, to, usize::MAX, |_| ())
    }

    fn links(&self, path: &[u32]) -> Vec<Link> {
        path.iter()
            .filter_map(|edge| self.edges.get(*edge as usize))
            .map(|it| Link { before: it.before, after: it.after, because: it.because })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Effect, Group, WordId};
    use crate::{Catalog, Condition, Kind, Origin, Relation, Resource};

    fn relation(before: u32, after: u32) -> Relation {
        Relation {
            before: ResourceId(before),
            after: ResourceId(after),
            effect: Effect::Orders,
            group: Group::All,
            word: WordId(0),
            origin: Origin::NOWHERE,
            condition: Condition::Always,
        }
    }

    /// A class 0 with 1 and 2 in it, and 3 and 4 outside; 3 comes after the class.
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
}
