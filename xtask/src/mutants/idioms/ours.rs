//! Asking `bunraku debug findings` about folders as users have them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::super::draw::Mutant;
use super::super::judge::Found;
use super::base::Base;
use crate::sites::folder;

/// Findings in each unchanged case.
pub type Before = BTreeMap<String, Vec<Found>>;

/// Findings in each unchanged case, and with each of the mutants; half of the cases by each of two processes.
pub fn answers(binary: &Path, root: &Path, bases: &[&Base], mutants: &[Mutant]) -> Result<(Before, Vec<Vec<Found>>), String> {
    let (first, second) = bases.split_at(bases.len() / 2);
    let halves = std::thread::scope(|scope| {
        let second = scope.spawn(move || half(binary, root, second, mutants));
        let first = half(binary, root, first, mutants);
        [first, second.join().unwrap_or_else(|_| Err("asking breaks down".into()))]
    });
    let mut before = BTreeMap::new();
    let mut after = vec![vec![Found::breakdown(Path::new(""))]; mutants.len()];
    for half in halves {
        let (of_bases, of_mutants) = half?;
        before.extend(of_bases);
        for (at, found) in of_mutants {
            after[at] = found;
        }
    }
    Ok((before, after))
}

type Half = (Before, BTreeMap<usize, Vec<Found>>);

fn half(binary: &Path, root: &Path, bases: &[&Base], mutants: &[Mutant]) -> Result<Half, String> {
    let folders: Vec<tempfile::TempDir> = bases.iter().map(|it| checkout(root, it)).collect::<Result<_, _>>()?;
    let mut questions = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    for (base, folder) in bases.iter().zip(&folders) {
        let path = |file: &str| folder.path().join(file).to_string_lossy().into_owned();
        let is_ours = |it: &&String| [".pp", ".epp", ".yaml"].iter().any(|end| it.ends_with(end));
        let files: Vec<String> = base.files.keys().filter(is_ours).map(|it| path(it)).collect();
        let mut ask = |id: String, texts: Value| {
            writeln!(questions, "{}", json!({"id": id, "code": "", "texts": texts, "files": files})).map_err(|e| e.to_string())
        };
        ask(base.id.clone(), json!({}))?;
        for (at, mutant) in mutants.iter().enumerate().filter(|(_, it)| it.class == base.id) {
            let below = mutant.file.strip_prefix(&base.id).unwrap_or(&mutant.file);
            ask(at.to_string(), json!({ path(&below.to_string_lossy()): mutant.text }))?;
        }
    }
    let output = Command::new(binary)
        .args(["debug", "findings", "--jsonl"])
        .arg(questions.path())
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    let named = |path: &str| -> PathBuf {
        let below =
            bases.iter().zip(&folders).find_map(|(base, it)| Some(Path::new(&base.id).join(Path::new(path).strip_prefix(it.path()).ok()?)));
        below.unwrap_or_else(|| path.into())
    };
    let mut found = (BTreeMap::new(), BTreeMap::new());
    for answer in String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(id) = answer["id"].as_str() else { continue };
        let of_it = answer["findings"].as_array().into_iter().flatten().filter_map(|it| finding(it, &named));
        let failed = answer["failed"].as_array().into_iter().flatten().filter_map(|it| Some(Found::breakdown(&named(it.as_str()?))));
        let of_it: Vec<Found> = of_it.chain(failed).collect();
        match id.parse() {
            Ok(at) => drop(found.1.insert(at, of_it)),
            Err(_) => drop(found.0.insert(id.to_owned(), of_it)),
        }
    }
    if found.0.len() < bases.len() {
        return Err(format!("bunraku breaks down: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(found)
}

/// The files, with the settings that say what the machine is.
fn checkout(root: &Path, base: &Base) -> Result<tempfile::TempDir, String> {
    let mut files = base.files.clone();
    let set = match &base.facts_file {
        Some(file) => {
            let text = std::fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"))?;
            serde_json::from_str(&text).map_err(|e| format!("{file}: {e}"))?
        }
        None => json!({}),
    };
    let mut facts = if set["name"].is_string() && set["values"].is_object() { set["values"].clone() } else { set };
    if let (Some(all), Some(more)) = (facts.as_object_mut(), base.facts.as_object()) {
        all.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    files.insert("facts.json".into(), facts.to_string());
    files.insert(".git/HEAD".into(), String::new());
    let list: Vec<&str> = base.modulepath.split(':').collect();
    let mut settings = format!("facts = [\"facts.json\"]\nnode = {:?}\nmodulepath = {list:?}\nlint = false\n", base.node);
    for (name, value) in base.settings.as_object().into_iter().flatten() {
        settings.push_str(&format!("{name} = {value}\n"));
    }
    files.insert("bunraku.toml".into(), settings);
    folder::write(&files)
}

fn finding(finding: &Value, named: &dyn Fn(&str) -> PathBuf) -> Option<Found> {
    let line = |it: &Value| it.as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or_default();
    let related = finding["related"].as_array().into_iter().flatten();
    Some(Found {
        file: named(finding["file"].as_str()?),
        line: line(&finding["line"]),
        code: finding["code"].as_str()?.to_owned(),
        is_error: finding["error"] == true,
        message: finding["message"].as_str()?.to_owned(),
        related: related.filter_map(|it| Some((named(it["file"].as_str()?), line(&it["line"])))).collect(),
    })
}
