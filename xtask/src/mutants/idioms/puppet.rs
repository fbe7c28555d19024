//! Asking real Puppet.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::super::draw::Mutant;
use super::base::Base;
use crate::program::{Program, read_value};
use crate::sites::folder;
use crate::sites::puppet::error_of;

/// One answer for each mutant.
pub fn answers(root: &Path, bases: &BTreeMap<&str, &Base>, mutants: &[&Mutant]) -> Result<Vec<Value>, String> {
    let Program::Puppet { ruby, scripts } = Program::puppet(root)? else { return Err("Puppet is another program".into()) };
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, mutant) in mutants.iter().enumerate() {
        let base = bases.get(mutant.class.as_str()).ok_or_else(|| format!("{}: there is no such case", mutant.class))?;
        groups.entry(&base.group).or_default().push(at);
    }
    let mut answers: Vec<Value> = vec![Value::Null; mutants.len()];
    for group in groups.values() {
        let mut lines = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
        let mut folders = BTreeMap::new();
        for at in group {
            let mutant = mutants[*at];
            let Some(base) = bases.get(mutant.class.as_str()) else { continue };
            let mut files = base.files.clone();
            files.insert(mutant.file.strip_prefix(&base.id).unwrap_or(&mutant.file).to_string_lossy().into_owned(), mutant.text.clone());
            let folder = folder::write(&files)?;
            let mut line = request(base, folder.path());
            line["id"] = at.to_string().into();
            writeln!(lines, "{line}").map_err(|e| e.to_string())?;
            folders.insert(*at, folder);
        }
        let mut command = Command::new(&ruby);
        command.current_dir(root).arg(scripts.join("oracle_catalog.rb")).args(["--jobs", "2"]);
        let output = command.arg("--jsonl").arg(lines.path()).stdin(Stdio::null()).output().map_err(|e| format!("real Puppet: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        for answer in text.lines().filter_map(|line| read_value(line).ok()) {
            let at = answer["id"].as_str().and_then(|it| it.parse().ok());
            let Some((at, folder)) = at.and_then(|at: usize| Some((at, folders.get(&at)?))) else { continue };
            answers[at] = short(&answer, &folder.path().to_string_lossy());
        }
        if let Some(at) = group.iter().find(|at| answers[**at].is_null()) {
            return Err(format!("{}: no answer: {}", mutants[*at].id(), String::from_utf8_lossy(&output.stderr).trim()));
        }
    }
    Ok(answers)
}

fn request(base: &Base, folder: &Path) -> Value {
    let path = |below: &str| folder.join(below).to_string_lossy().into_owned();
    let modulepath: Vec<String> = base.modulepath.split(':').map(path).collect();
    let mut request = json!({
        "code": "",
        "node": base.node,
        "envdir": folder.to_string_lossy(),
        "manifest": path("manifests/site.pp"),
        "modulepath": modulepath.join(":"),
        "facts": base.facts,
        "settings": base.settings,
    });
    if let Some(file) = &base.facts_file {
        request["facts_file"] = file.as_str().into();
    }
    request
}

/// Stored part of an answer: nothing where there is a catalog that can be applied.
fn short(answer: &Value, folder: &str) -> Value {
    if let Some(error) = error_of(answer, folder) {
        return error;
    }
    let cycles = answer["cycles"].as_array().map_or(0, Vec::len);
    if cycles > 0 { json!({"cycles": vec![0; cycles]}) } else { json!({}) }
}
