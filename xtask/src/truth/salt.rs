//! The recorded answers of real Salt: whether it still gives them.
//!
//! Tests of the crates `salt` and `states` compare Bunraku with the recordings in `tests/salt`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::sample;
use crate::program::oracle_home;

pub const NAME: &str = "salt";

/// No fewer answers are recorded, so that nothing passes because there was nothing to ask.
const LEAST: usize = 700;

pub struct Outcome {
    pub asked: usize,
    pub failures: Vec<String>,
}

/// Scripts that ask Salt, each with the folder of its recordings, and whether an answer is named by its file, too.
const SCRIPTS: [(&str, &str, bool); 3] =
    [("record.py", "tests/salt", true), ("record_runs.py", RUNS, true), ("record_trees.py", "tests/salt", false)];

/// States that were applied; those of these folders in throwaway roots.
const RUNS: &str = "tests/salt/runs";
const IN_ROOTS: [&str; 2] = ["machine", "booted"];

/// Asks about all answers, or about those that a commit changed and a tenth of the rest.
pub fn run(root: &Path, commit: Option<&str>, only: Option<&str>) -> Result<Outcome, String> {
    if !oracle_home().join("salt/venv/bin/python").is_file() {
        return Err("Salt is not installed: tests/oracle/salt/install.sh installs it".into());
    }
    let mut outcome = Outcome { asked: 0, failures: Vec::new() };
    let mut found = 0;
    for (script, folder, is_by_file) in SCRIPTS {
        let mut ids = Vec::new();
        for path in recordings(root, folder, is_by_file)? {
            let name = path.strip_prefix(folder).unwrap_or(&path).with_extension("").to_string_lossy().into_owned();
            let rows = rows(root, &path, is_by_file.then_some(&name))?;
            found += rows.len();
            let before = commit.map(|it| (it, lines_before(root, it, &path)));
            // Cases in a throwaway root build on each other.
            let is_together = name.contains('/');
            let is_wanted = |id: &str, line: &str| match &before {
                Some((commit, before)) => sample::chosen(commit, if is_together { &name } else { id }) || !before.contains(line),
                None => true,
            };
            let wanted = rows.into_iter().filter(|(id, line)| only.is_none_or(|only| id.starts_with(only)) && is_wanted(id, line));
            ids.extend(wanted.map(|it| it.0));
        }
        outcome.asked += ids.len();
        // An answer can depend on how busy the machine is: what differs is asked once more.
        let changed = ask(root, script, &ask(root, script, &ids)?)?;
        outcome.failures.extend(changed.iter().map(|id| format!("{id}: Salt does not answer as recorded")));
    }
    if found < LEAST {
        outcome.failures.push(format!("{NAME}: only {found} of {LEAST} answers are recorded"));
    }
    Ok(outcome)
}

/// Files with recorded answers, but for those about mutants and random trees, which are asked elsewhere.
fn recordings(root: &Path, folder: &str, is_by_file: bool) -> Result<Vec<PathBuf>, String> {
    if !is_by_file {
        return Ok(vec![Path::new(folder).join("realistic.jsonl")]);
    }
    let mut folders = vec![PathBuf::from(folder)];
    if folder == RUNS {
        folders.extend(IN_ROOTS.map(|it| Path::new(folder).join(it)));
    }
    let mut found = Vec::new();
    for folder in folders {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(root.join(&folder)).map_err(failed)? {
            let path = folder.join(entry.map_err(failed)?.file_name());
            if path.extension().is_some_and(|it| it == "cases") {
                found.push(path.with_extension("jsonl"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The answers of a file: the name that the script knows each by, after that of the file if one is given, and its line.
fn rows(root: &Path, path: &Path, file: Option<&String>) -> Result<Vec<(String, String)>, String> {
    let text = std::fs::read_to_string(root.join(path)).map_err(|error| format!("{}: {error}", path.display()))?;
    let row = |line: &str| -> Option<(String, String)> {
        let row: Value = serde_json::from_str(line).ok()?;
        let id = row["id"].as_str()?;
        Some((file.map_or_else(|| id.to_owned(), |file| format!("{file}/{id}")), line.to_owned()))
    };
    Ok(text.lines().filter_map(row).collect())
}

/// The lines that a file had before a commit.
fn lines_before(root: &Path, commit: &str, path: &Path) -> BTreeSet<String> {
    let text = sample::git(root, &["show", &format!("{commit}^:{}", path.display())]).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Returns the names of the answers that differ.
fn ask(root: &Path, script: &str, ids: &[String]) -> Result<Vec<String>, String> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let failed = |error: std::io::Error| format!("{script}: {error}");
    let mut child = Command::new("python3")
        .arg(root.join("tests/oracle/salt").join(script))
        .arg("--ids")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(ids.join("\n").as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err(format!("{script} breaks down"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
