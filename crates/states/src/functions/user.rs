//! `user.present` and `user.absent`: users with their groups, homes and passwords.

mod account;
mod changes;
mod create;
mod shadow;
mod update;

use machine::{Command, FileKind};
use salt::Release;
use serde_json::{Value as Json, json};

use self::account::Account;
use self::changes::{Wanted, changes};
use super::database;
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "uid",
    "gid",
    "usergroup",
    "groups",
    "optional_groups",
    "remove_groups",
    "home",
    "createhome",
    "persist_home",
    "password",
    "hash_password",
    "enforce_password",
    "empty_password",
    "shell",
    "unique",
    "system",
    "fullname",
    "roomnumber",
    "workphone",
    "homephone",
    "other",
    "date",
    "mindays",
    "maxdays",
    "inactdays",
    "warndays",
    "expire",
    "nologinit",
    "allow_uid_change",
    "allow_gid_change",
    "password_lock",
    "local",
];

pub const FUNCTIONS: &[Function] = &[
    Function::new("user.present", Arguments::These(ARGUMENTS), present).refusing(refuse),
    Function::new("user.absent", Arguments::These(&["purge", "force", "local"]), absent).refusing(refuse),
];

/// Replacement of a password in all output.
const REDACTED: &str = "XXX-REDACTED-XXX";

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = Vec::new();
    for argument in ["local", "hash_password"] {
        if low.is_on(argument, false) {
            all.push(format!("`{argument}` of `{name}` is not supported"));
        }
    }
    for argument in ["groups", "optional_groups"] {
        let is_list = |it: &Json| it.as_array().is_some_and(|it| it.iter().all(Json::is_string));
        if low.arg(argument).is_some_and(|it| !is_list(it)) {
            all.push(format!("`{argument}` of `{name}` has to be a list of names"));
        }
    }
    let is_number = |it: &Json| it.as_i64().is_some_and(|it| i32::try_from(it).is_ok());
    for argument in ["uid", "date", "mindays", "maxdays", "inactdays", "warndays", "expire"] {
        if low.arg(argument).is_some_and(|it| !is_number(it)) {
            all.push(format!("`{argument}` of `{name}` has to be a number"));
        }
    }
    let is_text = |it: &Json| it.as_str().is_some_and(|it| !it.is_empty() && it.parse::<i64>().is_err());
    if low.arg("gid").is_some_and(|it| !is_number(it) && !is_text(it)) {
        all.push(format!("`gid` of `{name}` has to be a number or the name of a group"));
    }
    for argument in ["password", "home", "shell"] {
        if low.arg(argument).is_some_and(|it| !it.is_string()) {
            all.push(format!("`{argument}` of `{name}` has to be a text"));
        }
    }
    if low.arg("password_lock").is_some_and(|it| !it.is_boolean()) {
        all.push(format!("`password_lock` of `{name}` has to be true or false"));
    }
    all
}

fn present(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    for field in ["fullname", "roomnumber", "workphone"] {
        if let Some(text) = low.text(field).filter(|it| it.contains(',')) {
            return Ok(Outcome::failed(format!("Unsupported char ',' in {text}")));
        }
    }
    let mut groups = low.arg("groups").map(|_| low.texts("groups"));
    let mut missing = Vec::new();
    for group in groups.iter().flatten() {
        if database::group_id(cx.system, group).is_none() {
            missing.push(group.clone());
        }
    }
    // Other releases only list them in test mode.
    let fails = !cx.test || cx.release == Release::V3007;
    if !missing.is_empty() && fails {
        return Ok(Outcome::failed(format!("The following group(s) are not present: {}", missing.join(","))));
    }
    if let Some(groups) = &mut groups {
        groups.retain(|it| !missing.contains(it));
    }
    let mut optional = low.texts("optional_groups");
    optional.retain(|it| database::group_id(cx.system, it).is_some());
    let given = low.arg("gid").cloned();
    let wanted = Wanted { low, group: given.clone(), groups, optional };
    let Some(account) = Account::find(cx.system, name) else {
        if !cx.test {
            return Ok(create::create(cx, &wanted));
        }
        let pending = if missing.is_empty() { String::new() } else { format!(" (pending groups: {})", missing.join(",")) };
        return Ok(Outcome::new(None, format!("User {name} set to be added{pending}")));
    };
    let is_own_group = low.is_on("usergroup", false) && database::group_id(cx.system, name).is_some();
    let first = Wanted { group: if is_own_group { Some(json!(name)) } else { given }, ..wanted.clone() };
    let changes = changes(cx.system, &account, &first);
    if let Some(problem) = forbidden(low, &account, &changes) {
        return Ok(Outcome::failed(problem));
    }
    if changes.is_empty() {
        return Ok(Outcome::fine(format!("User {name} is present and up to date")));
    }
    if cx.test {
        let value = |key: &str, value: &Json| if key == "passwd" { REDACTED.to_owned() } else { python::text(value) };
        let lines: String = changes.iter().map(|(key, it)| format!("{key}: {}\n", value(key, it))).collect();
        let mut comment = format!("The following user attributes are set to be changed:\n{lines}");
        if !missing.is_empty() {
            comment += &format!("groups (pending creation): {}\n", missing.join(","));
        }
        return Ok(Outcome::new(None, comment));
    }
    Ok(update::update(cx, &account, changes, &wanted))
}

/// Why numbers may not be changed.
fn forbidden(low: &Low, account: &Account, changes: &serde_json::Map<String, Json>) -> Option<String> {
    let mut problems = String::new();
    for (key, has) in [("uid", account.id), ("gid", account.group)] {
        let switch = format!("allow_{key}_change");
        if let Some(new) = changes.get(key).filter(|_| !low.is_on(&switch, false)) {
            problems += &format!(
                "\n- Changing {key} ({has} -> {}) not permitted, set {switch} to True to force this change. Note that this will not change \
                 file ownership.",
                python::text(new)
            );
        }
    }
    let start = "Encountered error checking for needed changes. Additional info follows:\n";
    (!problems.is_empty()).then(|| format!("{start}{problems}"))
}

fn absent(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.as_str();
    let Some(account) = Account::find(cx.system, name) else { return Ok(Outcome::fine(format!("User {name} is not present"))) };
    if cx.test {
        return Ok(Outcome::new(None, format!("User {name} set for removal")));
    }
    let mut words = vec!["userdel"];
    words.extend(cx.low.is_on("purge", false).then_some("-r"));
    words.extend(cx.low.is_on("force", false).then_some("-f"));
    words.push(name);
    let words = words.into_iter().map(str::to_owned).collect();
    let output = cx.system.run(&Command { words, ..Command::default() }).ok();
    // On Debian, a missing mail spool is no failure.
    let is_debian = cx.system.look("/etc/debian_version", true).ok().flatten().is_some_and(|it| it.kind == FileKind::File);
    let is_removed = output.is_some_and(|it| match it.code {
        Some(0) => true,
        Some(12) => is_debian && ["var/mail", "var/spool/mail"].iter().any(|mail| it.text().contains(mail)),
        _ => false,
    });
    if !is_removed {
        return Ok(Outcome::failed(format!("Failed to remove user {name}")));
    }
    let mut outcome = Outcome::fine(format!("Removed user {name}"));
    for group in account.groups {
        if database::group_id(cx.system, &group).is_none() {
            outcome.changes.insert(format!("{group} group"), json!("removed"));
        }
    }
    outcome.changes.insert(name.to_owned(), json!("removed"));
    Ok(outcome)
}
