//! Numbers that a requisite overrides.

use std::collections::{BTreeMap, VecDeque};

use super::{Advice, Looked};
use crate::chunk::Chunk;
use crate::compile::Compiled;
use crate::graph::{Edge, Graph, NodeId};
use crate::place::Span;
use crate::problem::{Finding, Problem};

/// No more edges are followed for reasons in one compilation.
const MOST_EDGES: usize = 200_000;

/// How much more a number counts that people have written.
const WRITTEN: u64 = 1 << 20;

/// Numbers of states that run elsewhere. As many states as possible are where their numbers say; the others are elsewhere, if a state
/// with a number is the reason.
pub(super) fn find(looked: &Looked<'_>, found: &mut Vec<Finding>) {
    let compiled = looked.compiled;
    let Some(graph) = compiled.graph.as_ref().filter(|_| compiled.chunks.iter().any(|it| written(it).is_some())) else { return };
    let places: Vec<usize> = compiled.in_order().collect();
    let is_kept = find_heaviest_row(
        &places.iter().filter_map(|it| compiled.chunks.get(*it)).map(|it| (number(it), written(it).is_some())).collect::<Vec<_>>(),
    );
    let mut search = Search::new(compiled, graph, &places);
    for (place, chunk) in places.iter().enumerate() {
        let Some(own) = compiled.chunks.get(*chunk).filter(|_| is_kept.get(place) == Some(&false)) else { continue };
        let Some(at) = written(own) else { continue };
        for is_needed in [false, true] {
            let Some((by, edge)) = search.reason(*chunk, is_needed) else { continue };
            let advice = Advice::OverriddenOrder {
                order: text(compiled, own).into(),
                id: own.id.clone(),
                is_needed,
                by: by.id.clone(),
                by_order: text(compiled, by).into(),
            };
            found.push(Finding { problem: Problem::Advice(advice), at, related: vec![edge.at] });
            break;
        }
    }
}

/// Where people have written a number.
fn written(chunk: &Chunk) -> Option<Span> {
    chunk.args.get("order").map(|it| it.key).filter(|it| it.is_some())
}

/// The number as it is written.
fn text(compiled: &Compiled, chunk: &Chunk) -> String {
    let word = || chunk.arg("order").and_then(|it| compiled.heap.str(it)).map(|it| it.to_string());
    chunk.written_order(&compiled.heap).map(|it| it.text()).or_else(word).unwrap_or_default()
}

/// The number that states are sorted by.
fn number(chunk: &Chunk) -> f64 {
    chunk.order.map_or(0.0, |it| it.number())
}

/// Which of these numbers are in the heaviest ascending row; in the first one of several.
fn find_heaviest_row(numbers: &[(f64, bool)]) -> Vec<bool> {
    // Weights and last places of the best rows by their last numbers: both ascend.
    let mut best: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    let mut heaviest: Option<(u64, usize)> = None;
    for (place, (number, is_written)) in numbers.iter().enumerate() {
        let key = ascending(*number);
        let last = best.range(..=key).next_back().map(|it| *it.1);
        let weight = last.map_or(0, |it| it.0) + if *is_written { WRITTEN } else { 1 };
        before.push(last.map(|it| it.1));
        best.insert(key, (weight, place));
        while let Some(worse) = best.range(key.saturating_add(1)..).next().filter(|it| it.1.0 <= weight).map(|it| *it.0) {
            best.remove(&worse);
        }
        if heaviest.is_none_or(|it| weight > it.0) {
            heaviest = Some((weight, place));
        }
    }
    let mut is_kept = vec![false; numbers.len()];
    let mut at = heaviest.map(|it| it.1);
    while let Some(place) = at {
        if let Some(it) = is_kept.get_mut(place) {
            *it = true;
        }
        at = before.get(place).copied().flatten();
    }
    is_kept
}

