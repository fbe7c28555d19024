//! Which layer each box is in.

use super::Point;

/// Every box behind all that lead to it; what leads somewhere stands as near to that as it can. Boxes without edges fill up a
/// block of their own, so that they do not make one long column: they are given, too, in the order in which they stand.
pub(super) fn layers(count: usize, edges: &[(usize, usize)], stood: &[Option<Point>]) -> (Vec<usize>, Vec<usize>) {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut blockers = vec![0_usize; count];
    let mut touched = vec![false; count];
    for (from, to) in edges {
        next[*from].push(*to);
        blockers[*to] += 1;
        touched[*from] = true;
        touched[*to] = true;
    }
    let mut layer = vec![0_usize; count];
    let mut order: Vec<usize> = (0..count).filter(|node| blockers[*node] == 0).collect();
    let is_source: Vec<bool> = blockers.iter().map(|it| *it == 0).collect();
    let mut at = 0;
    while let Some(node) = order.get(at).copied() {
        at += 1;
        for to in &next[node] {
            layer[*to] = layer[*to].max(layer[node] + 1);
            blockers[*to] -= 1;
            if blockers[*to] == 0 {
                order.push(*to);
            }
        }
    }
    for node in order.iter().rev().filter(|node| is_source[**node]) {
        if let Some(nearest) = next[*node].iter().map(|to| layer[*to]).min() {
            layer[*node] = nearest.saturating_sub(1);
        }
    }
    let mut alone: Vec<usize> = (0..count).filter(|node| !touched[*node]).collect();
    // As they stood before, row by row; what is new comes last.
    alone.sort_by(|a, b| {
        let place = |node: usize| stood[node].map_or((f64::INFINITY, f64::INFINITY), |it| (it.y, it.x));
        let (a, b) = (place(*a), place(*b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let depth = layer.iter().max().map_or(1, |it| it + 1);
    let columns = depth.max((alone.len() as f64 / 5.0).sqrt().ceil() as usize).max(1);
    for (index, node) in alone.iter().enumerate() {
        layer[*node] = index % columns;
    }
    (layer, alone)
}
