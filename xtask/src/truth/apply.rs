//! `bunraku apply` against `puppet apply`: each case is applied in a throwaway root of its own, where nothing reaches the machine.
//!
//! `case.json` says the steps; `recorded.json` is what Puppet answered. Where ours is meant to differ, the case says why and in
//! which places: `"differs": {"because": "..", "in": ["step 2 exit"]}`. A place that does not differ any more is a failure, too.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};

use super::sample;
use crate::program::Program;
use crate::recordings;

pub const NAME: &str = "apply";

const CASES: &str = "tests/apply";
const CASE: &str = "case.json";
const RECORDED: &str = "recorded.json";

/// How many there are at least, so that nothing passes because there was nothing to compare.
const LEAST: usize = 100;

/// What is compared of a step.
const ASPECTS: [&str; 5] = ["exit", "log", "output", "tree", "report"];

/// How many differences of a case are shown.
const SHOWN: usize = 3;

/// Such long lines does a recording have at most, where a value could be broken.
const WIDTH: usize = 140;

pub struct Wanted<'a> {
    /// Only the cases whose name begins so.
    pub only: Option<&'a str>,
    /// Ask real Puppet too: about what a commit changed and a tenth of the others, or about all.
    pub live: bool,
    pub sample: Option<&'a str>,
    /// Write down what Puppet answers.
    pub accept: bool,
    pub verbose: bool,
    pub bunraku: Option<&'a str>,
}

pub fn run(root: &Path, wanted: &Wanted<'_>) -> Result<(), String> {
    let cases = cases(root, wanted.only)?;
    let mut bad = Vec::new();
    if wanted.only.is_none() && cases.len() < LEAST {
        bad.push(format!("only {} cases of {LEAST}", cases.len()));
    }
    let mut live = 0;
    if wanted.live || wanted.accept {
        let asked: Vec<String> = cases.iter().filter(|it| is_asked(root, it, wanted)).cloned().collect();
        live = asked.len();
        bad.extend(compare_with_puppet(root, &asked, wanted.accept)?);
    }
    let Program::Bunraku { binary } = Program::bunraku(root, wanted.bunraku)? else { return Err("no program".to_owned()) };
    let (mut equal, mut meant) = (0, 0);
    for (case, answer) in cases.iter().zip(answers(root, &cases, Some(&binary))?) {
        let file = |name: &str| read(&root.join(CASES).join(case).join(name));
        let problems = match (file(RECORDED), answer) {
            (Ok(recorded), Ok(answer)) => problems(&file(CASE)?["differs"], &differences(&recorded, &compared(&answer))),
            (Err(problem), _) | (_, Err(problem)) => vec![problem],
        };
        match problems.is_empty() {
            true if file(CASE)?.get("differs").is_some() => meant += 1,
            true => equal += 1,
            false => {
                let shown = if wanted.verbose { usize::MAX } else { SHOWN };
                bad.push(format!("{case}:\n  {}", problems.iter().take(shown).cloned().collect::<Vec<_>>().join("\n  ")));
            }
        }
    }
    for problem in &bad {
        println!("{problem}");
    }
    println!("{NAME}: {} passed, {} failed: {equal} equal, {meant} meant to differ, {live} asked live", equal + meant, bad.len());
    if bad.is_empty() { Ok(()) } else { Err("Bunraku, the recordings and real Puppet do not agree".to_owned()) }
}

fn cases(root: &Path, only: Option<&str>) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(root.join(CASES)).map_err(|e| format!("{CASES}: {e}"))?;
    let mut names: Vec<String> = entries
        .filter_map(|it| it.ok()?.file_name().into_string().ok())
        .filter(|it| root.join(CASES).join(it).join(CASE).is_file())
        .filter(|it| only.is_none_or(|only| it.starts_with(only.trim_start_matches("apply/"))))
        .collect();
    names.sort();
    if names.is_empty() { Err(format!("{CASES}: no such case")) } else { Ok(names) }
}

fn is_asked(root: &Path, case: &str, wanted: &Wanted<'_>) -> bool {
    let folder = root.join(CASES).join(case);
    if !folder.join(RECORDED).is_file() {
        return true;
    }
    let Some(hash) = wanted.sample else { return wanted.live };
    let before = sample::git(root, &["show", &format!("{hash}^:{CASES}/{case}/{CASE}")]);
    sample::chosen(hash, &format!("{NAME}/{case}")) || before != std::fs::read_to_string(folder.join(CASE)).ok()
}

