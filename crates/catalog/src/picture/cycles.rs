//! Which edges are part of a cycle.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::{EdgeKind, Picture};

impl Picture {
    /// Marks the edges of cycles; returns the nodes of each cycle, in the order of the nodes. For pictures of no catalog.
    pub fn mark_cycles(&mut self) -> Vec<Vec<usize>> {
        let mut graph: DiGraph<(), (), usize> = DiGraph::with_capacity(self.nodes.len(), self.edges.len());
        for _ in &self.nodes {
            graph.add_node(());
        }
        let orders = self.edges.iter().filter(|edge| edge.kind != EdgeKind::Contains);
        graph.extend_with_edges(orders.clone().map(|edge| (edge.from, edge.to)));
        let selves: Vec<usize> = orders.filter(|edge| edge.from == edge.to).map(|edge| edge.from).collect();
        let parts = kosaraju_scc(&graph).into_iter().map(|part| part.into_iter().map(|it| it.index()).collect::<Vec<usize>>());
        let mut cycles: Vec<Vec<usize>> = parts.filter(|part| part.len() > 1 || part.iter().any(|it| selves.contains(it))).collect();
        let mut number_of = vec![None; self.nodes.len()];
        for (number, cycle) in cycles.iter_mut().enumerate() {
            cycle.sort_unstable();
            for node in cycle {
                if let Some(place) = number_of.get_mut(*node) {
                    *place = Some(number);
                }
            }
        }
        for edge in self.edges.iter_mut().filter(|edge| edge.kind != EdgeKind::Contains) {
            let number = |node: usize| number_of.get(node).copied().flatten();
            edge.in_cycle = number(edge.from).is_some() && number(edge.from) == number(edge.to);
        }
        cycles.sort_unstable();
        cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Edge, Node, NodeKind};

    #[test]
    fn edges_of_cycles_are_marked() {
        let node = |it: usize| Node { label: it.to_string(), kind: NodeKind::Resource, resources: Vec::new(), change: None };
        let edge = |(from, to)| Edge { from, to, kind: EdgeKind::Before, word: None, said_by: None, in_cycle: false, change: None };
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 4)].map(edge);
        let mut picture = Picture { nodes: (0..5).map(node).collect(), edges: edges.to_vec() };
        assert_eq!(picture.mark_cycles(), [vec![1, 2], vec![4]]);
        assert_eq!(picture.edges.iter().map(|it| it.in_cycle).collect::<Vec<_>>(), [false, true, true, false, true]);
    }
}
