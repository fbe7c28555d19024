//! States that jump to the front, because one that counts from the end needs them.
//!
//! In 3008, a state takes over the number of what needs it directly. A negative number counts from the end for its own state, and as it
//! is written for the others: then they come first.

use super::{Advice, Looked};
use crate::chunk::Chunk;
use crate::problem::{Finding, Problem};

pub(super) fn find(looked: &Looked<'_>, found: &mut Vec<Finding>) {
    let compiled = looked.compiled;
    let heap = &compiled.heap;
    let from_end = |chunk: &Chunk| chunk.written_order(heap).filter(|it| it.number() < 0.0);
    let Some(graph) = compiled.graph.as_ref().filter(|_| looked.known.release.has_graph()) else { return };
    if !compiled.chunks.iter().any(|it| from_end(it).is_some()) {
        return;
    }
    let number = |chunk: usize| compiled.chunks.get(chunk).and_then(|it| it.order).map_or(0.0, |it| it.number());
    // The least number of all states that come later.
    let places: Vec<usize> = compiled.in_order().collect();
    let mut least = f64::INFINITY;
    let mut is_early = vec![false; compiled.chunks.len()];
    for chunk in places.iter().rev() {
        if let Some(it) = is_early.get_mut(*chunk) {
            *it = least < number(*chunk);
        }
        least = least.min(number(*chunk));
    }
    for (node, chunk) in graph.nodes.iter().enumerate().map(|it| (it.0, it.1.chunk)).filter(|it| is_early.get(it.1) == Some(&true)) {
        let Some(own) = compiled.chunks.get(chunk).filter(|it| from_end(it).is_none()) else { continue };
        for edge in graph.edges_from(node) {
            let Some(by) = graph.nodes.get(edge.after).and_then(|it| compiled.chunks.get(it.chunk)) else { continue };
            let Some(order) = from_end(by) else { continue };
            let advice = Advice::JumpsToFront { id: own.id.clone(), by: by.id.clone(), order: order.text().into() };
            let related = by.args.get("order").map(|it| it.key).filter(|it| it.is_some());
            let finding = Finding { problem: Problem::Advice(advice), at: edge.at, related: related.into_iter().collect() };
            if !found.contains(&finding) {
                found.push(finding);
            }
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{advice, check};
    use crate::Release;

    const JUMP: &str = "a:\n  test.nop: []\nb:\n  test.nop: []\nl:\n  test.nop:\n    - order: -1\n    - require:\n      - test: b\n";

    #[test]
    fn a_state_that_jumps_is_named() {
        check(JUMP, &["test: b: `b` jumps to the front, because `l` with `order: -1` needs it"]);
        assert!(advice(JUMP, Release::V3006).is_empty());
    }

    #[test]
    fn what_is_first_anyway_does_not_jump() {
        check(&JUMP.replace("- test: b", "- test: a"), &[]);
        check(&JUMP.replace("order: -1", "order: last"), &[]);
        check(&JUMP.replace("    - require:\n      - test: b\n", ""), &[]);
    }
}
