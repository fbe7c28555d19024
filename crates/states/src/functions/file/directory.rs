//! `file.directory`: a folder with its owners and mode.

use machine::FileKind;
use serde_json::{Value as Json, json};

use super::permissions::{self, Wanted, check, differences, make_folder, make_parents};
use super::{failed, is_link, kind, parent, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] =
    &["user", "group", "mode", "dir_mode", "file_mode", "makedirs", "force", "allow_symlink", "recurse", "clean", "follow_symlinks"];

pub const FUNCTION: Function = Function::new("file.directory", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    for argument in ["recurse", "clean", "follow_symlinks"] {
        if low.is_on(argument, false) {
            all.push(format!("`{argument}` of `file.directory` is not supported"));
        }
    }
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = match low.name.strip_suffix('/') {
        Some("") | None => low.name.as_str(),
        Some(name) => name,
    };
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.directory"));
    }
    let mode = low.arg("dir_mode").filter(|it| python::is_true(it)).or_else(|| low.arg("mode")).map(permissions::mode);
    let wanted = Wanted { mode, ..Wanted::new(low) };
    if let Some(problem) = wanted.missing(cx) {
        return Ok(Outcome::failed(problem));
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    let mut outcome = Outcome::default();
    let is_file = kind(cx.system, name) == Some(FileKind::File);
    let (link, force) = (is_link(cx.system, name), low.is_on("force", false));
    if is_file || (link && (force || !low.is_on("allow_symlink", true))) {
        let what = if is_file { "file" } else { "symlink" };
        if !force {
            return Ok(Outcome::failed(format!("Specified location {name} exists and is a {what}")));
        }
        let what = if is_file { "File" } else { "Symlink" };
        let done = if cx.test { "would be" } else { "was" };
        if !cx.test {
            cx.system.remove_file(name).map_err(|it| StateError::exception("OSError", it.to_string()))?;
        }
        outcome.changes.insert("forced".to_owned(), json!(format!("{what} {done} forcibly replaced")));
    }
    let exists = kind(cx.system, name) == Some(FileKind::Directory);
    let mut changes = serde_json::Map::new();
    if exists {
        changes.extend(differences(cx.system, name, &wanted).into_iter().map(|(name, value)| (name.to_owned(), value)));
    } else {
        changes.insert("directory".to_owned(), json!("new"));
    }
    let (result, comment) = said(name, &changes);
    if !changes.is_empty() {
        outcome.changes.insert(name.to_owned(), Json::Object(changes));
    }
    if cx.test || outcome.changes.is_empty() {
        return Ok(Outcome { result, comment, ..outcome });
    }
    outcome.result = Some(true);
    if exists {
        check(cx, name, &wanted, &mut outcome);
        if outcome.comment.is_empty() {
            outcome.comment = format!("Directory {name} updated");
        }
        return Ok(outcome);
    }
    if kind(cx.system, parent(name)) != Some(FileKind::Directory) {
        if !low.is_on("makedirs", false) {
            return Ok(failed(outcome, format!("No directory to create {name} in")));
        }
        make_parents(cx, name, &wanted)?;
    }
    make_folder(cx, name, &wanted)?;
    Ok(outcome)
}

/// What is said before anything is done.
fn said(name: &str, changes: &serde_json::Map<String, Json>) -> (Option<bool>, String) {
    if changes.is_empty() {
        return (Some(true), format!("The directory {name} is in the correct state"));
    }
    let lines: String = changes.iter().map(|(key, value)| format!("{name}: {key} - {}\n", python::text(value))).collect();
    (None, format!("The following files will be changed:\n{lines}"))
}
