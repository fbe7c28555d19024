//! `onlyif`, `unless`, `creates` and `check_cmd`: what is asked before and after a state. Commands run in test mode, too.

use machine::System;
use serde_json::Value as Json;

use crate::error::StateError;
use crate::low::Low;
use crate::returned::Outcome;
use crate::shell::Shell;

/// Result of one check: whether the state is skipped, and a sentence, if there is one.
struct Said {
    skips: bool,
    comment: &'static str,
}

/// Result of a state that is not to be called; an error where Salt raises an exception.
pub fn skipped(low: &Low, system: &mut dyn System) -> Result<Option<Outcome>, StateError> {
    let mut said: Vec<(bool, String)> = Vec::new();
    let mut add = |it: Option<Said>| {
        let it = it.ok_or_else(|| StateError::exception("KeyError", "'comment'"))?;
        said.push((it.skips, it.comment.to_owned()));
        Ok::<(), StateError>(())
    };
    if let Some(conditions) = low.args.get("onlyif") {
        add(onlyif(low, conditions, system))?;
    }
    if let Some(conditions) = low.args.get("unless") {
        add(unless(low, conditions, system))?;
    }
    if let Some(paths) = low.args.get("creates") {
        said.push(creates(paths, system));
    }
    if !said.iter().any(|it| it.0) {
        return Ok(None);
    }
    let comment = said.into_iter().map(|it| it.1).collect::<Vec<_>>().join("\n");
    Ok(Some(Outcome { skips_watch: true, ..Outcome::fine(comment) }))
}

fn list(conditions: &Json) -> &[Json] {
    conditions.as_array().map_or(std::slice::from_ref(conditions), Vec::as_slice)
}

/// Whether a condition holds; none if it is of no form that counts.
fn holds(low: &Low, condition: &Json, without: bool, system: &mut dyn System) -> Option<bool> {
    match condition {
        Json::String(line) => Some(Shell::of_condition(low).code(line, system).map_or(without, |it| it == 0)),
        Json::Object(call) => Some(call_function(call, system)),
        _ => None,
    }
}

/// The functions that conditions may call.
pub const FUNCTIONS: [&str; 4] = ["test.true", "test.false", "file.file_exists", "file.directory_exists"];

/// Calls one of [`FUNCTIONS`].
fn call_function(call: &serde_json::Map<String, Json>, system: &mut dyn System) -> bool {
    let args = call.get("args").and_then(Json::as_array);
    let path = call.get("path").or_else(|| args.and_then(|it| it.first())).and_then(Json::as_str).unwrap_or_default();
    let kind = || system.look(path, true).ok().flatten().map(|it| it.kind);
    match call.get("fun").and_then(Json::as_str) {
        Some("test.true") => true,
        Some("file.file_exists") => kind() == Some(machine::FileKind::File),
        Some("file.directory_exists") => kind() == Some(machine::FileKind::Directory),
        _ => false,
    }
}

fn onlyif(low: &Low, conditions: &Json, system: &mut dyn System) -> Option<Said> {
    let mut said = None;
    for condition in list(conditions) {
        match holds(low, condition, false, system) {
            Some(true) => said = Some(Said { skips: false, comment: "onlyif condition is true" }),
            Some(false) => return Some(Said { skips: true, comment: "onlyif condition is false" }),
            None => return Some(Said { skips: false, comment: "onlyif execution failed, bad type passed" }),
        }
    }
    said
}

fn unless(low: &Low, conditions: &Json, system: &mut dyn System) -> Option<Said> {
    let mut said = None;
    for condition in list(conditions) {
        match holds(low, condition, true, system) {
            Some(true) => said = Some(Said { skips: true, comment: "unless condition is true" }),
            Some(false) => return Some(Said { skips: false, comment: "unless condition is false" }),
            None => said = Some(Said { skips: false, comment: "unless condition is false, bad type passed" }),
        }
    }
    said
}

fn creates(paths: &Json, system: &mut dyn System) -> (bool, String) {
    let mut exists = |path: &Json| path.as_str().is_some_and(|it| system.look(it, true).is_ok_and(|it| it.is_some()));
    match paths {
        Json::String(path) if exists(paths) => (true, format!("{path} exists")),
        Json::Array(all) if all.iter().all(&mut exists) => (true, "All files in creates exist".to_owned()),
        _ => (false, "Creates files not found".to_owned()),
    }
}

/// Whether commands decide what came of a state. Salt forgets them where a state runs in a process of its own.
pub fn has_check_cmd(low: &Low) -> bool {
    // That function asks its program itself, before it writes the file.
    low.args.contains_key("check_cmd") && !low.is_on("parallel", false) && low.function() != "file.managed"
}

/// Lets commands decide what came of a state.
pub fn check_cmd(low: &Low, system: &mut dyn System, outcome: &mut Outcome) {
    outcome.result = Some(false);
    for line in low.texts("check_cmd") {
        // Nothing of the state but the shell of the machine counts.
        let is_fine = Shell::default().code(&line, system) == Ok(0);
        outcome.result = Some(is_fine);
        outcome.comment = format!("check_cmd determined the state {}", if is_fine { "succeeded" } else { "failed" });
        if !is_fine {
            return;
        }
    }
}
