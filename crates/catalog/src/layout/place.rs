//! From layers and orders to lengths.

use super::{Layered, Spacing};

/// How often boxes are drawn towards their neighbours.
const ROUNDS: usize = 16;

/// The vertical center of each node, and where each layer begins.
pub(super) fn place(graph: &Layered, rows: &[Vec<usize>], spacing: Spacing) -> (Vec<f64>, Vec<f64>) {
    let columns = columns(graph, rows, spacing);
    let (before, behind) = graph.neighbours();
    let is_linked = |node: &&usize| !before[**node].is_empty() || !behind[**node].is_empty();
    let all = rows;
    let rows: &[Vec<usize>] = &all.iter().map(|row| row.iter().filter(is_linked).copied().collect()).collect::<Vec<_>>();
    let mut centers = vec![0.0; graph.layer.len()];
    for row in rows {
        let wishes: Vec<f64> = vec![0.0; row.len()];
        settle(graph, row, &wishes, spacing, &mut centers);
    }
    for round in 0..ROUNDS {
        let forth = round % 2 == 0;
        let layers: Vec<usize> = if forth { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for layer in layers {
            let near = |node: usize| if forth { &before[node] } else { &behind[node] };
            let row = &rows[layer];
            let wishes: Vec<f64> = row.iter().map(|node| median(near(*node), &centers).unwrap_or(centers[*node])).collect();
            settle(graph, row, &wishes, spacing, &mut centers);
        }
    }
    lower_what_is_alone(graph, all, rows, f64::NEG_INFINITY, spacing, &mut centers);
    let top = all.iter().flatten().map(|node| centers[*node] - graph.sizes[*node].height / 2.0).fold(f64::INFINITY, f64::min);
    for center in &mut centers {
        // Whole pixels are sharp.
        *center = (*center - top + spacing.margin).round();
    }
    (centers, columns)
}

/// Where each layer begins.
pub(super) fn columns(graph: &Layered, rows: &[Vec<usize>], spacing: Spacing) -> Vec<f64> {
    let mut columns = Vec::with_capacity(rows.len());
    let mut x = spacing.margin;
    for row in rows {
        columns.push(x);
        x += row.iter().map(|node| graph.sizes[*node].width).fold(0.0, f64::max) + spacing.between_layers;
    }
    columns
}

fn median(near: &[usize], centers: &[f64]) -> Option<f64> {
    let mut all: Vec<f64> = near.iter().map(|it| centers[*it]).collect();
    all.sort_by(f64::total_cmp);
    let upper = *all.get(all.len() / 2)?;
    let lower = *all.get((all.len() - 1) / 2)?;
    Some((upper + lower) / 2.0)
}

/// Puts each node of a row as near to where it wants to be as the others let it: nodes that push each other move as one block,
/// to the mean of what they want.
pub(super) fn settle(graph: &Layered, row: &[usize], wishes: &[f64], spacing: Spacing, centers: &mut [f64]) {
    // Each block: the sum of wishes for its first node, how many, and the offset of its last node.
    struct Block {
        sum: f64,
        count: f64,
        first: usize,
    }
    let gap = |upper: usize, lower: usize| {
        let is_bend = upper >= graph.boxes || lower >= graph.boxes;
        let space = if is_bend { spacing.between_boxes / 2.0 } else { spacing.between_boxes };
        (graph.sizes[upper].height + graph.sizes[lower].height) / 2.0 + space
    };
    // How far each node is below the first one of the row if all stand as near as they may.
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (index, node) in row.iter().enumerate() {
        if let Some(upper) = index.checked_sub(1).and_then(|it| row.get(it)) {
            offset += gap(*upper, *node);
        }
        offsets.push(offset);
    }
    let mut blocks: Vec<Block> = Vec::new();
    for (index, wish) in wishes.iter().enumerate() {
        let mut block = Block { sum: wish - offsets[index], count: 1.0, first: index };
        while let Some(above) = blocks.last() {
            if above.sum / above.count < block.sum / block.count {
                break;
            }
            block = Block { sum: above.sum + block.sum, count: above.count + block.count, first: above.first };
            blocks.pop();
        }
        blocks.push(block);
    }
    for (number, block) in blocks.iter().enumerate() {
        let end = blocks.get(number + 1).map_or(row.len(), |it| it.first);
        let start = exact(block.sum / block.count);
        for index in block.first..end {
            centers[row[index]] = start + offsets[index];
        }
    }
}

/// The nearest length that stays exact in sums: else one box of a block is rounded up and the next one down, they stand too near,
/// and move when they are laid out again.
fn exact(length: f64) -> f64 {
    const PARTS: f64 = 1024.0;
    (length * PARTS).round() / PARTS
}

/// Boxes without edges stand in rows below everything that has some, and below a line.
pub(super) fn lower_what_is_alone(
    graph: &Layered,
    all: &[Vec<usize>],
    linked: &[Vec<usize>],
    line: f64,
    spacing: Spacing,
    centers: &mut [f64],
) {
    let bottom = |node: &usize| centers[*node] + graph.sizes[*node].height / 2.0 + 2.0 * spacing.between_boxes;
    let floor = linked.iter().flatten().map(bottom).fold(f64::NEG_INFINITY, f64::max);
    let floor = floor.max(line);
    let floor = if floor.is_finite() { floor } else { 0.0 };
    for (row, linked) in all.iter().zip(linked) {
        let mut y = floor;
        // They come last in each row.
        for node in row.iter().skip(linked.len()) {
            centers[*node] = y + graph.sizes[*node].height / 2.0;
            y += graph.sizes[*node].height + spacing.between_boxes;
        }
    }
}
