//! `file.hardlink`: a second name of a file.

use machine::FileKind;
use serde_json::json;

use super::permissions::{Wanted, group_id, make_parents, mode, user_id};
use super::{kind, parent, refuse_name};
use crate::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &["target", "force", "makedirs", "user", "group", "dir_mode"];

pub const FUNCTION: Function = Function::new("file.hardlink", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if low.arg("target").is_some_and(|it| it.as_str().is_none_or(|it| it.starts_with('~'))) {
        all.push("`target` of `file.hardlink` has to be a text without `~`".to_owned());
    }
    all
}

/// The owners of the folders that are made, or the outcome of a state that makes nothing.
fn owners(cx: &Cx<'_>, target: &str) -> Result<Wanted, Box<Outcome>> {
    let low = cx.low;
    let wanted = Wanted::new(low);
    let own = if cx.system.is_root() { Some("root".to_owned()) } else { cx.system.variable("USER") };
    let user = wanted.user.unwrap_or_else(|| json!(own.unwrap_or_default()));
    let group = wanted.group.unwrap_or_else(|| {
        let id = cx.system.user(&python::text(&user)).map_or(0, |it| it.group);
        json!(cx.system.group_name(id).unwrap_or_default())
    });
    let mut wrong = Vec::new();
    if user_id(cx.system, &user).is_none() {
        wrong.push(format!("User {} does not exist", python::text(&user)));
    }
    if group_id(cx.system, &group).is_none() {
        wrong.push(format!("Group {} does not exist", python::text(&group)));
    }
    if !low.name.starts_with('/') {
        wrong.push(format!("Specified file {} is not an absolute path", low.name));
    }
    if !target.starts_with('/') {
        wrong.push(format!("Specified target {target} is not an absolute path"));
    }
    match wrong.as_slice() {
        [] => Ok(Wanted { user: Some(user), group: Some(group), mode: low.arg("dir_mode").map(mode) }),
        [only] => Err(Box::new(Outcome::failed(only.clone()))),
        several => Err(Box::new(Outcome::failed(format!("{}.", several.join(". "))))),
    }
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let (name, target) = (low.name.as_str(), low.text("target").unwrap_or_default());
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.hardlink"));
    }
    let owners = match owners(cx, &target) {
        Ok(owners) => owners,
        Err(outcome) => return Ok(*outcome),
    };
    if cx.test {
        return Ok(foreseen(cx, &target));
    }
    for (direction, path) in [("to", name), ("from", &target)] {
        if kind(cx.system, path) == Some(FileKind::Directory) {
            return Ok(Outcome::failed(format!("Unable to hard link {direction} directory {path}")));
        }
    }
    if kind(cx.system, &target).is_none() {
        return Ok(Outcome::failed(format!("Target {target} for hard link does not exist")));
    }
    let folder = parent(name);
    if kind(cx.system, folder) != Some(FileKind::Directory) {
        if !low.is_on("makedirs", false) {
            return Ok(Outcome::failed(format!("Directory {folder} for hard link is not present")));
        }
        make_parents(cx, name, &owners)?;
    }
    let mut outcome = Outcome::default();
    if kind(cx.system, name) == Some(FileKind::File) && cx.system.links(name) < 2 {
        if !low.is_on("force", false) {
            return Ok(Outcome::failed(format!("File exists where the hard link {name} should be")));
        }
        remove(cx, name)?;
        outcome.changes.insert("forced".to_owned(), json!("File for hard link was forcibly replaced"));
    }
    let is_link = cx.system.links(name) > 1;
    if is_link && cx.system.is_same(name, &target) {
        return Ok(Outcome::fine(format!("Target of hard link {name} is already pointing to {target}")));
    }
    let (done, failed) = match (is_link, kind(cx.system, name)) {
        (true, _) => ("Set target of", "set target of"),
        (false, None) => ("Created new", "create new"),
        // A pipe or a device stays as it is.
        (false, Some(_)) => return Ok(Outcome { result: Some(true), ..outcome }),
    };
    if is_link {
        remove(cx, name)?;
    }
    if let Err(error) = cx.system.make_hard_link(&target, name) {
        let (_, text) = python::os_error(&error, &target);
        outcome.result = Some(false);
        outcome.comment = format!("Unable to {failed} hard link {name} -> {target}: Could not create '{name}': {text} -> '{name}'");
        return Ok(outcome);
    }
    outcome.result = Some(true);
    outcome.comment = format!("{done} hard link {name} -> {target}");
    outcome.changes.insert("new".to_owned(), json!(name));
    Ok(outcome)
}

fn remove(cx: &mut Cx<'_>, path: &str) -> Result<(), crate::error::StateError> {
    let failed = |error: std::io::Error| {
        let (class, text) = python::os_error(&error, path);
        crate::error::StateError::exception(class, text)
    };
    cx.system.remove_file(path).map_err(failed)
}

/// Result in test mode.
fn foreseen(cx: &Cx<'_>, target: &str) -> Outcome {
    let name = cx.low.name.as_str();
    let change = |key: &str, comment: String| {
        let mut outcome = Outcome::new(None, comment);
        outcome.changes.insert(key.to_owned(), json!(name));
        outcome
    };
    match (kind(cx.system, target), kind(cx.system, name)) {
        (None, _) => Outcome::failed(format!("Target {target} for hard link does not exist")),
        (Some(FileKind::Directory), _) => Outcome::failed(format!("Unable to hard link from directory {target}")),
        (_, Some(FileKind::Directory)) => Outcome::failed(format!("Unable to hard link to directory {name}")),
        (_, None) => change("new", format!("Hard link {name} to {target} is set for creation")),
        _ if cx.system.links(name) > 1 => match cx.system.is_same(name, target) {
            true => Outcome::fine(format!("The hard link {name} is presently targetting {target}")),
            false => change("change", format!("Link {name} target is set to be changed to {target}")),
        },
        _ if cx.low.is_on("force", false) => {
            let comment = format!("The file or directory {name} is set for removal to make way for a new hard link targeting {target}");
            Outcome::new(None, comment)
        }
        _ => Outcome::failed(format!("File or directory exists where the hard link {name} should be. Did you mean to use force?")),
    }
}
