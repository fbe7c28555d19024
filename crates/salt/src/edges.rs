//! The edges of a node on one side.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::place::Span;
use crate::requisite::Kind;

/// A node by its number.
pub type NodeId = usize;

/// The kinds of one edge, each with the place of a requisite that makes it.
pub type Kinds = SmallVec<[(Kind, Span); 1]>;

/// Number of edges up to which a search is faster than hashing.
const FEW: usize = 8;

/// Edges by the node on their other side, in the order in which they were added. Most nodes have one.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    all: SmallVec<[(NodeId, Kinds); 1]>,
    /// Where each edge is, once there are more than [`FEW`].
    places: Option<Box<FxHashMap<NodeId, usize>>>,
}

impl Edges {
    /// Adds a kind to the edge of a node, if it has not got it.
    pub fn add(&mut self, node: NodeId, kind: Kind, at: Span) {
        let known = match &self.places {
            Some(places) => places.get(&node).copied(),
            None => self.all.iter().position(|it| it.0 == node),
        };
        if let Some((_, kinds)) = known.and_then(|it| self.all.get_mut(it)) {
            if !kinds.iter().any(|it| it.0 == kind) {
                kinds.push((kind, at));
            }
            return;
        }
        if let Some(places) = &mut self.places {
            places.insert(node, self.all.len());
        }
        self.all.push((node, smallvec![(kind, at)]));
        if self.places.is_none() && self.all.len() > FEW {
            let places = self.all.iter().enumerate().map(|(place, it)| (it.0, place));
            self.places = Some(Box::new(places.collect()));
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Kinds)> {
        self.all.iter().map(|(node, kinds)| (*node, kinds))
    }

    /// Number of edges, each kind counted.
    pub fn count(&self) -> usize {
        self.all.iter().map(|it| it.1.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_keep_their_order_and_their_kinds_once() {
        let mut edges = Edges::default();
        // More than a few, the later ones twice.
        for node in (0..20).chain(10..20) {
            for kind in [Kind::Require, Kind::Watch, Kind::Require] {
                edges.add(node, kind, Span::NONE);
            }
        }
        assert_eq!(edges.iter().map(|it| it.0).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
        assert!(edges.iter().all(|(_, kinds)| kinds.iter().map(|it| it.0).eq([Kind::Require, Kind::Watch])));
        assert_eq!(edges.count(), 40);
    }
}
