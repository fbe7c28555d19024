//! Edges grouped by one of their ends.

/// For each node, the edges that touch it: grouped by the node at their other end, in the order of first occurrence. That is the order of
/// hashes of hashes, which Puppet keeps its graphs in.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Adjacency {
    /// Of edges given as pairs of the node that they are grouped by and the other one.
    pub fn new(nodes: usize, edges: &[(u32, u32)]) -> Adjacency {
        let mut starts = vec![0_u32; nodes + 1];
        for (node, _) in edges {
            starts[*node as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut grouped = vec![0_u32; edges.len()];
        for (number, (node, _)) in edges.iter().enumerate() {
            let place = &mut next[*node as usize];
            grouped[*place as usize] = number as u32;
            *place += 1;
        }
        let mut adjacency = Adjacency { starts, edges: grouped };
        adjacency.group_alike(nodes, edges);
        adjacency
    }

    /// Brings edges between the same two nodes together, after the first of them.
    fn group_alike(&mut self, nodes: usize, edges: &[(u32, u32)]) {
        // For each node: when it last occurred as the other end, and as which one.
        let mut last_seen = vec![(u32::MAX, 0_u32); nodes];
        let mut keyed: Vec<(u32, u32)> = Vec::new();
        for node in 0..nodes {
            let (from, to) = (self.starts[node] as usize, self.starts[node + 1] as usize);
            let (mut different, mut repeated) = (0, false);
            for edge in &self.edges[from..to] {
                let other = edges[*edge as usize].1 as usize;
                if last_seen[other].0 == node as u32 {
                    repeated = true;
                } else {
                    last_seen[other] = (node as u32, different);
                    different += 1;
                }
            }
            if repeated {
                keyed.clear();
                keyed.extend(self.edges[from..to].iter().map(|edge| (last_seen[edges[*edge as usize].1 as usize].1, *edge)));
                keyed.sort_by_key(|(rank, _)| *rank);
                for (place, (_, edge)) in self.edges[from..to].iter_mut().zip(&keyed) {
                    *place = *edge;
                }
            }
        }
    }

    /// The edges of a node.
    pub fn edges(&self, node: usize) -> &[u32] {
        match (self.starts.get(node), self.starts.get(node + 1)) {
            (Some(from), Some(to)) => &self.edges[*from as usize..*to as usize],
            _ => &[],
        }
    }

    /// All edges, node by node.
    pub fn all(&self) -> &[u32] {
        &self.edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_between_the_same_nodes_stand_together() {
        let edges = [(0, 1), (0, 2), (1, 2), (0, 1), (0, 3), (0, 2)];
        let adjacency = Adjacency::new(4, &edges);
        assert_eq!(adjacency.edges(0), [0, 3, 1, 5, 4]);
        assert_eq!(adjacency.edges(1), [2]);
        assert_eq!(adjacency.edges(2), [] as [u32; 0]);
        assert_eq!(adjacency.edges(7), [] as [u32; 0]);
        assert_eq!(adjacency.all(), [0, 3, 1, 5, 4, 2]);
    }

    #[test]
    fn nothing() {
        assert_eq!(Adjacency::new(0, &[]).edges(0), [] as [u32; 0]);
    }
}
