//! Brings a user that exists to what is wanted.

use machine::{FileKind, System};
use serde_json::{Map, Value as Json, json};

use super::REDACTED;
use super::account::{Account, FIELDS};
use super::changes::{Wanted, changes};
use super::shadow::{self, DATES, Shadow};
use crate::function::Cx;
use crate::functions::database;
use crate::python;
use crate::returned::Outcome;

pub fn update(cx: &mut Cx<'_>, before: &Account, different: Map<String, Json>, wanted: &Wanted<'_>) -> Outcome {
    let name = cx.low.name.as_str();
    let shadow_before = Shadow::find(cx.system, name);
    set_shadow(cx.system, name, &different, wanted);
    set_home(cx, before, &different);
    for (number, (argument, ..)) in DATES.iter().enumerate().filter(|it| it.1.0 != "date") {
        if let Some(value) = different.get(*argument).and_then(Json::as_i64) {
            shadow::set_date(cx.system, name, number, value);
        }
    }
    for (key, option) in [("uid", "-u"), ("gid", "-g"), ("shell", "-s")] {
        if let Some(value) = different.get(key) {
            database::run(cx.system, &["usermod", option, &python::text(value), name]);
        }
    }
    for field in FIELDS {
        if let Some(value) = different.get(field) {
            set_field(cx.system, name, field, &python::text(value));
        }
    }
    // The primary group first: it decides which others there are.
    if let Some(groups) = different.get("groups").and_then(Json::as_array) {
        let groups: Vec<String> = groups.iter().map(python::text).collect();
        set_groups(cx.system, name, &groups, !wanted.removes_groups());
    }
    let mut outcome = Outcome::fine(format!("User {name} is present and up to date"));
    let Some(after) = Account::find(cx.system, name) else { return Outcome::failed(format!("User {name} is not present")) };
    let (old, new) = (before.to_changes(), after.to_changes());
    outcome.changes = new.into_iter().filter(|(key, value)| old.get(key) != Some(value)).collect();
    note_shadow(cx.system, name, shadow_before.as_ref(), wanted, &mut outcome);
    if !outcome.changes.is_empty() {
        outcome.comment = format!("Updated user {name}");
    }
    let left = changes(cx.system, &after, wanted);
    if !left.is_empty() {
        outcome.result = Some(false);
        outcome.comment = format!("These values could not be changed: {}", python::repr(&Json::Object(left)));
    }
    outcome
}

fn set_shadow(system: &mut dyn System, name: &str, different: &Map<String, Json>, wanted: &Wanted<'_>) {
    if let Some(password) = wanted.password().filter(|_| different.contains_key("passwd")) {
        shadow::set_password(system, name, &password);
    }
    if different.contains_key("empty_password") {
        database::run(system, &["passwd", "-d", name]);
    }
    if let Some(lock) = different.get("password_lock").and_then(Json::as_bool) {
        let is_locked = Shadow::find(system, name).is_some_and(|it| it.password.starts_with('!'));
        if lock != is_locked {
            database::run(system, &["passwd", if lock { "-l" } else { "-u" }, name]);
        }
    }
    if let Some(date) = different.get("date").and_then(Json::as_i64) {
        shadow::set_date(system, name, 0, date);
    }
}

fn set_home(cx: &mut Cx<'_>, before: &Account, different: &Map<String, Json>) {
    let name = cx.low.name.as_str();
    let missing = different.get("homeDoesNotExist").map(python::text);
    if let Some(home) = missing.clone().or_else(|| different.get("home").map(python::text)).filter(|it| *it != before.home) {
        let mut words = vec!["usermod"];
        words.extend(cx.low.is_on("persist_home", false).then_some("-m"));
        words.extend(["-d", &home, name]);
        database::run(cx.system, &words);
    }
    if let Some(home) = missing {
        make_home(cx.system, &home, before);
    }
}

/// Makes a folder and those above it, as of the user.
fn make_home(system: &mut dyn System, home: &str, account: &Account) {
    let mut missing = Vec::new();
    let mut folder = home.trim_end_matches('/');
    while !folder.is_empty() && system.look(folder, true).ok().flatten().is_none_or(|it| it.kind != FileKind::Directory) {
        missing.push(folder);
        folder = folder.rfind('/').map_or("", |end| &folder[..end]);
    }
    for folder in missing.into_iter().rev() {
        // A home that is still missing is said afterwards.
        if system.make_folder(folder, None).is_ok() {
            let _ = system.set_owner(folder, Some(account.id), Some(account.group), true);
        }
    }
}

/// Sets the groups of a user besides the primary one.
pub fn set_groups(system: &mut dyn System, name: &str, groups: &[String], adds: bool) {
    let Some(account) = Account::find(system, name) else { return };
    if account.groups.iter().all(|it| groups.contains(it)) && groups.iter().all(|it| account.groups.contains(it)) {
        return;
    }
    let joined = groups.join(",");
    let mut words = vec!["usermod"];
    words.extend(adds.then_some("-a"));
    words.extend(["-G", &joined, name]);
    database::run(system, &words);
}

/// Sets a field of the comment of a user.
pub fn set_field(system: &mut dyn System, name: &str, field: &str, value: &str) {
    let Some(account) = Account::find(system, name) else { return };
    let comment = account.comment(field, value);
    database::run(system, &["usermod", "-c", &comment, name]);
}

/// Adds what has changed of the password and its dates.
fn note_shadow(system: &mut dyn System, name: &str, before: Option<&Shadow>, wanted: &Wanted<'_>, outcome: &mut Outcome) {
    let Some(before) = before else { return };
    if wanted.low.text("password").as_ref() == Some(&before.password) {
        return;
    }
    let Some(after) = Shadow::find(system, name) else { return };
    if before.password != after.password {
        outcome.changes.insert("passwd".to_owned(), json!(REDACTED));
    }
    for ((_, key, ..), (old, new)) in DATES.iter().zip(before.dates.iter().zip(&after.dates)) {
        if old != new {
            outcome.changes.insert((*key).to_owned(), json!(new));
        }
    }
}
