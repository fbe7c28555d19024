//! Workload of `cargo xtask bench --instructions`: one phase of the work on a fixed text.

#[path = "../benches/input/mod.rs"]
mod input;

use std::hint::black_box;
use std::process::ExitCode;

use syntax::{Parse, ParseOptions, ValidateOptions, parse, validate};

/// As in the program; and so the system's own does not count.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let text = input::repeated(4);
    let parsed = counted_parse(&text);
    counted_lower(&parsed);
    let problems = counted_validate(&parsed);
    counted_drop(parsed);
    // The text is sound: a parser that gives up early would be fast.
    if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[inline(never)]
fn counted_parse(text: &str) -> Parse {
    parse(black_box(text), ParseOptions::default())
}

#[inline(never)]
fn counted_lower(parse: &Parse) {
    black_box(black_box(parse).model());
}

#[inline(never)]
fn counted_validate(parse: &Parse) -> usize {
    parse.problems().len() + validate(black_box(parse), &ValidateOptions::default()).len()
}

#[inline(never)]
fn counted_drop(parse: Parse) {
    drop(black_box(parse));
}