/// What is wrong with the recordings.
fn compare_with_puppet(root: &Path, cases: &[String], accept: bool) -> Result<Vec<String>, String> {
    let mut bad = Vec::new();
    for (case, answer) in cases.iter().zip(answers(root, cases, None)?) {
        let file = root.join(CASES).join(case).join(RECORDED);
        let now = match answer {
            Ok(answer) => compared(&answer),
            Err(problem) => {
                bad.push(format!("{case}: Puppet gave no answer: {problem}"));
                continue;
            }
        };
        match read(&file) {
            Ok(before) if differences(&before, &now).is_empty() => {}
            Ok(before) if !accept => {
                bad.push(format!("{case}: it is recorded otherwise:\n  {}", differences(&before, &now).join("\n  ")));
            }
            Err(_) if !accept => bad.push(format!("{case}: it is not recorded")),
            _ => recordings::replace(&file, &(laid_out(&now) + "\n"))?,
        }
    }
    Ok(bad)
}

/// Applies all cases in roots of their own, by our program or by Puppet.
fn answers(root: &Path, cases: &[String], engine: Option<&Path>) -> Result<Vec<Result<Value, String>>, String> {
    if cases.is_empty() {
        return Ok(Vec::new());
    }
    let work = tempfile::Builder::new().prefix("bunraku-apply").tempdir().map_err(|e| e.to_string())?;
    let mut folders: Vec<PathBuf> = Vec::new();
    for case in cases {
        let to = work.path().join(case);
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
    Ok(folders.iter().map(|it| read(&it.join("result.json"))).collect())
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

/// What differs and is not meant to, and what is meant to and does not.
fn problems(meant: &Value, differences: &[String]) -> Vec<String> {
    let places: Vec<&str> = meant["in"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut found: Vec<String> = differences.iter().filter(|it| !places.iter().any(|place| it.starts_with(place))).cloned().collect();
    let silent = places.iter().filter(|place| !differences.iter().any(|it| it.starts_with(**place)));
    found.extend(silent.map(|it| format!("{it}: it is said to differ, and does not")));
    if !meant.is_null() && meant["because"].as_str().is_none_or(str::is_empty) {
        found.push("it is not said why it differs".to_owned());
    }
    found
}

/// Where two differ, each with its place.
fn differences(recorded: &Value, answer: &Value) -> Vec<String> {
    let none = Vec::new();
    let (a, b) = (recorded.as_array().unwrap_or(&none), answer.as_array().unwrap_or(&none));
    let mut found = Vec::new();
    for (number, (a, b)) in a.iter().zip(b).enumerate() {
        for aspect in ASPECTS {
            first_difference(&format!("step {} {aspect}", number + 1), &a[aspect], &b[aspect], &mut found);
        }
        if a["run"] != b["run"] {
            found.push(format!("step {}: it was recorded for {}", number + 1, a["run"]));
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
                let of = |all: &Map<String, Value>| all.get(key).cloned().unwrap_or_default();
                first_difference(&format!("{place}.{key}"), &of(a), &of(b), found);
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

/// The text of a recording: what fits into a line stands in one.
fn laid_out(value: &Value) -> String {
    let mut out = String::new();
    lay_out(value, 0, &mut out);
    out
}

fn lay_out(value: &Value, indent: usize, out: &mut String) {
    let flat = value.to_string();
    let (open, close, items): (char, char, Vec<(Option<&String>, &Value)>) = match value {
        Value::Array(all) => ('[', ']', all.iter().map(|it| (None, it)).collect()),
        Value::Object(all) => ('{', '}', all.iter().map(|(key, it)| (Some(key), it)).collect()),
        _ => return out.push_str(&flat),
    };
    if indent + flat.chars().count() <= WIDTH || items.is_empty() {
        return out.push_str(&flat);
    }
    out.push(open);
    for (number, (key, item)) in items.into_iter().enumerate() {
        out.push_str(if number == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(indent + 1));
        if let Some(key) = key {
            out.push_str(&format!("{}: ", json!(key)));
        }
        lay_out(item, indent + 1, out);
    }
    out.push_str(&format!("\n{}{close}", " ".repeat(indent)));
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

    #[test]
    fn what_is_meant_to_differ_has_to() {
        let meant = json!({"because": "ours is better", "in": ["step 1 exit"]});
        let both = ["step 1 exit: Puppet 0, Bunraku 4".to_owned(), "step 2 exit: Puppet 0, Bunraku 4".to_owned()];
        assert_eq!(problems(&meant, &both), [both[1].clone()]);
        assert_eq!(problems(&meant, &both[..1]), Vec::<String>::new());
        assert_eq!(problems(&meant, &[]), ["step 1 exit: it is said to differ, and does not"]);
        assert_eq!(problems(&Value::Null, &both[..1]), both[..1]);
    }

    #[test]
    fn a_recording_has_short_lines_where_it_can() {
        let value = json!([{"a": "x".repeat(100), "b": "y".repeat(100)}, {"c": 1}]);
        let text = laid_out(&value);
        assert_eq!(text.lines().count(), 7, "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
    }
}
