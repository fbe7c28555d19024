//! The steps that come after a step, directly or through others.

use petgraph::visit::Dfs;
use rustc_hash::FxHashSet;

use super::{RelationshipGraph, StepId};

impl RelationshipGraph {
    /// These steps and all that come after any of them, each once. It walks only as far as it is asked.
    pub fn reachable(&self, starts: Vec<StepId>) -> impl Iterator<Item = StepId> + use<'_> {
        // What is reached is often a small part of the graph: a set costs less than a bit for each step of the graph.
        let mut walk = Dfs::from_parts(starts, FxHashSet::default());
        std::iter::from_fn(move || walk.next(self))
    }
}
