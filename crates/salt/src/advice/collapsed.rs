//! States that take each other's place.

use rustc_hash::FxHashMap;

use super::{Advice, Looked, function};
use crate::graph::Graph;
use crate::problem::{Finding, Problem};

/// Salt knows states by module, ID, name and function; of two that have all of them in common one runs.
pub fn find(looked: &Looked<'_>, found: &mut Vec<Finding>) {
    // A graph has one node for each state that runs.
    let nodes = |it: &Graph| it.nodes.iter().filter(|it| !it.is_look).count();
    if looked.compiled.graph.as_ref().is_some_and(|it| nodes(it) == looked.compiled.chunks.len()) {
        return;
    }
    let mut known = FxHashMap::default();
    for chunk in &looked.compiled.chunks {
        if let Some(first) = known.insert(chunk.tag(), chunk.at) {
            let advice = Advice::Collapsed { id: chunk.id.clone(), function: function(chunk).into() };
            let related = if first == chunk.at { Vec::new() } else { vec![first] };
            found.push(Finding { problem: Problem::Advice(advice), at: chunk.at, related });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn two_states_in_one_place() {
        let text = "a:\n  test.nop:\n    - names:\n      - b\n      - b:\n        - x: 1\n";
        check(text, &["test.nop: `test.nop` is declared twice under the ID `a` with the same name: one of both runs"]);
        check("a:\n  test.nop:\n    - names: [b, b, c]\n", &[]);
    }
}
