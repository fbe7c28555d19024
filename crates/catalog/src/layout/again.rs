//! Lengths for a picture that was there before: its boxes stay where they stood, and what is new finds room between them.

use super::place::{columns, lower_what_is_alone, settle};
use super::{Layered, Point, Spacing, Ways};

/// Rounds in which new boxes are placed next to their neighbours; a placed box is a neighbour in the next round.
const ROUNDS: usize = 4;

/// The vertical center of each node, and where each layer begins.
pub(super) fn place(
    graph: &Layered,
    forward: &[(usize, usize)],
    ways: &Ways,
    stood: &[Option<Point>],
    spacing: Spacing,
) -> (Vec<f64>, Vec<f64>) {
    let wishes = wishes(graph, forward, stood);
    let mut is_alone = vec![false; graph.boxes];
    for node in &graph.alone {
        is_alone[*node] = true;
    }
    let mut linked: Vec<Vec<usize>> = vec![Vec::new(); graph.layers()];
    for node in (0..graph.boxes).filter(|node| !is_alone[*node]) {
        linked[graph.layer[node]].push(node);
    }
    let mut centers = vec![0.0; graph.layer.len()];
    for row in &mut linked {
        row.sort_by(|a, b| wishes[*a].total_cmp(&wishes[*b]).then(a.cmp(b)));
        let wanted: Vec<f64> = row.iter().map(|node| wishes[*node]).collect();
        settle(graph, row, &wanted, spacing, &mut centers);
    }
    let mut all = linked.clone();
    for node in &graph.alone {
        all[graph.layer[*node]].push(*node);
    }
    // They stand in the order of their places before.
    let line = graph.alone.first().and_then(|it| stood[*it]).map_or(f64::NEG_INFINITY, |it| it.y);
    lower_what_is_alone(graph, &all, &linked, line, spacing, &mut centers);
    let top = all.iter().flatten().map(|node| centers[*node] - graph.sizes[*node].height / 2.0).fold(f64::INFINITY, f64::min);
    // Only what would stand above the edge moves the others.
    let lower = (spacing.margin - top).max(0.0);
    for center in &mut centers {
        *center = (*center + lower).round();
    }
    bend(graph, ways, &linked, spacing, &mut centers);
    let columns = columns(graph, &all, spacing);
    (centers, columns)
}

/// Where the center of each box wants to be: where it was, or among what it has edges with, or at the bottom.
fn wishes(graph: &Layered, forward: &[(usize, usize)], stood: &[Option<Point>]) -> Vec<f64> {
    let mut wishes: Vec<Option<f64>> = stood.iter().zip(&graph.sizes).map(|(at, size)| at.map(|it| it.y + size.height / 2.0)).collect();
    for _ in 0..ROUNDS {
        let mut sums = vec![(0.0, 0.0); graph.boxes];
        for (from, to) in forward {
            for (node, near) in [(*from, *to), (*to, *from)] {
                if let (None, Some(y)) = (wishes[node], wishes[near]) {
                    sums[node] = (sums[node].0 + y, sums[node].1 + 1.0);
                }
            }
        }
        let mut is_done = true;
        for (wish, (sum, count)) in wishes.iter_mut().zip(sums) {
            if count > 0.0 {
                *wish = Some(sum / count);
                is_done = false;
            }
        }
        if is_done {
            break;
        }
    }
    let bottom = wishes.iter().flatten().copied().fold(0.0, f64::max);
    wishes.into_iter().map(|it| it.unwrap_or(bottom)).collect()
}

/// Long edges go straight, around the boxes between.
fn bend(graph: &Layered, ways: &Ways, rows: &[Vec<usize>], spacing: Spacing, centers: &mut [f64]) {
    let around = spacing.between_boxes / 2.0;
    for route in ways.values() {
        let [first, between @ .., last] = route.as_slice() else { continue };
        let (start, end) = (centers[*first], centers[*last]);
        for (index, node) in between.iter().enumerate() {
            let straight = start + (end - start) * (index + 1) as f64 / (between.len() + 1) as f64;
            let row = &rows[graph.layer[*node]];
            // Rows go from the top down, and their boxes stand apart: one at most is between.
            let below = row.partition_point(|it| centers[*it] + graph.sizes[*it].height / 2.0 + around < straight);
            centers[*node] = match row.get(below) {
                Some(it) if straight > centers[*it] - graph.sizes[*it].height / 2.0 - around => {
                    let side = graph.sizes[*it].height / 2.0 + around;
                    if straight < centers[*it] { centers[*it] - side } else { centers[*it] + side }
                }
                _ => straight,
            };
        }
    }
}
