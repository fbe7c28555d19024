//! `examples/salt`, damaged line by line, and some damaged lines of each file of `tests/salt/realistic`: what Salt refuses must be found
//! at the right line, and what it accepts must not be reported.
//!
//! Salt's answers are recorded in `tests/salt/mutants.jsonl`; `tests/oracle/salt/mutate.py` draws the mutants and asks Salt.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::Program;

pub const NAME: &str = "salt-mutants";

const RECORDED: &str = "tests/salt/mutants.jsonl";
/// Mutants that Salt refuses and that are not found yet, or at another line; `--accept` writes it.
const MISSED: &str = "tests/salt/missed.txt";
const TREE: &str = "examples/salt";

/// How many there are at least, so that nothing passes because there was nothing to ask.
const LEAST: usize = 839;
/// Least share of findings among all that Salt refuses.
const FLOOR: usize = 95;

/// Findings that Salt does not report: states that it accepts may have them.
const ADVICE: &[&str] = &[
    "salt-unknown-function",
    "salt-unknown-argument",
    "salt-missing-argument",
    "salt-misspelt-requisite",
    "salt-collapsed-state",
    "salt-ignored-requisite",
    "salt-jump-to-front",
    "salt-missing-source",
    "salt-overridden-order",
    "salt-unknown-pillar-key",
    "salt-wildcard-id",
    "salt-release",
];

pub struct Wanted<'a> {
    /// Only mutants whose names begin so.
    pub only: Option<&'a str>,
    /// Only these.
    pub choose: Option<&'a dyn Fn(&str) -> bool>,
    /// Also ask real Salt about them.
    pub live: bool,
    pub accept: bool,
    pub bunraku: Option<&'a str>,
}

pub struct Outcome {
    pub passed: usize,
    pub live: usize,
    pub failures: Vec<String>,
}

/// Compares what is found with what Salt answered, and what Salt answers now with what is recorded.
pub fn run(root: &Path, wanted: &Wanted) -> Result<Outcome, String> {
    let Program::Bunraku { binary } = Program::bunraku(root, wanted.bunraku)? else { return Err("bunraku is another program".into()) };
    let read = |name: &str| std::fs::read_to_string(root.join(name)).map_err(|e| format!("{name}: {e}"));
    let recorded: Vec<Value> = read(RECORDED)?.lines().filter_map(|it| serde_json::from_str(it).ok()).collect();
    let missed = read(MISSED)?;
    let missed: BTreeSet<&str> = missed.lines().collect();
    let mut outcome = Outcome { passed: 0, live: 0, failures: Vec::new() };
    if recorded.len() < LEAST {
        outcome.failures.push(format!("{NAME}: only {} of {LEAST} mutants", recorded.len()));
    }
    let is_wanted =
        |it: &&Value| wanted.only.is_none_or(|only| id(it).starts_with(only)) && wanted.choose.is_none_or(|it_is| it_is(id(it)));
    let rows: Vec<&Value> = recorded.iter().filter(is_wanted).collect();
    let is_whole = rows.len() == recorded.len();
    let mut not_found = BTreeSet::new();
    for (row, verdict) in rows.iter().zip(verdicts(&binary, root, &rows)?) {
        match verdict {
            Verdict::Right => outcome.passed += 1,
            Verdict::False(text) => outcome.failures.push(format!("{}: Salt accepts it, and this is reported: {text}", id(row))),
            Verdict::Missed(text) => {
                not_found.insert(id(row));
                if missed.contains(id(row)) {
                    outcome.passed += 1;
                } else if !wanted.accept {
                    let error = row["error"].as_str().unwrap_or_default();
                    outcome.failures.push(format!("{}: Salt refuses it: {error}; found: {text}", id(row)));
                }
            }
        }
    }
    let refused = rows.iter().filter(|it| it["error"].is_string()).count();
    println!("{NAME}: {} of {refused} found that Salt refuses", refused - not_found.len());
    if is_whole {
        if (refused - not_found.len()) * 100 < refused * FLOOR {
            outcome.failures.push(format!("{NAME}: less than {FLOOR} % found"));
        }
        let known: Vec<&&str> = missed.iter().filter(|it| !not_found.contains(**it)).collect();
        if wanted.accept {
            let text: String = not_found.iter().map(|it| format!("{it}\n")).collect();
            crate::recordings::replace(&root.join(MISSED), &text)?;
        } else if !known.is_empty() {
            outcome.failures.push(format!("{NAME}: these are found now, --accept stores that: {known:?}"));
        }
    }
    if wanted.live {
        let ids: Vec<&str> = rows.iter().map(|it| id(it)).collect();
        outcome.live = ask(root, &ids, &mut outcome.failures)?;
    }
    Ok(outcome)
}

fn id(row: &Value) -> &str {
    row["id"].as_str().unwrap_or_default()
}

enum Verdict {
    Right,
    /// Something is reported that Salt accepts.
    False(String),
    /// Nothing is reported where Salt refuses it: what is instead.
    Missed(String),
}

/// A verdict on each, half of them by each of two threads.
fn verdicts(binary: &Path, root: &Path, rows: &[&Value]) -> Result<Vec<Verdict>, String> {
    let (first, second) = rows.split_at(rows.len() / 2);
    let all = |rows: &[&Value]| -> Result<Vec<Verdict>, String> {
        let mut copies: BTreeMap<&str, Copied> = BTreeMap::new();
        let mut verdicts = Vec::with_capacity(rows.len());
        for row in rows {
            let tree = tree(row);
            let copied = match copies.entry(tree) {
                Entry::Occupied(it) => it.into_mut(),
                Entry::Vacant(it) => {
                    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
                    let files = copy(&root.join(tree), folder.path())?;
                    it.insert(Copied { folder, files })
                }
            };
            verdicts.push(verdict(binary, copied, row)?);
        }
        Ok(verdicts)
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(move || all(second));
        let mut verdicts = all(first)?;
        verdicts.extend(second.join().unwrap_or_else(|_| Err("asking breaks down".into()))?);
        Ok(verdicts)
    })
}

