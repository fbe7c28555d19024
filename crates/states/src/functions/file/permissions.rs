//! Owners and modes of files, as Salt checks and sets them.

use machine::System;
use serde_json::{Value as Json, json};

use super::parent;
use crate::error::StateError;
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

/// Wanted permissions.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub user: Option<Json>,
    pub group: Option<Json>,
    /// Four digits.
    pub mode: Option<String>,
}

impl Wanted {
    pub fn new(low: &Low) -> Wanted {
        let owner = |name: &str| low.arg(name).filter(|it| python::is_true(it) || it.is_number()).cloned();
        Wanted { user: owner("user"), group: owner("group"), mode: low.arg("mode").map(mode) }
    }

    /// Why the owners cannot be set.
    pub fn missing(&self, cx: &crate::Cx<'_>) -> Option<String> {
        let mut text = String::new();
        if let Some(user) = self.user.as_ref().filter(|it| user_id(cx.system, it).is_none()) {
            text += &format!("User {} is not available ", python::text(user));
        }
        if let Some(group) = self.group.as_ref().filter(|it| group_id(cx.system, it).is_none()) {
            text += &format!("Group {} is not available", python::text(group));
        }
        (!text.is_empty() && !cx.test).then_some(text)
    }
}

/// Four digits of what YAML makes of a mode.
pub fn mode(value: &Json) -> String {
    let text = python::text(value).replace("0o", "0");
    format!("{:0>4}", text.trim_matches('"').trim_matches('\'').trim_start_matches('0'))
}

pub fn digits(mode: u32) -> String {
    format!("{mode:04o}")
}

pub fn user_id(system: &dyn System, user: &Json) -> Option<u32> {
    match user {
        Json::Number(it) => it.as_u64().and_then(|it| u32::try_from(it).ok()),
        other => system.user(&python::text(other)).map(|it| it.id),
    }
}

pub fn group_id(system: &dyn System, group: &Json) -> Option<u32> {
    match group {
        Json::Number(it) => it.as_u64().and_then(|it| u32::try_from(it).ok()),
        other => system.group(&python::text(other)),
    }
}

/// Differences, by the names of Salt's changes.
pub fn differences(system: &dyn System, path: &str, wanted: &Wanted) -> Vec<(&'static str, Json)> {
    different(system, path, wanted, true)
}

/// The same of something in a folder: a link itself is meant, which has no mode.
pub fn differences_of_entry(system: &dyn System, path: &str, wanted: &Wanted) -> Vec<(&'static str, Json)> {
    let mut all = different(system, path, wanted, false);
    all.retain(|it| it.0 != "mode" || !super::is_link(system, path));
    all
}

fn different(system: &dyn System, path: &str, wanted: &Wanted, follow: bool) -> Vec<(&'static str, Json)> {
    let Ok(Some(found)) = system.look(path, follow) else { return Vec::new() };
    let mut all = Vec::new();
    if let Some(user) = wanted.user.as_ref().filter(|it| user_id(system, it) != Some(found.owner)) {
        all.push(("user", user.clone()));
    }
    if let Some(group) = wanted.group.as_ref().filter(|it| group_id(system, it) != Some(found.group)) {
        all.push(("group", group.clone()));
    }
    if let Some(mode) = wanted.mode.as_ref().filter(|it| **it != digits(found.mode)) {
        all.push(("mode", json!(mode)));
    }
    all
}

/// Sets what differs; in test mode, only says so.
pub fn check(cx: &mut crate::Cx<'_>, path: &str, wanted: &Wanted, outcome: &mut Outcome) {
    let before = differences(cx.system, path, wanted);
    if cx.test {
        outcome.changes.extend(before.into_iter().map(|(name, value)| (name.to_owned(), value)));
        if !outcome.changes.is_empty() {
            outcome.result = None;
        }
        return;
    }
    let has = |name: &str| before.iter().any(|it| it.0 == name);
    let found = cx.system.look(path, true).ok().flatten();
    if has("user") || has("group") {
        let user = wanted.user.as_ref().filter(|_| has("user")).and_then(|it| user_id(cx.system, it));
        let group = wanted.group.as_ref().filter(|_| has("group")).and_then(|it| group_id(cx.system, it));
        if cx.system.set_owner(path, user, group, true).is_ok()
            && let Some(found) = &found
        {
            // A new owner takes bits away.
            let _ = cx.system.set_mode(path, found.mode);
        }
    }
    if has("mode")
        && let Some(mode) = wanted.mode.as_ref().and_then(|it| u32::from_str_radix(it, 8).ok())
    {
        let _ = cx.system.set_mode(path, mode);
    }
    let after = differences(cx.system, path, wanted);
    let mut comments: Vec<String> = Vec::new();
    for (name, value) in before {
        if after.iter().any(|it| it.0 == name) {
            outcome.result = Some(false);
            comments.push(format!("Failed to change {name} to {}", python::text(&value)));
        } else {
            outcome.changes.insert(name.to_owned(), value);
        }
    }
    if !outcome.comment.is_empty() {
        comments.insert(0, std::mem::take(&mut outcome.comment));
    }
    outcome.comment = comments.join("; ");
}

/// The same of something in a folder.
pub fn check_entry(cx: &mut crate::Cx<'_>, path: &str, wanted: &Wanted, outcome: &mut Outcome) {
    if !super::is_link(cx.system, path) {
        return check(cx, path, wanted, outcome);
    }
    for (name, value) in differences_of_entry(cx.system, path, wanted) {
        let (user, group) = match name {
            "user" => (user_id(cx.system, &value), None),
            _ => (None, group_id(cx.system, &value)),
        };
        if cx.system.set_owner(path, user, group, false).is_ok() {
            outcome.changes.insert(name.to_owned(), value);
        }
    }
}

/// Makes the folders above a path, each with the owners and the mode.
pub fn make_parents(cx: &mut crate::Cx<'_>, path: &str, wanted: &Wanted) -> Result<(), StateError> {
    let mut missing = Vec::new();
    let mut folder = parent(path);
    while !folder.is_empty() && super::kind(cx.system, folder) != Some(machine::FileKind::Directory) {
        missing.push(folder);
        let above = parent(folder);
        if above == folder {
            break;
        }
        folder = above;
    }
    for folder in missing.into_iter().rev() {
        make_folder(cx, folder, wanted)?;
    }
    Ok(())
}

/// Makes one folder.
pub fn make_folder(cx: &mut crate::Cx<'_>, path: &str, wanted: &Wanted) -> Result<(), StateError> {
    cx.system.make_folder(path, None).map_err(|it| StateError::System { text: format!("{path}: {it}") })?;
    let mut ignored = Outcome::default();
    check(cx, path, wanted, &mut ignored);
    Ok(())
}

/// The mode that new files have.
pub fn of_umask(cx: &mut crate::Cx<'_>) -> u32 {
    let words = ["/bin/sh", "-c", "umask"].map(str::to_owned).to_vec();
    let output = cx.system.run(&machine::Command { words, ..machine::Command::default() });
    let mask = output.ok().and_then(|it| u32::from_str_radix(it.text().trim(), 8).ok()).unwrap_or(0o022);
    0o666 & !mask
}
