//! Building what is measured: the program as it is handed out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Builds a program of the workspace as it is handed out, and returns its path. `what` is as `--bin bunraku`.
pub fn optimized(root: &Path, what: &[&str]) -> Result<PathBuf, String> {
    with_profile(root, "dist", what)
}

/// The same with its symbols.
pub fn counted(root: &Path, what: &[&str]) -> Result<PathBuf, String> {
    with_profile(root, "counted", what)
}

fn with_profile(root: &Path, profile: &str, what: &[&str]) -> Result<PathBuf, String> {
    let name = what.last().ok_or("nothing to build")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["build", "--quiet", "--profile", profile, "--message-format=json"]).args(what).stderr(Stdio::inherit());
    let out = command.output().map_err(|error| format!("cargo: {error}"))?;
    let binary = String::from_utf8_lossy(&out.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact" && message["target"]["name"] == *name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    binary.filter(|_| out.status.success()).ok_or_else(|| format!("{name} does not build"))
}