/// The tree that a mutant is of.
fn tree(row: &Value) -> &str {
    row["tree"].as_str().unwrap_or(TREE)
}

/// A copy of a tree, and the files below it.
struct Copied {
    folder: tempfile::TempDir,
    files: Vec<PathBuf>,
}

/// Copies the tree. Gives the files below it.
fn copy(from: &Path, to: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let folder = from.join(&below);
        std::fs::create_dir_all(to.join(&below)).map_err(|e| format!("{}: {e}", below.display()))?;
        for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let entry = entry.map_err(|e| e.to_string())?;
            let path = below.join(entry.file_name());
            if entry.path().is_dir() {
                open.push(path);
            } else {
                std::fs::copy(entry.path(), to.join(&path)).map_err(|e| format!("{}: {e}", path.display()))?;
                files.push(path);
            }
        }
    }
    Ok(files)
}

fn verdict(binary: &Path, copied: &Copied, row: &Value) -> Result<Verdict, String> {
    let folder = copied.folder.path();
    let file = Path::new(row["file"].as_str().unwrap_or_default());
    if !copied.files.iter().any(|it| it == file) {
        return Err(format!("{}: {} has no such file; tests/oracle/salt/mutate.py draws the mutants again", id(row), tree(row)));
    }
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let number = row["line"].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or(1);
    let mut lines: Vec<&str> = text.lines().collect();
    if number > lines.len() {
        return Err(format!("{}: the file has no such line", id(row)));
    }
    lines.splice(number - 1..number, row["text"].as_str());
    let found = std::fs::write(&path, lines.join("\n") + "\n").map_err(|e| e.to_string()).and_then(|()| {
        let mut found = check(binary, folder, Some(row))?;
        // Without a minion, templates are checked by themselves, too.
        if file.extension().is_some_and(|it| it == "jinja") {
            found.extend(check(binary, folder, None)?.into_iter().filter(|it| Path::new(&it.file) == file));
        }
        Ok(found)
    });
    std::fs::write(&path, &text).map_err(|e| e.to_string())?;
    let found = found.map_err(|e| format!("{}: {e}", id(row)))?;
    let shown = |it: &Finding| format!("{}:{}: {} [{}]", it.file, it.line, it.message.lines().next().unwrap_or_default(), it.code);
    let all = || found.iter().map(shown).collect::<Vec<_>>().join("; ");
    if row["error"].is_string() {
        let is_right = |it: &Finding| row["at"].as_array().into_iter().flatten().any(|at| at[0] == it.file.as_str() && at[1] == it.line);
        let is_found = found.iter().any(|it| !ADVICE.contains(&it.code.as_str()) && is_right(it));
        return Ok(if is_found { Verdict::Right } else { Verdict::Missed(all()) });
    }
    // Other states may be worth advice; the same states are not.
    let is_false = |it: &Finding| row["same"] == true || !ADVICE.contains(&it.code.as_str());
    Ok(if found.iter().any(is_false) { Verdict::False(all()) } else { Verdict::Right })
}

struct Finding {
    code: String,
    file: String,
    line: u64,
    message: String,
}

/// The findings in the run of the minion that a mutant was recorded for, or in all files by themselves.
fn check(binary: &Path, folder: &Path, run_of: Option<&Value>) -> Result<Vec<Finding>, String> {
    let minion = run_of.map_or_else(Vec::new, |row| {
        let text = |name: &str, other| row[name].as_str().unwrap_or(other);
        vec!["--id", text("minion", "web01"), "--grains", text("grains", r#"{"os_family": "Debian"}"#)]
    });
    let output = Command::new(binary)
        .args(["check", "--salt-root", "states", "--pillar-root", "pillar", "--format", "json"])
        .args(minion)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    let answer: Value =
        serde_json::from_slice(&output.stdout).map_err(|_| format!("bunraku: {}", String::from_utf8_lossy(&output.stderr).trim()))?;
    let text = |it: &Value, name: &str| it[name].as_str().unwrap_or_default().to_owned();
    let finding = |it: &Value| Finding {
        code: text(it, "code"),
        file: text(it, "file"),
        line: it["range"]["start"]["line"].as_u64().unwrap_or_default(),
        message: text(it, "message"),
    };
    Ok(answer["findings"].as_array().into_iter().flatten().map(finding).collect())
}

/// Asks real Salt about mutants again. Gives their number.
fn ask(root: &Path, ids: &[&str], failures: &mut Vec<String>) -> Result<usize, String> {
    let python = crate::program::oracle_home().join("salt/venv/bin/python");
    if !python.is_file() {
        return Err(format!("{NAME}: Salt is not installed: tests/oracle/salt/install.sh installs it"));
    }
    let mut child = Command::new(python)
        .arg(root.join("tests/oracle/salt/mutate.py"))
        .arg("--check")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("mutate.py: {e}"))?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(ids.join("\n").as_bytes()).map_err(|e| format!("mutate.py: {e}"))?;
    }
    let output = child.wait_with_output().map_err(|e| format!("mutate.py: {e}"))?;
    if !output.status.success() {
        return Err("mutate.py breaks down".into());
    }
    failures.extend(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned));
    Ok(ids.len())
}
