//! Groups of states that do not need each other.

use std::collections::BTreeSet;

use salt::{Compiled, Graph, NodeId};

use super::is_wanted;
use crate::low::Low;

/// Salt's limit of states in a group.
const MAX_GROUP: usize = 500;
/// Limit of nodes and edges that are followed.
const MAX_WORK: usize = 50_000_000;

/// The groups of a run, each of at least two states.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups(Vec<Vec<usize>>);

impl Groups {
    /// Forms the groups in the order of the run; none if that takes too much work.
    pub fn new(compiled: &Compiled, lows: &[Low]) -> Option<Groups> {
        let Some(graph) = compiled.graph.as_ref().filter(|_| lows.iter().any(is_wanted)) else { return Some(Groups::default()) };
        let mut paths = Paths::new(graph);
        let mut groups: Vec<Group> = Vec::new();
        for node in compiled.steps.iter().filter_map(|it| it.node) {
            let Some(chunk) = graph.nodes.get(node).filter(|it| !it.is_look).map(|it| it.chunk) else { continue };
            if !lows.get(chunk).is_some_and(is_wanted) {
                continue;
            }
            let before = paths.before(node)?;
            match groups.iter_mut().find(|it| it.chunks.len() < MAX_GROUP && !before.contains(&it.node)) {
                None => groups.push(Group { node, chunks: vec![chunk] }),
                Some(group) => {
                    if group.chunks.len() == 1 {
                        let whole = paths.add();
                        paths.copy(group.node, whole);
                        group.node = whole;
                    }
                    paths.copy(node, group.node);
                    group.chunks.push(chunk);
                }
            }
        }
        Some(Groups(groups.into_iter().map(|it| it.chunks).filter(|it| it.len() > 1).collect()))
    }

    /// The states of the group of a state, itself among them; none if it has no group.
    pub fn group(&self, chunk: usize) -> &[usize] {
        self.0.iter().find(|it| it.contains(&chunk)).map(Vec::as_slice).unwrap_or_default()
    }
}

/// States with the node that has the edges of all of them.
struct Group {
    node: NodeId,
    chunks: Vec<usize>,
}

/// Edges between the nodes of a graph, and of one more node for each group.
struct Paths {
    out: Vec<BTreeSet<NodeId>>,
    into: Vec<BTreeSet<NodeId>>,
    work: usize,
}

impl Paths {
    fn new(graph: &Graph) -> Paths {
        let none = vec![BTreeSet::new(); graph.nodes.len()];
        let mut paths = Paths { out: none.clone(), into: none, work: 0 };
        for edge in graph.edges() {
            paths.edge(edge.before, edge.after);
        }
        paths
    }

    fn edge(&mut self, before: NodeId, after: NodeId) {
        for (lists, from, to) in [(&mut self.out, before, after), (&mut self.into, after, before)] {
            if let Some(list) = lists.get_mut(from) {
                list.insert(to);
            }
        }
    }

    fn add(&mut self) -> NodeId {
        self.out.push(BTreeSet::new());
        self.into.push(BTreeSet::new());
        self.out.len() - 1
    }

    /// Gives a node the edges of another one.
    fn copy(&mut self, from: NodeId, to: NodeId) {
        for before in self.into.get(from).cloned().unwrap_or_default() {
            self.edge(before, to);
        }
        for after in self.out.get(from).cloned().unwrap_or_default() {
            self.edge(to, after);
        }
    }

    /// Everything from which a path leads to a node; none once that took too much work.
    fn before(&mut self, node: NodeId) -> Option<BTreeSet<NodeId>> {
        let (mut found, mut open) = (BTreeSet::new(), vec![node]);
        while let Some(node) = open.pop() {
            let edges = self.into.get(node)?;
            self.work += 1 + edges.len();
            if self.work > MAX_WORK {
                return None;
            }
            open.extend(edges.iter().copied().filter(|it| found.insert(*it)));
        }
        Some(found)
    }
}
