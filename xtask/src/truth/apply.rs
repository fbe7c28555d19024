//! `bunraku apply` against `puppet apply`: each case is applied in a throwaway root of its own, where nothing reaches the machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};

use crate::program::Program;
use crate::recordings;

pub const NAME: &str = "apply";

const CASES: &str = "tests/apply";
const RECORDED: &str = "recorded.json";

/// What is compared of a step.
const ASPECTS: [&str; 5] = ["exit", "log", "output", "tree", "report"];

pub struct Wanted<'a> {
    /// Only the cases whose name begins so.
    pub only: Option<&'a str>,
    /// Ask real Puppet too, and write down what it answers where nothing was written yet.
    pub live: bool,
    pub verbose: bool,
    pub bunraku: Option<&'a str>,
}

pub fn run(root: &Path, wanted: &Wanted<'_>) -> Result<(), String> {
    let mut cases = cases(root, wanted.only)?;
    if wanted.live {
        record(root, &cases)?;
    }
    // What Puppet was not asked about yet says nothing.
    cases.retain(|it| root.join(CASES).join(it).join(RECORDED).is_file());
    let Program::Bunraku { binary } = Program::bunraku(root, wanted.bunraku)? else { return Err("no program".to_owned()) };
    let answered = asked(root, &cases, Some(&binary))?;
    let (mut equal, mut known, mut bad) = (0, 0, Vec::new());
    for (case, answer) in cases.iter().zip(answered) {
        let recorded = read(&root.join(CASES).join(case).join(RECORDED))?;
        let differences = differences(&recorded, &compared(&answer));
        let reason = read(&root.join(CASES).join(case).join("case.json"))?.get("differs").and_then(Value::as_str).map(str::to_owned);
        match (differences.is_empty(), reason) {
            (true, None) => equal += 1,
            (true, Some(_)) => bad.push(format!("{case}: it is said to differ, and does not")),
            (false, Some(_)) => known += 1,
            (false, None) => {
                let shown = if wanted.verbose { differences.len() } else { 3 };
                bad.push(format!("{case}:\n  {}", differences.iter().take(shown).cloned().collect::<Vec<_>>().join("\n  ")));
            }
        }
    }
    println!("apply: {equal} of {} cases equal, {known} differ for reasons that are known, {} differ", cases.len(), bad.len());
    if bad.is_empty() { Ok(()) } else { Err(bad.join("\n")) }
}

fn cases(root: &Path, only: Option<&str>) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(root.join(CASES)).map_err(|e| format!("{CASES}: {e}"))?;
    let mut names: Vec<String> = entries
        .filter_map(|it| it.ok()?.file_name().into_string().ok())
        .filter(|it| root.join(CASES).join(it).join("case.json").is_file())
        .filter(|it| only.is_none_or(|only| it.starts_with(only.trim_start_matches("apply/"))))
        .collect();
    names.sort();
    if names.is_empty() { Err(format!("{CASES}: no such case")) } else { Ok(names) }
}

