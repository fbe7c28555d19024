//! `file.symlink`: a link that leads to a target.

use machine::FileKind;
use serde_json::json;

use super::permissions::{self, Wanted, group_id, make_parents, user_id};
use super::{failed, is_link, kind, parent, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &["target", "force", "makedirs", "user", "group", "mode"];

pub const FUNCTION: Function = Function::new("file.symlink", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if low.arg("target").is_some_and(|it| !it.is_string()) {
        all.push("`target` of `file.symlink` has to be a text".to_owned());
    }
    all
}

/// The owner of a link, by names and by numbers.
struct Owner {
    names: (String, String),
    ids: (u32, u32),
}

fn owner(cx: &Cx<'_>) -> Result<Owner, StateError> {
    let own = if cx.system.is_root() { Some("root".to_owned()) } else { cx.system.variable("USER") };
    let wanted = Wanted::new(cx.low);
    let user = wanted.user.unwrap_or_else(|| json!(own.unwrap_or_default()));
    let id = user_id(cx.system, &user);
    let group = wanted.group.unwrap_or_else(|| {
        let id = cx.system.user(&python::text(&user)).map_or(0, |it| it.group);
        json!(cx.system.group_name(id).unwrap_or_default())
    });
    let group_number = group_id(cx.system, &group);
    let names = (python::text(&user), python::text(&group));
    let relative = (!cx.low.name.starts_with('/')).then(|| cx.low.name.clone());
    match (relative, id, group_number) {
        (None, Some(id), Some(group)) => Ok(Owner { names, ids: (id, group) }),
        (relative, id, group) => {
            let (user, group) = (id.is_none().then_some(names.0), group.is_none().then_some(names.1));
            Err(StateError::Owner { user, group, relative })
        }
    }
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.symlink"));
    }
    let owner = match owner(cx) {
        Ok(owner) => owner,
        Err(problem) => return Ok(Outcome::failed(problem.to_string())),
    };
    let target = low.text("target").unwrap_or_default();
    let mut foreseen = foreseen(cx, &target, &owner);
    let folder = parent(name).to_owned();
    if kind(cx.system, &folder) != Some(FileKind::Directory) {
        let missing = format!("Directory {folder} for symlink is not present");
        match (low.is_on("makedirs", false), cx.test) {
            (true, true) => foreseen.comment += &format!("\n{folder} will be created"),
            (true, false) => {
                let mode = low.arg("mode").map(permissions::mode);
                make_parents(cx, name, &Wanted { user: Some(json!(owner.names.0)), group: Some(json!(owner.names.1)), mode })?;
            }
            (false, true) => foreseen.comment += &format!("\n{missing}"),
            (false, false) => return Ok(Outcome::failed(missing)),
        }
    }
    if cx.test {
        return Ok(foreseen);
    }
    let (user, group) = &owner.names;
    if is_link(cx.system, name) {
        if normal(&cx.system.link_target(name).unwrap_or_default()) == normal(&target) {
            if has_owner(cx, &owner) {
                return Ok(Outcome::fine(format!("Symlink {name} is present and owned by {user}:{group}")));
            }
            let _ = cx.system.set_owner(name, Some(owner.ids.0), Some(owner.ids.1), false);
            if !has_owner(cx, &owner) {
                return Ok(Outcome::failed(format!("Failed to set ownership of symlink {name} to {user}:{group}")));
            }
            let mut outcome = Outcome::fine(format!("Set ownership of symlink {name} to {user}:{group}"));
            outcome.changes.insert("ownership".to_owned(), json!(format!("{user}:{group}")));
            return Ok(outcome);
        }
        cx.system.remove_file(name).map_err(|it| StateError::exception("OSError", it.to_string()))?;
    } else if let Some(found) = kind(cx.system, name) {
        if !low.is_on("force", false) {
            let what = match found {
                FileKind::File => "File",
                FileKind::Directory => "Directory",
                _ => "File system entry",
            };
            return Ok(Outcome::failed(format!("{what} exists where the symlink {name} should be")));
        }
        if found == FileKind::Directory {
            // Salt removes no folder for a link.
            let comment = format!("Unable to create new symlink {name} -> {target}: [Errno 21] Is a directory: '{name}'");
            return Ok(Outcome::failed(comment));
        }
        cx.system.remove_file(name).map_err(|it| StateError::exception("OSError", it.to_string()))?;
    }
    if let Err(error) = cx.system.make_link(&target, name) {
        return Ok(Outcome::failed(format!("Unable to create new symlink {name} -> {target}: {error}")));
    }
    let mut outcome = Outcome::fine(format!("Created new symlink {name} -> {target}"));
    outcome.changes.insert("new".to_owned(), json!(name));
    if !has_owner(cx, &owner) {
        let _ = cx.system.set_owner(name, Some(owner.ids.0), Some(owner.ids.1), false);
        if !has_owner(cx, &owner) {
            let comment = format!("{}, but was unable to set ownership to {user}:{group}", outcome.comment);
            return Ok(failed(outcome, comment));
        }
    }
    Ok(outcome)
}

fn has_owner(cx: &Cx<'_>, owner: &Owner) -> bool {
    cx.system.look(&cx.low.name, false).ok().flatten().is_some_and(|it| (it.owner, it.group) == owner.ids)
}

/// Result in test mode.
fn foreseen(cx: &Cx<'_>, target: &str, owner: &Owner) -> Outcome {
    let name = cx.low.name.as_str();
    let change = |key: &str, comment: String| {
        let mut outcome = Outcome::new(None, comment);
        outcome.changes.insert(key.to_owned(), json!(name));
        outcome
    };
    if !is_link(cx.system, name) {
        return match (kind(cx.system, name), cx.low.is_on("force", false)) {
            (None, _) => change("new", format!("Symlink {name} to {target} is set for creation")),
            (_, true) => {
                let comment = format!("The file or directory {name} is set for removal to make way for a new symlink targeting {target}");
                Outcome::new(None, comment)
            }
            (_, false) => {
                Outcome::failed(format!("File or directory exists where the symlink {name} should be. Did you mean to use force?"))
            }
        };
    }
    if cx.system.link_target(name).ok().as_deref() != Some(target) {
        return change("change", format!("Link {name} target is set to be changed to {target}"));
    }
    let mut outcome = Outcome::fine(format!("The symlink {name} is present"));
    if let Ok(Some(found)) = cx.system.look(name, false)
        && (found.owner, found.group) != owner.ids
    {
        let user = cx.system.user_name(found.owner).unwrap_or_else(|| found.owner.to_string());
        let group = cx.system.group_name(found.group).unwrap_or_else(|| found.group.to_string());
        outcome.result = None;
        outcome.changes.insert("ownership".to_owned(), json!(format!("{user}:{group}")));
        outcome.comment +=
            &format!(", but the ownership of the symlink would be changed from {user}:{group} to {}:{}", owner.names.0, owner.names.1);
    }
    outcome
}

/// A path without what means nothing in it.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let is_absolute = path.starts_with('/');
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => {
                parts.pop();
            }
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    format!("{}{}", if is_absolute { "/" } else { "" }, parts.join("/"))
}
