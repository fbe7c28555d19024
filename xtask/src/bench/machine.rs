//! Machine of the measurements: figures mean nothing without it.

use std::path::Path;
use std::process::Command;

/// A line for each thing that matters.
pub fn describe() -> Vec<(&'static str, String)> {
    let mut lines = vec![("date", ask("date", &["-u", "+%Y-%m-%d"])), ("processors", processors())];
    if let Some(memory) = memory() {
        lines.push(("memory", memory));
    }
    let system = line_of(Path::new("/etc/os-release"), "PRETTY_NAME", '=').unwrap_or_else(|| ask("uname", &["-s"]));
    lines.push(("system", format!("{} on {}", system.trim_matches('"'), std::env::consts::ARCH)));
    lines.push(("compiler", ask("rustc", &["--version"])));
    lines.push(("Ruby", ask("ruby", &["--version"])));
    lines.push(("load before", load()));
    lines
}

fn ask(program: &str, arguments: &[&str]) -> String {
    let out = Command::new(program).args(arguments).output().ok().filter(|out| out.status.success());
    out.map_or_else(|| "unknown".to_owned(), |out| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

fn processors() -> String {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let model = line_of(Path::new("/proc/cpuinfo"), "model name", ':').unwrap_or_else(|| "unknown model".to_owned());
    format!("{count} × {model}")
}

fn memory() -> Option<String> {
    let line = line_of(Path::new("/proc/meminfo"), "MemTotal", ':')?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(format!("{:.0} GiB", kibibytes as f64 / f64::from(1 << 20)))
}

/// How busy the processors were over the last minute: with others at work, times are too long.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|it| !it.is_empty()).unwrap_or("unknown").to_owned()
}

fn line_of(file: &Path, key: &str, separator: char) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix(separator))?;
    Some(line.trim().to_owned())
}
