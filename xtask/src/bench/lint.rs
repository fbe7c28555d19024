//! `bunraku lint` and puppet-lint, and `bunraku fmt --check` and reading, on the same files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::rusage::{self, Run};
use super::side_by_side::{ended, manifests, warm};
use super::statistics::Spread;
use super::{build, machine, page};
use crate::bench_lsp::alone;

pub const HEADING: &str = "## Linting and formatting";

/// puppet-lint takes a minute for each.
pub const DEFAULT_RUNS: usize = 3;

#[derive(Default)]
struct Measured {
    puppet_lint: Vec<Run>,
    lint: Vec<Run>,
    format: Vec<Run>,
    read: Vec<Run>,
    one_file: Vec<Run>,
}

/// Measures, prints, and puts the section into the page.
pub fn run(root: &Path, runs: usize) -> Result<(), String> {
    let binary = build::optimized(root, &["--bin", "bunraku"])?;
    page::renew(root, HEADING, &section(&binary, runs)?)
}

/// Measures, and says it in a section of the page.
pub fn section(binary: &Path, runs: usize) -> Result<String, String> {
    let files = manifests()?;
    let puppet_lint = puppet_lint()?;
    let with = |options: &[&str]| -> Vec<PathBuf> { options.iter().map(PathBuf::from).chain(files.iter().cloned()).collect() };
    let (lint, format, read) = (with(&["lint", "--no-config"]), with(&["fmt", "--check"]), with(&["check", "--syntax"]));
    let theirs = with(&["--no-config"]);
    let one_file = ["fmt", "--check", alone::DEFAULT_FILE];
    let mut measured = Measured::default();
    for round in 1..=runs {
        eprintln!("round {round} of {runs}");
        measured.lint.push(warm("bunraku lint", binary.as_os_str(), &lint)?);
        measured.format.push(warm("bunraku fmt", binary.as_os_str(), &format)?);
        measured.read.push(warm("bunraku check", binary.as_os_str(), &read)?);
        measured.one_file.push(warm("bunraku fmt", binary.as_os_str(), &one_file)?);
        // It runs so long that nothing has to be warm.
        measured.puppet_lint.push(ended("puppet-lint", rusage::measure(puppet_lint.as_os_str(), &theirs)?)?);
    }
    Ok(render(&measured, files.len(), runs))
}

fn puppet_lint() -> Result<PathBuf, String> {
    let program = crate::program::oracle_home().join("bin/puppet-lint4");
    let missing = || format!("puppet-lint is not installed: no {}; run tests/oracle/install.sh", program.display());
    program.is_file().then(|| program.clone()).ok_or_else(missing)
}

/// How many times more the one takes, round by round.
fn ratio(one: &[Run], other: &[Run], figure: impl Fn(&Run) -> f64) -> Spread {
    Spread::new(one.iter().zip(other).map(|(one, other)| figure(one) / figure(other).max(1e-9)))
}

type Row = (&'static str, &'static str, usize, fn(&Run) -> f64);

fn render(measured: &Measured, files: usize, runs: usize) -> String {
    let Measured { puppet_lint, lint, format, read, one_file } = measured;
    let mut out =
        format!("{HEADING}\n\nWritten by `cargo xtask bench --lint`: {files} files, {runs} runs each in turn, with the checks that run\n");
    out += "by default.\n\n";
    for (name, value) in machine::describe() {
        let _ = writeln!(out, "- {name}: {value}");
    }
    out += "\n| | puppet-lint 4.3 | `bunraku lint` | how many times less |\n|---|---|---|---|\n";
    let rows: [Row; 3] = [
        ("time", "s", 3, |run| run.wall_seconds),
        ("processor time, user and system", "s", 3, |run| run.cpu_seconds),
        ("peak memory", "MB", 1, |run| run.peak_bytes as f64 / 1e6),
    ];
    let spread = |runs: &[Run], (_, unit, decimals, figure): Row| Spread::new(runs.iter().map(figure)).show(decimals, unit);
    for row in rows {
        let less = ratio(puppet_lint, lint, row.3).show(1, "×");
        let _ = writeln!(out, "| {} | {} | {} | {less} |", row.0, spread(puppet_lint, row), spread(lint, row));
    }
    out += "\n| | `bunraku check --syntax` | `bunraku fmt --check` | how many times more |\n|---|---|---|---|\n";
    for row in rows {
        let more = ratio(format, read, row.3).show(1, "×");
        let _ = writeln!(out, "| {} | {} | {} | {more} |", row.0, spread(read, row), spread(format, row));
    }
    let cpu = |run: &Run| run.cpu_seconds;
    let name = Path::new(alone::DEFAULT_FILE).file_name().unwrap_or_default().to_string_lossy();
    let alone = Spread::new(one_file.iter().map(|run| run.wall_seconds * 1e3));
    out += "\n| | wanted | got |\n|---|---|---|\n";
    let _ = writeln!(out, "| lint against puppet-lint, processor time | ≥ 200 × | {:.1} × |", ratio(puppet_lint, lint, cpu).median);
    let _ = writeln!(out, "| formatting against reading, processor time | ≤ 2 × | {:.2} × |", ratio(format, read, cpu).median);
    let _ = writeln!(out, "| `{name}` formatted, with the start of the program | ≤ 20 ms | {} |", alone.show(1, "ms"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_said_beside_what_there_is() {
        let run = |seconds: f64| vec![Run { status: Some(0), wall_seconds: seconds, cpu_seconds: seconds, peak_bytes: 1_000_000 }];
        let measured = Measured { puppet_lint: run(60.0), lint: run(0.25), format: run(0.3), read: run(0.2), one_file: run(0.015) };
        let text = render(&measured, 3, 1);
        assert!(text.starts_with(HEADING));
        for row in ["| ≥ 200 × | 240.0 × |", "| ≤ 2 × | 1.50 × |", "| ≤ 20 ms | 15.0 ms (15.0 to 15.0) |"] {
            assert!(text.contains(row), "{row}: {text}");
        }
    }
}
