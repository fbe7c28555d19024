//! petgraph's traits for the graph: its algorithms run on the storage as it is, and follow edges in Puppet's order.

use std::iter::FusedIterator;
use std::ops::Range;
use std::slice;

use petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighbors,
    IntoNeighborsDirected, IntoNodeIdentifiers, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Directed, Direction};

use super::{Because, RelationshipGraph, StepEdge, StepId};

impl GraphBase for RelationshipGraph {
    type NodeId = StepId;
    /// The number of an edge among [`RelationshipGraph::edges`].
    type EdgeId = u32;
}

impl Data for RelationshipGraph {
    type NodeWeight = ();
    type EdgeWeight = Because;
}

impl GraphProp for RelationshipGraph {
    type EdgeType = Directed;
}

impl NodeCount for RelationshipGraph {
    fn node_count(&self) -> usize {
        self.steps().count()
    }
}

/// Not every index is a step: resources that are absent, and containers, leave theirs out.
impl NodeIndexable for RelationshipGraph {
    fn node_bound(&self) -> usize {
        self.step_bound()
    }

    fn to_index(&self, step: StepId) -> usize {
        step.index()
    }

    fn from_index(&self, index: usize) -> StepId {
        StepId(index as u32)
    }
}

impl EdgeCount for RelationshipGraph {
    fn edge_count(&self) -> usize {
        self.edges.len()
    }
}

impl EdgeIndexable for RelationshipGraph {
    fn edge_bound(&self) -> usize {
        self.edges.len()
    }

    fn to_index(&self, edge: u32) -> usize {
        edge as usize
    }

    fn from_index(&self, index: usize) -> u32 {
        index as u32
    }
}

impl Visitable for RelationshipGraph {
    type Map = StepSet;

    fn visit_map(&self) -> StepSet {
        StepSet { words: vec![0; self.step_bound().div_ceil(BITS)] }
    }

    fn reset_map(&self, map: &mut StepSet) {
        *map = self.visit_map();
    }
}

impl<'a> IntoNodeIdentifiers for &'a RelationshipGraph {
    type NodeIdentifiers = Steps<'a>;

    fn node_identifiers(self) -> Steps<'a> {
        Steps { graph: self, numbers: 0..self.step_bound() as u32 }
    }
}

impl<'a> IntoNeighbors for &'a RelationshipGraph {
    type Neighbors = Neighbors<'a>;

    fn neighbors(self, step: StepId) -> Neighbors<'a> {
        self.neighbors_directed(step, Direction::Outgoing)
    }
}

impl<'a> IntoNeighborsDirected for &'a RelationshipGraph {
    type NeighborsDirected = Neighbors<'a>;

    fn neighbors_directed(self, step: StepId, direction: Direction) -> Neighbors<'a> {
        Neighbors { edges: self.edges_directed(step, direction), direction }
    }
}

impl<'a> IntoEdgeReferences for &'a RelationshipGraph {
    type EdgeRef = EdgeReference<'a>;
    type EdgeReferences = EdgeReferences<'a>;

    /// Every edge, as Puppet lists them.
    fn edge_references(self) -> EdgeReferences<'a> {
        EdgeReferences { numbers: self.listed_edges().iter(), edges: &self.edges }
    }
}

impl<'a> IntoEdges for &'a RelationshipGraph {
    type Edges = EdgeReferences<'a>;

    fn edges(self, step: StepId) -> EdgeReferences<'a> {
        self.edges_directed(step, Direction::Outgoing)
    }
}

impl<'a> IntoEdgesDirected for &'a RelationshipGraph {
    type EdgesDirected = EdgeReferences<'a>;

    fn edges_directed(self, step: StepId, direction: Direction) -> EdgeReferences<'a> {
        let adjacency = match direction {
            Direction::Outgoing => &self.outgoing,
            Direction::Incoming => &self.incoming,
        };
        EdgeReferences { numbers: adjacency.edges(step.index()).iter(), edges: &self.edges }
    }
}

/// An edge and its number.
#[derive(Clone, Copy, Debug)]
pub struct EdgeReference<'a> {
    number: u32,
    edge: &'a StepEdge,
}

impl EdgeRef for EdgeReference<'_> {
    type NodeId = StepId;
    type EdgeId = u32;
    type Weight = Because;

    fn source(&self) -> StepId {
        self.edge.before
    }

    fn target(&self) -> StepId {
        self.edge.after
    }

    fn weight(&self) -> &Because {
        &self.edge.because
    }

    fn id(&self) -> u32 {
        self.number
    }
}

/// Some edges of a graph.
#[derive(Clone, Debug)]
pub struct EdgeReferences<'a> {
    numbers: slice::Iter<'a, u32>,
    edges: &'a [StepEdge],
}

impl<'a> Iterator for EdgeReferences<'a> {
    type Item = EdgeReference<'a>;

    fn next(&mut self) -> Option<EdgeReference<'a>> {
        let number = *self.numbers.next()?;
        Some(EdgeReference { number, edge: &self.edges[number as usize] })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

impl ExactSizeIterator for EdgeReferences<'_> {}

impl FusedIterator for EdgeReferences<'_> {}

/// The steps at the other ends of a step's edges; one for each edge.
#[derive(Clone, Debug)]
pub struct Neighbors<'a> {
    edges: EdgeReferences<'a>,
    direction: Direction,
}

impl Iterator for Neighbors<'_> {
    type Item = StepId;

    fn next(&mut self) -> Option<StepId> {
        let edge = self.edges.next()?;
        Some(match self.direction {
            Direction::Outgoing => edge.target(),
            Direction::Incoming => edge.source(),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.edges.size_hint()
    }
}

impl FusedIterator for Neighbors<'_> {}

/// Every step of a graph.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    graph: &'a RelationshipGraph,
    numbers: Range<u32>,
}

impl Iterator for Steps<'_> {
    type Item = StepId;

    fn next(&mut self) -> Option<StepId> {
        let graph = self.graph;
        self.numbers.by_ref().map(StepId).find(|step| graph.is_step(*step))
    }
}

impl FusedIterator for Steps<'_> {}

const BITS: usize = u64::BITS as usize;

/// A set of steps: a bit for each. petgraph's own set asks for numbers, which a [`StepId`] is not to it.
#[derive(Clone, Debug)]
pub struct StepSet {
    words: Vec<u64>,
}

impl StepSet {
    fn bit(step: StepId) -> (usize, u64) {
        (step.index() / BITS, 1 << (step.index() % BITS))
    }
}

impl VisitMap<StepId> for StepSet {
    fn visit(&mut self, step: StepId) -> bool {
        let (word, bit) = StepSet::bit(step);
        let Some(word) = self.words.get_mut(word) else { return false };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn is_visited(&self, step: &StepId) -> bool {
        let (word, bit) = StepSet::bit(*step);
        self.words.get(word).is_some_and(|it| it & bit != 0)
    }

    fn unvisit(&mut self, step: StepId) -> bool {
        let (word, bit) = StepSet::bit(step);
        let Some(word) = self.words.get_mut(word) else { return false };
        let was_visited = *word & bit != 0;
        *word &= !bit;
        was_visited
    }
}
