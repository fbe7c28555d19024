//! Workload of `cargo xtask bench --instructions`: a compilation, and one that is twice as large.

#[path = "../benches/input/mod.rs"]
mod input;

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;

use compiler::{Environment, Outcome, Request};

/// As in the program; and so the system's own does not count.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Site = (Arc<Environment>, Request);

fn main() -> ExitCode {
    let (small, large) = (input::site(2_000), input::site(4_000));
    let (half, whole) = (counted_compile(&small), counted_double(&large));
    // The manifest is sound: a compilation that gives up early would be fast.
    if half.catalog.is_some() && whole.catalog.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[inline(never)]
fn counted_compile(site: &Site) -> Outcome {
    input::compiled(black_box(site))
}

#[inline(never)]
fn counted_double(site: &Site) -> Outcome {
    black_box(input::compiled(black_box(site)))
}
