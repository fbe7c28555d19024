//! Which layer each box is in.

use petgraph::Direction;
use petgraph::algo::toposort;
use petgraph::graph::NodeIndex;

use super::{Point, digraph};

/// Every box after all that lead to it; what leads somewhere stands as near to that as it can. Boxes without edges fill up a block of their
/// own, so that they do not make one long column: they are given, too, in the order in which they stand.
pub(super) fn layers(count: usize, edges: &[(usize, usize)], stood: &[Option<Point>]) -> (Vec<usize>, Vec<usize>) {
    let graph = digraph(count, edges);
    let has = |node: NodeIndex<usize>, direction| graph.neighbors_directed(node, direction).next().is_some();
    let mut layer = vec![0_usize; count];
    // Nothing comes before itself: the edges were turned around.
    for node in toposort(&graph, None).unwrap_or_default() {
        for to in graph.neighbors(node) {
            layer[to.index()] = layer[to.index()].max(layer[node.index()] + 1);
        }
    }
    for node in graph.externals(Direction::Incoming) {
        if let Some(nearest) = graph.neighbors(node).map(|to| layer[to.index()]).min() {
            layer[node.index()] = nearest.saturating_sub(1);
        }
    }
    let is_alone = |node: &NodeIndex<usize>| !has(*node, Direction::Incoming) && !has(*node, Direction::Outgoing);
    let mut alone: Vec<usize> = graph.node_indices().filter(is_alone).map(NodeIndex::index).collect();
    // As they stood before, row by row; what is new comes last.
    alone.sort_by(|a, b| {
        let place = |node: usize| stood[node].map_or((f64::INFINITY, f64::INFINITY), |it| (it.y, it.x));
        let (a, b) = (place(*a), place(*b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let depth = layer.iter().max().map_or(1, |it| it + 1);
    let columns = depth.max((alone.len() as f64 / 5.0).sqrt().ceil() as usize).max(1);
    for (index, node) in alone.iter().enumerate() {
        layer[*node] = index % columns;
    }
    (layer, alone)
}
