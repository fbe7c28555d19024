//! Asks Ruby 3.2, as WebAssembly, about the recorded cases of the crate `ruby`.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::sample;
use crate::program::oracle_home;

pub const NAME: &str = "ruby3.2";

/// Cases of one process: it keeps what each has made.
const PART: usize = 250;

/// Differences that are printed.
const SHOWN: usize = 20;

/// Asks about all cases, or about those that a commit changed and a tenth of the rest.
pub fn run(root: &Path, commit: Option<&str>) -> Result<(), String> {
    let home = oracle_home().join("ruby3.2");
    if !home.join("node_modules").is_dir() {
        return Err(format!("{NAME} is not installed: tests/oracle/ruby3.2/install.sh installs it"));
    }
    let tests = root.join("crates/ruby/tests");
    let read = |name: &str| std::fs::read_to_string(tests.join(name)).map_err(|error| format!("{name}: {error}"));
    let mut recorded = lines(&read("recorded.json")?);
    recorded.extend(lines(&read("recorded-3.2.json")?));
    let excluded = read("not-asked-3.2.txt")?;
    let before = commit.and_then(|it| sample::git(root, &["show", &format!("{it}^:crates/ruby/tests/cases.txt")])).unwrap_or_default();
    let before: BTreeSet<&str> = before.lines().collect();
    let is_wanted = |case: &str| commit.is_none_or(|it| sample::chosen(it, case) || !before.contains(case));
    let cases = read("cases.txt")?;
    let wanted: Vec<&str> = cases.lines().filter(|it| !it.is_empty() && !is_excluded(&excluded, it) && is_wanted(it)).collect();
    let (mut passed, mut failures) = (0, Vec::new());
    for part in wanted.chunks(PART) {
        let answers = lines(&answers(&home, &tests, part)?);
        for case in part {
            match (recorded.get(*case), answers.get(*case)) {
                (Some(recorded), Some(answer)) if recorded == answer => passed += 1,
                (recorded, answer) => failures.push(format!("{case}\n  recorded: {recorded:?}\n  Ruby 3.2: {answer:?}")),
            }
        }
    }
    failures.iter().take(SHOWN).for_each(|it| println!("{it}"));
    println!("{NAME}: {passed} passed, {} failed", failures.len());
    match (passed, failures.len()) {
        (0, 0) => Err(format!("{NAME}: nothing was asked")),
        (_, 0) => Ok(()),
        (_, failed) => Err(format!("{NAME}: {failed} answers of Ruby 3.2 are not those that were recorded")),
    }
}

/// Answers by their cases.
fn lines(text: &str) -> HashMap<String, Value> {
    let values = text.lines().filter_map(|it| serde_json::from_str::<Value>(it.strip_suffix(',').unwrap_or(it)).ok());
    values.filter_map(|it| Some((it["code"].as_str()?.to_owned(), it))).collect()
}

/// Whether a case is one of those that this Ruby is not asked about.
fn is_excluded(excluded: &str, case: &str) -> bool {
    excluded.lines().filter(|it| !it.starts_with('#')).any(|it| match it.strip_suffix('…') {
        Some(beginning) => case.starts_with(beginning),
        None => case == it,
    })
}

fn answers(home: &Path, tests: &Path, cases: &[&str]) -> Result<String, String> {
    let fail = |error: std::io::Error| format!("node: {error}");
    let mut child = Command::new("node")
        .current_dir(home)
        .arg(tests.join("record.mjs"))
        .arg(tests)
        .arg("--part")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(fail)?;
    let mut input = child.stdin.take().ok_or("node has no input")?;
    // It reads all before it writes.
    input.write_all((cases.join("\n") + "\n").as_bytes()).map_err(fail)?;
    drop(input);
    let out = child.wait_with_output().map_err(fail)?;
    if !out.status.success() {
        return Err(format!("record.mjs ends with {}", out.status));
    }
    String::from_utf8(out.stdout).map_err(|error| format!("record.mjs: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_excluded_by_themselves_or_by_how_they_begin() {
        let excluded = "# why\nrequire 'pp'…\n1.size\n";
        for (case, is) in [("require 'pp'; 1", true), ("1.size", true), ("1.size + 1", false), ("# why", false)] {
            assert_eq!(is_excluded(excluded, case), is, "{case}");
        }
    }

    #[test]
    fn answers_are_found_by_their_cases() {
        let found = lines("[\n{\"code\":\"1\",\"text\":\"1\"},\n{\"code\":\"2\",\"text\":\"2\"}\n]\n");
        assert_eq!(found.len(), 2);
        assert_eq!(found.get("2").map(|it| it["text"].clone()), Some(Value::from("2")));
    }
}
