//! How much processor time each phase takes on many files, on one core: `throughput PASSES < LIST`, a path on each line.
//!
//! Prints a JSON object for each phase, with the seconds of each pass over all files.

use std::hint::black_box;
use std::io::Read;

use cpu_time::ThreadTime;
use syntax::{Dialect, ParseOptions, ValidateOptions, parse, validate};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PHASES: [&str; 4] = ["parse to tree", "lower", "lower and validate", "drop the tree"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let passes: usize = std::env::args().nth(1).ok_or("throughput PASSES < LIST")?.parse()?;
    let mut list = String::new();
    std::io::stdin().read_to_string(&mut list)?;
    let texts = list.lines().map(|path| Ok((path, std::fs::read_to_string(path)?))).collect::<std::io::Result<Vec<_>>>()?;
    let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();

    // The first pass warms up.
    let mut seconds = vec![[0.0; PHASES.len()]; passes + 1];
    for pass in &mut seconds {
        for (path, text) in &texts {
            let options = ParseOptions { dialect: Dialect::of_path(path), tasks: false };
            let start = ThreadTime::now();
            let parsed = parse(black_box(text), options);
            let to_parse = start.elapsed();
            let start = ThreadTime::now();
            black_box(parsed.model());
            let to_lower = start.elapsed();
            let start = ThreadTime::now();
            black_box(validate(&parsed, &ValidateOptions::default()));
            let to_validate = start.elapsed();
            let start = ThreadTime::now();
            drop(black_box(parsed));
            let to_drop = start.elapsed();
            for (sum, time) in pass.iter_mut().zip([to_parse, to_lower, to_validate, to_drop]) {
                *sum += time.as_secs_f64();
            }
        }
    }
    for (index, phase) in PHASES.iter().enumerate() {
        let seconds: Vec<String> = seconds.iter().skip(1).map(|pass| format!("{:.6}", pass[index])).collect();
        println!(r#"{{"phase":"{phase}","bytes":{bytes},"cpu_seconds":[{}]}}"#, seconds.join(","));
    }
    Ok(())
}
