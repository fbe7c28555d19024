//! `cargo xtask bench`: how fast Bunraku is, side by side with Puppet, and whether its work has grown.

mod apply;
pub mod build;
mod check;
mod compile;
pub mod files;
mod instructions;
mod lint;
pub mod machine;
pub mod page;
pub mod puppet;
mod readers;
mod ruby;
mod rusage;
mod salt;
mod side_by_side;
mod size;
mod statistics;
mod throughput;

use std::path::Path;

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--instructions"] => instructions::run(root, instructions::Mode::Show),
        ["--instructions", "--check"] => instructions::run(root, instructions::Mode::Check),
        ["--instructions", "--accept"] => instructions::run(root, instructions::Mode::Accept),
        ["--instructions", ..] => Err("bench --instructions [--check|--accept]".to_owned()),
        // What this program starts to measure one run: see `rusage`.
        ["--one-run", program, rest @ ..] => rusage::one_run(program, rest),
        // The same, built with optimisation.
        [ruby::TEMPLATES] => ruby::print_templates(root),
        ["--apply"] => apply::run(root, apply::DEFAULT_RUNS),
        ["--apply", "--runs", runs] => apply::run(root, number(runs)?),
        ["--check"] => check::run(root, check::DEFAULT_RUNS),
        ["--check", "--runs", runs] => check::run(root, number(runs)?),
        ["--compile"] => compile::run(root, compile::DEFAULT_RUNS),
        ["--compile", "--runs", runs] => compile::run(root, number(runs)?),
        ["--lint"] => lint::run(root, lint::DEFAULT_RUNS),
        ["--lint", "--runs", runs] => lint::run(root, number(runs)?),
        ["--ruby"] => ruby::run(root, None, ruby::DEFAULT_RUNS),
        ["--ruby", "--runs", runs] => ruby::run(root, None, number(runs)?),
        ["--ruby", "--bunraku", path] => ruby::run(root, Some(Path::new(path)), ruby::DEFAULT_RUNS),
        ["--salt"] => salt::run(root, None, salt::DEFAULT_RUNS),
        ["--salt", "--runs", runs] => salt::run(root, None, number(runs)?),
        ["--salt", "--bunraku", path] => salt::run(root, Some(Path::new(path)), salt::DEFAULT_RUNS),
        ["--size"] => size::run(root, None),
        ["--size", "--bunraku", path] => size::run(root, Some(Path::new(path))),
        [] => side_by_side::run(root, side_by_side::DEFAULT_RUNS),
        ["--runs", runs] => side_by_side::run(root, number(runs)?),
        _ => Err(
            "bench [--apply|--check|--compile|--lint|--ruby|--salt] [--runs N], bench --size, or bench --instructions [--check|--accept]"
                .to_owned(),
        ),
    }
}

fn number(runs: &str) -> Result<usize, String> {
    let number = runs.parse().ok().filter(|it| (1..=100).contains(it));
    number.ok_or_else(|| format!("--runs takes a number from 1 to 100, not {runs}"))
}
