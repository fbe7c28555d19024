//! How fast each phase goes on one core.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::build;
use super::statistics::Spread;

/// One phase, in megabytes of text a second.
pub struct Phase {
    pub name: String,
    pub speed: Spread,
}

/// A line of `crates/syntax/examples/throughput.rs`.
#[derive(Deserialize)]
struct Line {
    phase: String,
    bytes: u64,
    cpu_seconds: Vec<f64>,
}

pub fn measure(root: &Path, files: &[PathBuf], runs: usize) -> Result<Vec<Phase>, String> {
    let program = build::optimized(root, &["-p", "syntax", "--example", "throughput"])?;
    let fail = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut command = Command::new(&program);
    let mut child = command.arg(runs.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fail)?;
    let list: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
    // It reads the whole list before it prints anything.
    if let Some(mut input) = child.stdin.take() {
        input.write_all(list.as_bytes()).map_err(fail)?;
    }
    let out = child.wait_with_output().map_err(fail)?;
    if !out.status.success() {
        return Err(format!("{} ended with {}", program.display(), out.status));
    }
    String::from_utf8_lossy(&out.stdout).lines().map(phase).collect()
}

fn phase(line: &str) -> Result<Phase, String> {
    let line: Line = serde_json::from_str(line).map_err(|error| format!("throughput: {error}: {line}"))?;
    let megabytes = line.bytes as f64 / 1e6;
    Ok(Phase { name: line.phase, speed: Spread::new(line.cpu_seconds.iter().map(|seconds| megabytes / seconds.max(1e-9))) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_speed() {
        let parsed = phase(r#"{"phase":"parse","bytes":3000000,"cpu_seconds":[0.1,0.05,0.06]}"#).expect("a line");
        assert_eq!((parsed.name.as_str(), parsed.speed.median.round()), ("parse", 50.0));
        assert!(phase("nonsense").is_err());
    }
}
