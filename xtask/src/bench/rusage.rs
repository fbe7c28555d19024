//! Cost of one run of a program, as the operating system counts it.
//!
//! The system gives a process the sum of its children's use, and the largest memory of any of them. So each run has a parent of its own:
//! this program, started again.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How the program ended; none if a signal ended it.
    pub status: Option<i32>,
    pub wall_seconds: f64,
    /// User and system, on all processors together.
    pub cpu_seconds: f64,
    pub peak_bytes: u64,
}

/// Runs a program once and says what it took. What it prints is thrown away.
pub fn measure<S: AsRef<OsStr>>(program: &OsStr, arguments: &[S]) -> Result<Run, String> {
    let own = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let mut command = Command::new(own);
    command.args(["bench", "--one-run"]).arg(program).args(arguments).stderr(Stdio::inherit());
    let out = command.output().map_err(|error| format!("this program: {error}"))?;
    if !out.status.success() {
        return Err(format!("{} could not be measured", program.to_string_lossy()));
    }
    serde_json::from_slice(&out.stdout).map_err(|error| format!("{}: {error}", program.to_string_lossy()))
}

/// The other side of `measure`.
#[cfg(unix)]
pub fn one_run(program: &str, arguments: &[&str]) -> Result<(), String> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{program}: {error}"))?;
    let wall_seconds = start.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| format!("{program}: {error}"))?;
    let cpu_seconds = (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6;
    // Linux counts in KiB, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let peak_bytes = u64::try_from(usage.max_rss()).unwrap_or_default() * unit;
    let run = Run { status: status.code(), wall_seconds, cpu_seconds, peak_bytes };
    println!("{}", serde_json::to_string(&run).map_err(|error| error.to_string())?);
    Ok(())
}

#[cfg(not(unix))]
pub fn one_run(program: &str, _: &[&str]) -> Result<(), String> {
    Err(format!("{program}: what a run costs is measured on Unix only"))
}
