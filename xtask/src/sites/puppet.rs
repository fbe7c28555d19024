//! Asking real Puppet about complete sites.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::case::{Question, Site};
use super::folder;
use crate::program::{Program, read_value};

/// One answer for each question about a site: `resources`, or what is wrong. One process has one site, as it keeps what it has loaded.
pub fn answers(root: &Path, site: &Site, questions: &[&Question]) -> Result<Vec<Value>, String> {
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    let Program::Puppet { ruby, scripts } = Program::puppet(root)? else { return Err("Puppet is another program".into()) };
    let folders: Vec<tempfile::TempDir> = questions.iter().map(|it| folder::write(&it.files)).collect::<Result<_, _>>()?;
    let mut lines = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    for (question, folder) in questions.iter().zip(&folders) {
        let path = |below: &str| folder.path().join(below).to_string_lossy().into_owned();
        let mut line = question.node.request.clone();
        let modulepath: Vec<String> = site.modulepath.split(':').map(path).collect();
        line["id"] = question.id.as_str().into();
        line["code"] = "".into();
        line["node"] = question.node.name.as_str().into();
        line["envdir"] = path(&site.environment).into();
        line["modulepath"] = modulepath.join(":").into();
        line["settings"] = site.settings.clone();
        if Path::new(&path(question.manifest)).exists() {
            line["manifest"] = path(question.manifest).into();
        }
        writeln!(lines, "{line}").map_err(|e| e.to_string())?;
    }
    let mut command = Command::new(ruby);
    command.current_dir(root).arg(scripts.join("oracle_catalog.rb")).arg("--jsonl").arg(lines.path()).stdin(Stdio::null());
    if site.is_windows {
        command.arg("--patch").arg(scripts.join("as_windows.rb"));
    }
    let output = command.output().map_err(|e| format!("real Puppet: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let found: Vec<Value> = text.lines().filter_map(|line| read_value(line).ok()).collect();
    let answers = questions.iter().zip(&folders).map(|(question, folder)| {
        let answer = found.iter().find(|it| it["id"] == question.id.as_str());
        let answer = answer.ok_or_else(|| format!("{}: no answer: {}", question.id, String::from_utf8_lossy(&output.stderr).trim()))?;
        Ok(short(answer, &folder.path().to_string_lossy()))
    });
    answers.collect()
}

/// The error of an answer with its place, in which `{env}` stands for the folder; none where there is a catalog.
pub fn error_of(answer: &Value, folder: &str) -> Option<Value> {
    let error = if answer["error"].is_null() { &answer["ral_error"] } else { answer };
    let message = error["error"].as_str().or(error["message"].as_str())?;
    let mut shown = json!({"error": message.replace(folder, "{env}")});
    if let (Some(file), Some(line)) = (error["file"].as_str(), error["line"].as_u64()) {
        shown["file"] = file.replace(folder, "{env}").into();
        shown["line"] = line.into();
    }
    Some(shown)
}

/// Stored part of an answer.
fn short(answer: &Value, folder: &str) -> Value {
    if let Some(error) = error_of(answer, folder) {
        return error;
    }
    if answer["cycles"].is_array() {
        return json!({"error": "a cycle", "cycles": answer["cycles"]});
    }
    json!({"resources": answer["catalog"]["resources"].as_array().map(Vec::len)})
}