/// A whole number that is as large, compared with others, as this one.
fn ascending(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

/// Searches for what a state waits for, or what waits for it.
struct Search<'c> {
    compiled: &'c Compiled,
    graph: &'c Graph,
    /// The place of each chunk in the run.
    place_of: Vec<usize>,
    nodes_of: Vec<Vec<NodeId>>,
    left: usize,
}

impl<'c> Search<'c> {
    fn new(compiled: &'c Compiled, graph: &'c Graph, places: &[usize]) -> Search<'c> {
        let mut place_of = vec![0; compiled.chunks.len()];
        for (place, chunk) in places.iter().enumerate() {
            if let Some(it) = place_of.get_mut(*chunk) {
                *it = place;
            }
        }
        let mut nodes_of: Vec<Vec<NodeId>> = vec![Vec::new(); compiled.chunks.len()];
        for (number, node) in graph.nodes.iter().enumerate() {
            if let Some(it) = nodes_of.get_mut(node.chunk) {
                it.push(number);
            }
        }
        Search { compiled, graph, place_of, nodes_of, left: MOST_EDGES }
    }

    /// The nearest state with a number of its own that a state waits for although it comes later by its number; or the one that needs
    /// this state earlier. With the first edge to it.
    fn reason(&mut self, chunk: usize, is_needed: bool) -> Option<(&'c Chunk, Edge)> {
        let own = number(self.compiled.chunks.get(chunk)?);
        let place = *self.place_of.get(chunk)?;
        let mut open: VecDeque<(NodeId, Option<Edge>)> = self.nodes_of.get(chunk)?.iter().map(|it| (*it, None)).collect();
        let mut seen: rustc_hash::FxHashSet<NodeId> = open.iter().map(|it| it.0).collect();
        while let Some((node, first)) = open.pop_front() {
            let edges: Vec<Edge> = if is_needed { self.graph.edges_from(node).collect() } else { self.graph.edges_into(node).collect() };
            for edge in edges {
                self.left = self.left.checked_sub(1)?;
                let next = if is_needed { edge.after } else { edge.before };
                if !seen.insert(next) {
                    continue;
                }
                let first = first.unwrap_or(edge);
                let number_of = self.graph.nodes.get(next)?.chunk;
                let (other, its_place) = (self.compiled.chunks.get(number_of)?, *self.place_of.get(number_of)?);
                let is_reason = if is_needed { number(other) < own && its_place > place } else { number(other) > own && its_place < place };
                if is_reason && written(other).is_some() {
                    return Some((other, first));
                }
                open.push_back((next, Some(first)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn the_state_that_runs_elsewhere_is_named() {
        check(
            "a:\n  test.nop:\n    - order: 1\n    - require: [test: b]\nb:\n  test.nop:\n    - order: 10\nd:\n  test.nop:\n    - order: 2\n",
            &["order: `order: 10` does not count: `a`, which has order 1, depends on `b`"],
        );
        check(
            "g:\n  test.nop:\n    - order: first\n    - require: [test: f]\nf:\n  test.nop:\n    - require: [test: e]\n\
             e:\n  test.nop:\n    - order: last\nx:\n  test.nop: []\n",
            &["order: `order: last` does not count: `g`, which has order first, depends on `e`"],
        );
    }

    #[test]
    fn the_heaviest_row_counts() {
        let row = |numbers: &[(i32, bool)]| {
            let numbers: Vec<(f64, bool)> = numbers.iter().map(|it| (f64::from(it.0), it.1)).collect();
            super::find_heaviest_row(&numbers).into_iter().map(u8::from).collect::<Vec<_>>()
        };
        assert_eq!(row(&[(10, true), (1, true), (2, true)]), [0, 1, 1]);
        assert_eq!(row(&[(5, true), (1, true)]), [1, 0]);
        assert_eq!(row(&[(9, false), (9, false), (1, true), (10, false)]), [0, 0, 1, 1]);
        assert_eq!(row(&[(-1, true), (0, true), (0, false), (3, true), (2, false)]), [1, 1, 1, 1, 0]);
        assert_eq!(row(&[]), [0_u8; 0]);
    }

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
