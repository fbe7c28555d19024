//! Numbers that a requisite overrides.

use super::{Advice, Looked};
use crate::chunk::Order;
use crate::problem::{Finding, Problem};
use crate::value::Key;

/// A state with a number that runs after one with a larger number, because it depends on it.
pub fn find(looked: &Looked<'_>, found: &mut Vec<Finding>) {
    let compiled = looked.compiled;
    let Some(graph) = &compiled.graph else { return };
    let chunk = |node: usize| graph.nodes.get(node).and_then(|it| compiled.chunks.get(it.chunk));
    for edge in graph.edges() {
        let (Some(before), Some(after)) = (chunk(edge.before), chunk(edge.after)) else { continue };
        // Only numbers that people have written.
        let written = |it: &crate::chunk::Chunk| it.args.get(&Key::text("order")).filter(|it| it.key.is_some()).map(|it| it.key);
        let (Some(at), Some(_)) = (written(after), written(before)) else { continue };
        let (Some(own), Some(other)) = (after.written_order(&compiled.heap), before.written_order(&compiled.heap)) else { continue };
        let is_plain = |it: Order| it.number() >= 0.0;
        if is_plain(own) && is_plain(other) && own.number() < other.number() {
            let advice = Advice::OverriddenOrder {
                order: own.text().into(),
                id: after.id.clone(),
                by: before.id.clone(),
                by_order: other.text().into(),
            };
            found.push(Finding { problem: Problem::Advice(advice), at, related: vec![edge.at] });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn a_number_that_does_not_count() {
        check(
            "a:\n  test.nop:\n    - order: 1\n    - require:\n      - test: b\nb:\n  test.nop:\n    - order: 5\n",
            &["order: `order: 1` does not count: `a` depends on `b`, which has order 5"],
        );
        check("a:\n  test.nop:\n    - order: 6\n    - require:\n      - test: b\nb:\n  test.nop:\n    - order: 5\n", &[]);
        check("a:\n  test.nop:\n    - require:\n      - test: b\nb:\n  test.nop: []\n", &[]);
    }
}
