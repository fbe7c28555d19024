//! Answers of Bunraku about the files of modules, entry by entry, and of real Puppet about equivalent manifests, with the facts of the same
//! system.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::classes;
use crate::digest;
use crate::program::{Program, read_value};
use crate::recordings::replace;

/// Output of `bunraku debug entries`: the facts of each system, and the evaluations.
#[derive(Default)]
pub struct Entries {
    pub facts: BTreeMap<String, Value>,
    pub evaluations: Vec<Value>,
}

/// The evaluations of some files; `options` are those of the command.
pub fn entries(root: &Path, bunraku: Option<&str>, modulepath: &str, files: &[PathBuf], options: &[&str]) -> Result<Entries, String> {
    let Program::Bunraku { binary } = Program::bunraku(root, bunraku)? else { return Err("not bunraku".into()) };
    let io = |e: std::io::Error| format!("{}: {e}", binary.display());
    let mut list = tempfile::NamedTempFile::new().map_err(io)?;
    for file in files {
        writeln!(list, "{}", file.display()).map_err(io)?;
    }
    let output = Command::new(&binary)
        .args(["debug", "entries", "--modulepath", modulepath, "--list"])
        .arg(list.path())
        .args(options)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(io)?;
    if !output.status.success() {
        return Err(format!("bunraku debug entries ended with {}", output.status));
    }
    let mut all = Entries::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut line = read_value(line).map_err(|e| format!("bunraku debug entries: {e}"))?;
        match line["facts"].as_str().map(str::to_owned) {
            Some(name) => {
                all.facts.insert(name, line["values"].take());
            }
            None => all.evaluations.push(line),
        }
    }
    Ok(all)
}

/// A manifest, the name of the system whose facts it is compiled with, and facts besides these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    pub code: String,
    pub system: String,
    pub facts: BTreeMap<String, String>,
}

/// Puppet's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a catalog, and it can be applied.
    Compiles,
    Refuses(Refusal),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    pub message: String,
    pub file: Option<String>,
    pub line: Option<u64>,
    /// Of the relationships, not of the language.
    pub is_cycle: bool,
    /// It is the catalog that cannot be applied, and not the manifest that cannot be compiled.
    pub is_of_catalog: bool,
}

/// The node of an entry without one, as the analysis has it.
const NODE: &str = "node.example.com";

impl Answer {
    /// The variable that nobody has set, if that is what Puppet ends at.
    pub fn unknown_variable(&self) -> Option<&str> {
        let Answer::Refuses(refusal) = self else { return None };
        let (_, rest) = refusal.message.split_once("Unknown variable: '")?;
        rest.split('\'').next()
    }
}

/// One answer for each question, in their order. What is known below `target` is not asked again.
pub fn ask(root: &Path, modulepath: &str, questions: &[Question], facts: &BTreeMap<String, Value>) -> Result<Vec<Answer>, String> {
    let path = classes::answers_path(root, "findings");
    let state = classes::state_of_modules(root)?;
    let digests: BTreeMap<&str, String> = facts.iter().map(|(name, values)| (name.as_str(), digest::value(values))).collect();
    let key = |it: &Question| digest::value(&json!([state, modulepath, it.code, digests.get(it.system.as_str()), it.facts, VERSION]));
    let mut known: BTreeMap<String, Value> = classes::read_kept(&path);
    let mut missing: BTreeMap<String, &Question> = questions.iter().map(|it| (key(it), it)).collect();
    missing.retain(|key, _| !known.contains_key(key));
    if !missing.is_empty() {
        println!("real Puppet is asked about {} manifests", missing.len());
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        for (key, answer) in ask_all(root, modulepath, &missing, facts, folder.path())? {
            known.insert(key, answer);
        }
        let line = |(key, value): (&String, &Value)| format!("{}\n", json!([key, value]));
        replace(&path, &known.iter().map(line).collect::<String>())?;
    }
    Ok(questions.iter().map(|it| answer(known.get(&key(it)).unwrap_or(&Value::Null))).collect())
}

/// How answers are kept.
const VERSION: u32 = 1;

fn ask_all(
    root: &Path,
    modulepath: &str,
    questions: &BTreeMap<String, &Question>,
    facts: &BTreeMap<String, Value>,
    folder: &Path,
) -> Result<Vec<(String, Value)>, String> {
    let io = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files = BTreeMap::new();
    for question in questions.values() {
        let path = folder.join(format!("facts{}.json", files.len()));
        if !files.contains_key(&question.system) {
            std::fs::write(&path, facts.get(&question.system).unwrap_or(&json!({})).to_string()).map_err(io)?;
            files.insert(question.system.clone(), path);
        }
    }
    let mut lines = String::new();
    for (key, question) in questions {
        let line =
            json!({"id": key, "code": question.code, "facts_file": files.get(&question.system), "facts": question.facts, "node": NODE});
        lines.push_str(&format!("{line}\n"));
    }
    let list = folder.join("questions.jsonl");
    std::fs::write(&list, lines).map_err(io)?;
    let Program::Puppet { ruby, scripts } = Program::puppet(root)? else { return Err("not Puppet".into()) };
    let output = Command::new(&ruby)
        .current_dir(root)
        .arg(scripts.join("oracle_catalog.rb"))
        .args(["--jobs", "2", "--drop-expanded", "--modulepath", modulepath, "--jsonl"])
        .arg(&list)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", ruby.display()))?;
    if !output.status.success() {
        return Err(format!("Puppet ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()));
    }
    let mut answers = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let raw = read_value(line).map_err(|e| format!("Puppet's answer: {e}"))?;
        let Some(id) = raw["id"].as_str().map(str::to_owned) else { continue };
        answers.push((id, stored(&raw)));
    }
    Ok(answers)
}

/// Stored part of an answer: not the catalog.
fn stored(raw: &Value) -> Value {
    for (name, value) in [("error", raw), ("ral_error", &raw["ral_error"])] {
        if value.get("error").is_some() {
            return json!({
                "error": value["error"], "message": value["message"], "original": raw["original"],
                "file": value["file"], "line": value["line"], "of_catalog": name == "ral_error",
            });
        }
    }
    match raw.get("cycles").and_then(Value::as_array).filter(|it| !it.is_empty()) {
        Some(_) => json!({"error": raw["cycle_report"], "cycle": true, "of_catalog": true}),
        None => json!({"compiles": true}),
    }
}

fn answer(stored: &Value) -> Answer {
    if stored["compiles"] == true {
        return Answer::Compiles;
    }
    let text = |key: &str| stored[key].as_str().map(str::to_owned);
    let message = text("message").filter(|it| it.len() > text("error").map_or(0, |it| it.len())).or_else(|| text("error"));
    Answer::Refuses(Refusal {
        message: message.unwrap_or_else(|| "no answer".to_owned()),
        file: text("file"),
        line: stored["line"].as_u64(),
        is_cycle: stored["cycle"] == true,
        is_of_catalog: stored["of_catalog"] == true,
    })
}
