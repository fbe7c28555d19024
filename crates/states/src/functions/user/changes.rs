//! Differences of a user from the wanted one.

use machine::{FileKind, System};
use serde_json::{Map, Value as Json, json};

use super::account::{Account, FIELDS};
use super::shadow::{DATES, Shadow};
use crate::functions::database;
use crate::low::Low;
use crate::python;

/// Wanted properties of a user.
#[derive(Clone, Debug)]
pub struct Wanted<'l> {
    pub low: &'l Low,
    /// A number, or the name of a group.
    pub group: Option<Json>,
    /// None: those that the user has.
    pub groups: Option<Vec<String>>,
    /// Those of the optional groups that exist.
    pub optional: Vec<String>,
}

impl Wanted<'_> {
    /// A field of the comment.
    pub fn field(&self, name: &str) -> Option<String> {
        self.low.text(name)
    }

    pub fn removes_groups(&self) -> bool {
        self.low.is_on("remove_groups", true)
    }

    pub fn password(&self) -> Option<String> {
        self.low.text("password").filter(|it| !it.is_empty() && !self.is_without_password())
    }

    pub fn is_without_password(&self) -> bool {
        self.low.is_on("empty_password", false)
    }
}

/// The name and the number of a group that is given as either.
fn group(system: &mut dyn System, given: &Json) -> (Option<u32>, Option<String>) {
    match given {
        Json::Number(number) => {
            let id = number.as_u64().and_then(|it| u32::try_from(it).ok());
            let name = id.and_then(|it| database::group_name(system, it));
            (id, name)
        }
        other => {
            let name = python::text(other);
            let id = database::group_id(system, &name);
            (id, id.map(|_| name))
        }
    }
}

/// Takes a group off a list, with those that share its number.
fn take_off(system: &mut dyn System, list: &mut Vec<String>, name: &str, all: &[String]) {
    let id = database::group_id(system, name);
    let is_own =
        |system: &mut dyn System, it: &String| it == name || (all.contains(it) && id.is_some() && database::group_id(system, it) == id);
    let mut left = Vec::new();
    for it in list.drain(..) {
        if !is_own(system, &it) {
            left.push(it);
        }
    }
    *list = left;
}

/// Whether the groups differ in more than names of one number.
fn are_groups_different(system: &mut dyn System, has: &[String], wanted: &[String], removes: bool) -> bool {
    let is_subset = wanted.iter().all(|it| has.contains(it));
    if is_subset && (!removes || has.iter().all(|it| wanted.contains(it))) {
        return false;
    }
    let mut all: Vec<(&String, Option<u32>)> = Vec::new();
    for name in has.iter().chain(wanted) {
        if !all.iter().any(|it| it.0 == name) {
            let id = database::group_id(system, name);
            all.push((name, id));
        }
    }
    let is_new = |it: &String| wanted.contains(it) && !has.contains(it);
    let is_old = |it: &String| removes && has.contains(it) && !wanted.contains(it);
    let mut different = all.iter().filter(|it| is_new(it.0) || is_old(it.0));
    different.any(|(name, id)| !all.iter().any(|it| it.0 != *name && it.1 == *id))
}

/// The names and values of all changes, in Salt's order.
pub fn changes(system: &mut dyn System, account: &Account, wanted: &Wanted<'_>) -> Map<String, Json> {
    let low = wanted.low;
    let mut all = Map::new();
    let mut set = |name: &str, value: Json| {
        all.insert(name.to_owned(), value);
    };
    if let Some(id) = low.arg("uid").filter(|it| python::is_true(it) && it.as_u64() != Some(u64::from(account.id))) {
        set("uid", id.clone());
    }
    let old = database::group_name(system, account.group).unwrap_or_else(|| account.group.to_string());
    let mut default = old.clone();
    if let Some(given) = &wanted.group {
        let (id, name) = group(system, given);
        if id != Some(account.group) {
            set("gid", given.clone());
        }
        default = name.or_else(|| id.map(|it| it.to_string())).unwrap_or_default();
    }
    if let Some(groups) = different_groups(system, account, wanted, &default, &old) {
        set("groups", json!(groups));
    }
    let home = low.text("home").filter(|it| !it.is_empty());
    if let Some(home) = home.as_ref().filter(|it| **it != account.home) {
        set("home", json!(home));
    }
    let home = home.unwrap_or_else(|| account.home.clone());
    let is_folder = system.look(&home, true).ok().flatten().is_some_and(|it| it.kind == FileKind::Directory);
    if low.is_on("createhome", true) && !is_folder {
        set("homeDoesNotExist", json!(home));
    }
    if let Some(shell) = low.text("shell").filter(|it| !it.is_empty() && *it != account.shell) {
        set("shell", json!(shell));
    }
    of_shadow(system, account, wanted, &mut set);
    for (name, has) in FIELDS.iter().zip(&account.fields) {
        if let Some(value) = wanted.field(name).filter(|it| it != has) {
            set(name, json!(value));
        }
    }
    all
}

fn different_groups(system: &mut dyn System, account: &Account, wanted: &Wanted<'_>, default: &str, old: &str) -> Option<Vec<String>> {
    let (mut has, removes) = (account.groups.clone(), wanted.removes_groups());
    let mut groups: Vec<String> = wanted.groups.iter().flatten().chain(&wanted.optional).cloned().collect();
    if !removes || (wanted.groups.is_none() && wanted.optional.is_empty()) {
        groups.extend(has.iter().cloned());
    }
    groups.sort();
    groups.dedup();
    let all = account.groups.as_slice();
    if has.iter().any(|it| it == default) || groups.iter().any(|it| it == default) {
        take_off(system, &mut has, default, all);
        take_off(system, &mut groups, default, all);
    }
    if old != default && has.iter().any(|it| it == old) {
        take_off(system, &mut has, old, all);
    }
    if has.contains(&account.name) && !groups.contains(&account.name) {
        take_off(system, &mut has, &account.name, all);
    }
    let is_different = are_groups_different(system, &has, &groups, removes) && (removes || !groups.is_empty());
    is_different.then_some(groups)
}

fn of_shadow(system: &mut dyn System, account: &Account, wanted: &Wanted<'_>, set: &mut dyn FnMut(&str, Json)) {
    let low = wanted.low;
    let shadow = Shadow::find(system, &account.name);
    let has = shadow.as_ref().map(|it| it.password.as_str()).unwrap_or_default();
    let may_set = has == "!" || low.is_on("enforce_password", true);
    if let Some(password) = wanted.password().filter(|it| may_set && it != has) {
        set("passwd", json!(password));
    }
    if wanted.is_without_password() && !has.is_empty() {
        set("empty_password", json!(true));
    }
    for (number, (name, ..)) in DATES.iter().enumerate() {
        let has = shadow.as_ref().and_then(|it| it.dates.get(number)).copied();
        let counts = |it: &&Json| *name != "expire" || python::is_true(it);
        if let Some(value) = low.arg(name).filter(counts).filter(|it| it.as_i64() != has) {
            set(name, value.clone());
        }
    }
    let is_locked = has.starts_with('!');
    if let Some(lock) = low.arg("password_lock").and_then(Json::as_bool).filter(|it| *it != is_locked) {
        set("password_lock", json!(lock));
    }
}
