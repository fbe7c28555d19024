//! `bunraku check` of all modules that Debian packages, each on all systems that it is meant for: the whole analysis at once.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use super::rusage::{self, Run};
use super::side_by_side::ended;
use super::statistics::Spread;
use super::{build, machine, page};
use crate::corpus;

pub const HEADING: &str = "## Checking all modules";

pub const DEFAULT_RUNS: usize = 3;

/// Measures, prints, and puts the section into the page.
pub fn run(root: &Path, runs: usize) -> Result<(), String> {
    let binary = build::optimized(root, &["--bin", "bunraku"])?;
    page::renew(root, HEADING, &section(&binary, runs)?)
}

/// Measures, and says it in a section of the page.
pub fn section(binary: &Path, runs: usize) -> Result<String, String> {
    let modules = corpus::modules()?;
    let mut arguments: Vec<OsString> = ["check", "--modulepath", corpus::MODULES].map(OsString::from).to_vec();
    arguments.extend(modules.iter().map(OsString::from));
    let mut measured = Vec::new();
    for round in 1..=runs {
        eprintln!("round {round} of {runs}");
        // It runs so long that nothing has to be warm.
        measured.push(ended("bunraku check", rusage::measure(binary.as_os_str(), &arguments)?)?);
    }
    // What checks nothing is fast.
    if measured.iter().any(|it| it.cpu_seconds < 1.0) {
        return Err(format!("`bunraku check` of {} modules took no time: it cannot have checked them", modules.len()));
    }
    Ok(render(&measured, modules.len()))
}

fn render(measured: &[Run], modules: usize) -> String {
    let runs = measured.len();
    let mut out =
        format!("{HEADING}\n\nWritten by `cargo xtask bench --check`: `bunraku check` of {modules} modules, each evaluated on all\n");
    let _ = writeln!(out, "systems that its `metadata.json` names, and linted. {runs} runs.\n");
    for (name, value) in machine::describe() {
        let _ = writeln!(out, "- {name}: {value}");
    }
    let spread = |figure: fn(&Run) -> f64| Spread::new(measured.iter().map(figure));
    out += "\n| | wanted | got |\n|---|---|---|\n";
    let _ = writeln!(out, "| time | ≤ 20 s | {} |", spread(|run| run.wall_seconds).show(1, "s"));
    let _ = writeln!(out, "| processor time, user and system |  | {} |", spread(|run| run.cpu_seconds).show(1, "s"));
    let _ = writeln!(out, "| peak memory |  | {} |", spread(|run| run.peak_bytes as f64 / 1e6).show(0, "MB"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_said_beside_what_there_is() {
        let text = render(&[Run { status: Some(1), wall_seconds: 12.5, cpu_seconds: 24.0, peak_bytes: 250_000_000 }], 92);
        assert!(text.starts_with(HEADING) && text.contains("of 92 modules"));
        for row in ["| ≤ 20 s | 12.5 s (12.5 to 12.5) |", "|  | 24.0 s (24.0 to 24.0) |", "|  | 250 MB (250 to 250) |"] {
            assert!(text.contains(row), "{row}: {text}");
        }
    }
}
