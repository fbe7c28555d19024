//! Asking `bunraku check`, as a user of the checkout does.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::case::Files;
use super::folder;

/// Files that are checked, and what is to be found.
#[derive(Clone, Debug)]
pub struct Check {
    pub id: String,
    /// The folder that is checked.
    pub root: String,
    pub files: Files,
    /// The code of the mistake; empty where there is none.
    pub code: String,
    /// A warning will do.
    pub may_warn: bool,
    pub at: Option<(String, u32)>,
}

/// A finding of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub file: String,
    pub line: u32,
    pub code: String,
    pub severity: String,
    pub message: String,
}

/// Findings of each; half of them by each of two threads.
pub fn findings(binary: &Path, checks: &[Check]) -> Result<Vec<Vec<Found>>, String> {
    let (first, second) = checks.split_at(checks.len() / 2);
    let half = |checks: &[Check]| -> Result<Vec<Vec<Found>>, String> { checks.iter().map(|it| check(binary, it)).collect() };
    std::thread::scope(|scope| {
        let second = scope.spawn(move || half(second));
        let mut all = half(first)?;
        all.extend(second.join().map_err(|_| "checking breaks down".to_owned())??);
        Ok(all)
    })
}

fn check(binary: &Path, check: &Check) -> Result<Vec<Found>, String> {
    let folder = folder::write(&check.files)?;
    // The folders around it have names as checkouts have them.
    let here = folder.path().join(&check.root);
    let output = Command::new(binary)
        .args(["check", "--no-lint", "--format", "json", "--threads", "1"])
        .current_dir(&here)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .map_err(|e| format!("{}: {e}: {}", check.id, String::from_utf8_lossy(&output.stderr).trim()))?;
    let found = answer["findings"].as_array().into_iter().flatten().map(|it| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Found {
            file: Path::new(&check.root).join(text(&it["file"])).to_string_lossy().into_owned(),
            line: it["range"]["start"]["line"].as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or_default(),
            code: text(&it["code"]),
            severity: text(&it["severity"]),
            message: text(&it["message"]),
        }
    });
    Ok(found.collect())
}
