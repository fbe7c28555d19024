//! Turns edges around until nothing comes before itself.

use petgraph::Direction;
use petgraph::visit::DfsPostOrder;

use super::digraph;

/// The edges, with those turned around that close a cycle when one walks from the first box on. Sorted, and each once.
pub(super) fn acyclic(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let graph = digraph(count, edges);
    let is_reached = |node: &_| graph.neighbors_directed(*node, Direction::Incoming).next().is_some();
    // What nothing leads to comes first: from there, only true cycles are turned.
    let starts = graph.node_indices().filter(|node| !is_reached(node)).chain(graph.node_indices().filter(is_reached));
    let mut walk = DfsPostOrder::empty(&graph);
    let mut finished = vec![0_usize; count];
    let mut time = 0;
    for start in starts {
        walk.move_to(start);
        while let Some(node) = walk.next(&graph) {
            finished[node.index()] = time;
            time += 1;
        }
    }
    // What is finished later than what leads to it was still being walked through: the edge leads back.
    let turned = |(from, to): &(usize, usize)| if finished[*from] < finished[*to] { (*to, *from) } else { (*from, *to) };
    let mut forward: Vec<(usize, usize)> = edges.iter().map(turned).collect();
    forward.sort_unstable();
    forward.dedup();
    forward
}