fn record(root: &Path, cases: &[String]) -> Result<(), String> {
    let asked_of_puppet = asked(root, cases, None)?;
    let mut stale = Vec::new();
    for (case, answer) in cases.iter().zip(asked_of_puppet) {
        let file = root.join(CASES).join(case).join(RECORDED);
        let now = compared(&answer);
        match read(&file) {
            Ok(before) if differences(&before, &now).is_empty() => {}
            Ok(before) => stale.push(format!("{case} is recorded otherwise:\n  {}", differences(&before, &now).join("\n  "))),
            Err(_) => {
                let text = serde_json::to_string_pretty(&now).map_err(|e| e.to_string())?;
                recordings::replace(&file, &(text + "\n"))?;
            }
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n")) }
}

/// Applies all cases in roots of their own, by our program or by Puppet.
fn asked(root: &Path, cases: &[String], engine: Option<&Path>) -> Result<Vec<Value>, String> {
    let work = std::env::temp_dir().join(format!("bunraku-apply-{}", std::process::id()));
    let mut folders: Vec<PathBuf> = Vec::new();
    for case in cases {
        let to = work.join(case);
        std::fs::create_dir_all(&to).map_err(|e| format!("{}: {e}", to.display()))?;
        let from = root.join(CASES).join(case);
        for entry in std::fs::read_dir(&from).map_err(|e| format!("{}: {e}", from.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if let Some(name) = path.file_name().filter(|it| *it != RECORDED && path.is_file()) {
                std::fs::copy(&path, to.join(name)).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
        folders.push(to);
    }
    let mut command = Command::new("bash");
    command.arg(root.join("tests/oracle/apply/run.sh")).args(&folders).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(engine) = engine {
        command.env("ORACLE_ENGINE", engine);
    }
    // Which case gave no answer is seen below.
    command.status().map_err(|e| format!("bash: {e}"))?;
    let answers = folders.iter().map(|it| read(&it.join("result.json"))).collect();
    let _ = std::fs::remove_dir_all(&work);
    answers
}

fn read(file: &Path) -> Result<Value, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))
}

/// What of an answer is compared.
fn compared(answer: &Value) -> Value {
    let steps = answer["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    Value::Array(steps.iter().map(step).collect())
}

fn step(step: &Value) -> Value {
    let mut kept = Map::new();
    kept.insert("run".to_owned(), step["run"].clone());
    for aspect in ASPECTS {
        let Some(value) = step.get(aspect) else { continue };
        let value = match aspect {
            "log" => Value::Array(value.as_array().into_iter().flatten().filter(|it| it["message"] != "").cloned().collect()),
            "report" => report(value),
            // Lines that only the machine of the recording has are gone, and the break behind them.
            "output" => json!(value.as_str().unwrap_or_default().trim()),
            _ => value.clone(),
        };
        kept.insert(aspect.to_owned(), value);
    }
    Value::Object(kept)
}

fn report(report: &Value) -> Value {
    let mut kept = Map::new();
    for key in ["status", "noop", "noop_pending", "transaction_completed", "metrics", "resource_statuses"] {
        kept.insert(key.to_owned(), report[key].clone());
    }
    Value::Object(kept)
}

/// Where two differ, each with its place.
fn differences(recorded: &Value, answer: &Value) -> Vec<String> {
    let none = Vec::new();
    let (a, b) = (recorded.as_array().unwrap_or(&none), answer.as_array().unwrap_or(&none));
    let mut found = Vec::new();
    for (number, (a, b)) in a.iter().zip(b).enumerate() {
        for aspect in ASPECTS {
            // What has no report, as a run that ended before it, is told by the rest.
            first_difference(&format!("step {} {aspect}", number + 1), &a[aspect], &b[aspect], &mut found);
        }
    }
    if a.len() != b.len() {
        found.push(format!("{} steps, not {}", b.len(), a.len()));
    }
    found
}

fn first_difference(place: &str, recorded: &Value, answer: &Value, found: &mut Vec<String>) {
    match (recorded, answer) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|it| !a.contains_key(*it))) {
                first_difference(&format!("{place}.{key}"), a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (number, (a, b)) in a.iter().zip(b).enumerate() {
                first_difference(&format!("{place}[{number}]"), a, b, found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
            let shown = |all: &[Value]| all.get(at).map_or("nothing".to_owned(), Value::to_string);
            found.push(format!("{place}[{at}]: Puppet {}, Bunraku {}", shown(a), shown(b)));
        }
        (a, b) if a != b => found.push(format!("{place}: Puppet {a}, Bunraku {b}")),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_difference_is_told() {
        let step = |line: &str| json!({"steps": [{"run": "pa", "exit": 0, "seconds": 1, "log": [{"message": line}, {"message": ""}]}]});
        let (a, b) = (compared(&step("x")), compared(&step("y")));
        assert_eq!(differences(&a, &a), Vec::<String>::new());
        assert_eq!(differences(&a, &b), ["step 1 log[0].message: Puppet \"x\", Bunraku \"y\""]);
    }
}
