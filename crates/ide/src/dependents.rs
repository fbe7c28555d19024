//! How many resources are applied only after others.

use catalog::ResourceId;
use catalog::graph::Step;
use compiler::Applied;
use rustc_hash::FxHashSet;

/// How many resources come after any of these; nothing where looking costs more steps than are left.
pub(crate) fn count(applied: &Applied, ids: &[ResourceId], steps: &mut usize) -> Option<usize> {
    let graph = &applied.graph;
    let mut waiting: Vec<_> = ids.iter().filter_map(|id| graph.last_step(*id)).collect();
    let mut met: FxHashSet<_> = waiting.iter().copied().collect();
    let mut count = 0;
    while let Some(step) = waiting.pop() {
        for edge in graph.outgoing(step) {
            *steps = steps.checked_sub(1)?;
            if met.insert(edge.after) {
                count += usize::from(matches!(graph.step(edge.after), Step::Apply(id) if !ids.contains(&id)));
                waiting.push(edge.after);
            }
        }
    }
    Some(count)
}
