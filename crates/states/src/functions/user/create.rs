//! Makes a user.

use serde_json::{Value as Json, json};

use super::account::{Account, FIELDS};
use super::changes::Wanted;
use super::shadow::{self, DATES, Shadow};
use super::{REDACTED, update};
use crate::function::Cx;
use crate::functions::database;
use crate::python;
use crate::returned::Outcome;

pub fn create(cx: &mut Cx<'_>, wanted: &Wanted<'_>) -> Outcome {
    let low = cx.low;
    let name = low.name.as_str();
    let groups: Vec<String> = wanted.groups.iter().flatten().chain(&wanted.optional).cloned().collect();
    let words = words(cx, wanted, &groups);
    if !database::run(cx.system, &words.iter().map(String::as_str).collect::<Vec<_>>()) {
        return Outcome::failed(format!("Failed to create new user {name}"));
    }
    if !groups.is_empty() {
        update::set_groups(cx.system, name, &groups, false);
    }
    for field in FIELDS {
        if let Some(value) = wanted.field(field).filter(|it| !it.is_empty()) {
            update::set_field(cx.system, name, field, &value);
        }
    }
    let mut outcome = Outcome::fine(format!("New user {name} created"));
    if let Some(account) = Account::find(cx.system, name) {
        outcome.changes = account.to_changes();
    }
    if !low.is_on("createhome", true) {
        outcome.changes.insert("home".to_owned(), json!(""));
    }
    set_shadow(cx, wanted, &mut outcome);
    outcome
}

fn words(cx: &mut Cx<'_>, wanted: &Wanted<'_>, groups: &[String]) -> Vec<String> {
    let low = cx.low;
    let mut words = vec!["useradd".to_owned()];
    let mut option = |option: &str, value: Option<String>| {
        words.push(option.to_owned());
        words.extend(value);
    };
    if let Some(shell) = low.text("shell").filter(|it| !it.is_empty()) {
        option("-s", Some(shell));
    }
    if let Some(id) = low.text("uid") {
        option("-u", Some(id));
    }
    let own_group = low.arg("usergroup").map(python::is_true);
    if let Some(group) = &wanted.group {
        option("-g", Some(python::text(group)));
    } else if own_group == Some(true) {
        option("-U", None);
    } else if groups.contains(&low.name) {
        // The group is there, and the program would not make it again.
        let defaults = cx.system.read("/etc/login.defs").map(|it| String::from_utf8_lossy(&it).into_owned()).unwrap_or_default();
        let line = defaults.lines().find(|it| it.chars().take(15).collect::<String>().contains("USERGROUPS_ENAB"));
        let id = database::group_id(cx.system, &low.name);
        if let Some(id) = id.filter(|_| line.is_some_and(|it| it.contains("yes"))) {
            option("-g", Some(id.to_string()));
        }
    }
    if own_group == Some(false) {
        option("-N", None);
    }
    option(if low.is_on("createhome", true) { "-m" } else { "-M" }, None);
    if low.is_on("nologinit", false) {
        option("-l", None);
    }
    if let Some(home) = low.text("home") {
        option("-d", Some(home));
    }
    if !low.is_on("unique", true) {
        option("-o", None);
    }
    if low.is_on("system", false) {
        option("-r", None);
    }
    words.push(low.name.clone());
    words
}

/// Sets the password and its dates.
fn set_shadow(cx: &mut Cx<'_>, wanted: &Wanted<'_>, outcome: &mut Outcome) {
    let low = cx.low;
    let name = low.name.as_str();
    if let Some(password) = wanted.password() {
        shadow::set_password(cx.system, name, &password);
        if Shadow::find(cx.system, name).is_none_or(|it| it.password != password) {
            *outcome = fail(outcome, format!("User {name} created but failed to set password to {REDACTED}"));
        }
        outcome.changes.insert("password".to_owned(), json!(REDACTED));
    }
    if wanted.is_without_password() && !low.arg("password").is_some_and(python::is_true) {
        database::run(cx.system, &["passwd", "-d", name]);
        if Shadow::find(cx.system, name).is_some_and(|it| !it.password.is_empty()) {
            *outcome = fail(outcome, format!("User {name} created but failed to empty password"));
        }
        outcome.changes.insert("password".to_owned(), json!(""));
    }
    for (number, (argument, _, _, what)) in DATES.iter().enumerate() {
        let counts = |it: &&Json| *argument == "date" || python::is_true(it);
        let Some(value) = low.arg(argument).filter(counts).and_then(Json::as_i64) else { continue };
        shadow::set_date(cx.system, name, number, value);
        if Shadow::find(cx.system, name).and_then(|it| it.dates.get(number).copied()) != Some(value) {
            *outcome = fail(outcome, format!("User {name} created but failed to set {what} {value}"));
        }
        outcome.changes.insert((*argument).to_owned(), json!(value));
    }
}

fn fail(outcome: &Outcome, comment: String) -> Outcome {
    Outcome { result: Some(false), comment, ..outcome.clone() }
}
