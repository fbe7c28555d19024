//! The order of boxes in each layer: such that few edges cross.

use super::Layered;

/// How often all layers are gone through, forth and back.
const SWEEPS: usize = 12;

/// The nodes of each layer from the top down.
pub(super) fn order(graph: &Layered) -> Vec<Vec<usize>> {
    let (before, behind) = graph.neighbours();
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); graph.layers()];
    let is_alone = |node: usize| before[node].is_empty() && behind[node].is_empty();
    for node in (0..graph.layer.len()).filter(|node| !is_alone(*node)) {
        rows[graph.layer[node]].push(node);
    }
    let mut places = vec![0_usize; graph.layer.len()];
    note(&rows, &mut places);
    let mut best = rows.clone();
    let mut fewest = crossings(graph, &places);
    for sweep in 0..SWEEPS {
        if fewest == 0 {
            break;
        }
        let forth = sweep % 2 == 0;
        let layers: Vec<usize> = if forth { (1..rows.len()).collect() } else { (0..rows.len().saturating_sub(1)).rev().collect() };
        for layer in layers {
            let neighbours = if forth { &before } else { &behind };
            sort(&mut rows[layer], neighbours, &places);
            for (place, node) in rows[layer].iter().enumerate() {
                places[*node] = place;
            }
        }
        let now = crossings(graph, &places);
        if now < fewest {
            fewest = now;
            best.clone_from(&rows);
        }
    }
    // What has no edges stands below everything else.
    for node in &graph.alone {
        best[graph.layer[*node]].push(*node);
    }
    best
}

fn note(rows: &[Vec<usize>], places: &mut [usize]) {
    for row in rows {
        for (place, node) in row.iter().enumerate() {
            places[*node] = place;
        }
    }
}

/// Sorts by the mean of the places of neighbours; what has none keeps its place.
fn sort(row: &mut [usize], neighbours: &[Vec<usize>], places: &[usize]) {
    let mean = |node: &usize| {
        let near = &neighbours[*node];
        if near.is_empty() {
            return places[*node] as f64;
        }
        near.iter().map(|it| places[*it] as f64).sum::<f64>() / near.len() as f64
    };
    let mut keyed: Vec<(f64, usize, usize)> = row.iter().map(|node| (mean(node), places[*node], *node)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (slot, (_, _, node)) in row.iter_mut().zip(keyed) {
        *slot = node;
    }
}

/// How many pairs of edges cross: inversions, counted with a tree of sums for each pair of layers.
fn crossings(graph: &Layered, places: &[usize]) -> u64 {
    let mut edges: Vec<(usize, usize, usize)> =
        graph.edges.iter().map(|(from, to)| (graph.layer[*from], places[*from], places[*to])).collect();
    edges.sort_unstable();
    let mut total = 0;
    for same in edges.chunk_by(|a, b| a.0 == b.0) {
        let size = same.iter().map(|it| it.2).max().unwrap_or_default() + 2;
        let mut sums = vec![0_u64; size];
        for (earlier, (_, _, to)) in same.iter().enumerate() {
            let mut not_beyond = 0;
            let mut at = to + 1;
            while at > 0 {
                not_beyond += sums[at];
                at &= at - 1;
            }
            total += earlier as u64 - not_beyond;
            let mut at = to + 1;
            while at < size {
                sums[at] += 1;
                at += at & at.wrapping_neg();
            }
        }
    }
    total
}
