//! Neighbourhood of a box.

use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::{VisitMap, Visitable};

use super::Picture;
use crate::graph::search::Levels;

/// Keeps the nodes within a distance, in either direction.
pub(super) fn keep_near(picture: &mut Picture, start: Option<usize>, hops: usize) {
    let mut graph: UnGraph<(), (), usize> = UnGraph::with_capacity(picture.nodes.len(), picture.edges.len());
    for _ in &picture.nodes {
        graph.add_node(());
    }
    graph.extend_with_edges(picture.edges.iter().map(|edge| (edge.from, edge.to)));
    let mut levels = Levels::new(graph.visit_map());
    if let Some(start) = start {
        levels.restart(NodeIndex::new(start));
        levels.discovered_mut().visit(NodeIndex::<usize>::new(start));
    }
    while levels.distance() < hops && levels.next(&graph).is_some() {}
    let is_near = |node: usize| levels.discovered().is_visited(&NodeIndex::<usize>::new(node));
    let near: Vec<bool> = (0..picture.nodes.len()).map(is_near).collect();
    picture.keep_numbers(&near);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::picture::{Edge, EdgeKind, Node, NodeKind};

    fn picture(count: usize, edges: &[(usize, usize)]) -> Picture {
        let node = |number: usize| Node { label: number.to_string(), kind: NodeKind::Resource, resources: Vec::new(), change: None };
        let edge = |(from, to): &(usize, usize)| Edge {
            from: *from,
            to: *to,
            kind: EdgeKind::Before,
            word: None,
            said_by: None,
            in_cycle: false,
            change: None,
        };
        Picture { nodes: (0..count).map(node).collect(), edges: edges.iter().map(edge).collect() }
    }

    /// Adds the neighbours of the selection, a number of times.
    fn near_by_hand(count: usize, edges: &[(usize, usize)], start: Option<usize>, hops: usize) -> Vec<bool> {
        let mut near: Vec<bool> = (0..count).map(|it| Some(it) == start).collect();
        for _ in 0..hops {
            let before = near.clone();
            for (from, to) in edges {
                near[*from] |= before[*to];
                near[*to] |= before[*from];
            }
        }
        near
    }

    proptest! {
        #[test]
        fn what_is_near_is_as_many_edges_away(
            edges in proptest::collection::vec((0_usize..20, 0_usize..20), 0..30),
            start in proptest::option::of(0_usize..20),
            hops in 0_usize..6,
        ) {
            let mut found = picture(20, &edges);
            keep_near(&mut found, start, hops);
            let expected = near_by_hand(20, &edges, start, hops);
            let is_near = |node: &Node| expected[node.label.parse::<usize>().unwrap()];
            let mut filtered = picture(20, &edges);
            filtered.keep(is_near);
            prop_assert_eq!(found, filtered);
        }
    }
}
