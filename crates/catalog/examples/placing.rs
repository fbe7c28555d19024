//! Workload of `cargo xtask bench --instructions`: the layout of a picture, and of one that is twice as large.

#[path = "../benches/input/mod.rs"]
#[allow(dead_code)]
mod input;

use std::hint::black_box;
use std::process::ExitCode;

use catalog::layout::Layout;
use input::Boxes;

fn main() -> ExitCode {
    let (small, large) = (input::boxes(2_500), input::boxes(5_000));
    let (half, whole) = (counted_place(&small), counted_twice(&large));
    let is_whole = |found: &Layout, boxes: &Boxes| found.boxes.len() == boxes.sizes.len() && found.edges.iter().all(|it| it.len() > 1);
    if is_whole(&half, &small) && is_whole(&whole, &large) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[inline(never)]
fn counted_place(boxes: &Boxes) -> Layout {
    input::placed(black_box(boxes))
}

#[inline(never)]
fn counted_twice(boxes: &Boxes) -> Layout {
    black_box(input::placed(black_box(boxes)))
}
