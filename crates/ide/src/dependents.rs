//! How many resources are applied only after others.

use catalog::ResourceId;
use catalog::graph::Step;
use compiler::Applied;

/// How many resources come after any of these; nothing where looking costs more steps than are left.
pub(crate) fn count(applied: &Applied, ids: &[ResourceId], steps: &mut usize) -> Option<usize> {
    let graph = &applied.graph;
    let starts = ids.iter().filter_map(|id| graph.last_step(*id)).collect();
    let mut count = 0;
    for step in graph.reachable(starts) {
        let Some(left) = steps.checked_sub(graph.outgoing(step).len()) else {
            *steps = 0;
            return None;
        };
        *steps = left;
        count += usize::from(matches!(graph.step(step), Step::Apply(id) if !ids.contains(&id)));
    }
    Some(count)
}
