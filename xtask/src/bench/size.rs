//! Bytes of the program as it is handed out, and how many it may have.

use std::fs;
use std::path::Path;

use super::{build, page};

/// The heading of what is written to the page.
pub const HEADING: &str = "## Size of the program";

/// Bytes of the program for Linux on x86_64 as it was before it evaluated Ruby and Salt, built in the same way.
const BEFORE: u64 = 26_468_552;

/// Bytes that may have come since, for Ruby and for Salt.
const MAY_GROW: [(&str, u64); 2] = [("Ruby", 4_000_000), ("Salt", 3_000_000)];

/// Measures a program, or the one that it builds, and puts the section into the page. A program that is too large is an error.
pub fn run(root: &Path, binary: Option<&Path>) -> Result<(), String> {
    let binary = binary.map_or_else(|| build::optimized(root, &["--bin", "bunraku"]), |it| Ok(it.to_owned()))?;
    let bytes = fs::metadata(&binary).map_err(|error| format!("{}: {error}", binary.display()))?.len();
    page::renew(root, HEADING, &render(bytes))?;
    check(bytes)
}

fn limit() -> u64 {
    BEFORE + MAY_GROW.iter().map(|it| it.1).sum::<u64>()
}

/// Refuses a program with too many bytes.
fn check(bytes: u64) -> Result<(), String> {
    if bytes > limit() { Err(format!("the program has {}, and may have {}", megabytes(bytes), megabytes(limit()))) } else { Ok(()) }
}

fn render(bytes: u64) -> String {
    let parts: Vec<String> = MAY_GROW.iter().map(|(name, bytes)| format!("{} for {name}", megabytes(*bytes))).collect();
    format!(
        "{HEADING}\n\nWritten by `cargo xtask bench --size`, for Linux on x86_64, without symbols. It had {} before it evaluated Ruby and \
         Salt;\nsince then it may have grown by {}.\n\n| wanted | got | growth |\n|---|---|---|\n| ≤ {} | {} | {} |\n",
        megabytes(BEFORE),
        parts.join(" and "),
        megabytes(limit()),
        megabytes(bytes),
        megabytes(bytes.saturating_sub(BEFORE)),
    )
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_too_large_is_an_error() {
        assert_eq!(check(limit()), Ok(()));
        assert!(check(limit() + 100_000).is_err());
        assert!(render(limit()).contains("| 7.0 MB |"));
    }
}
