//! `group.present` and `group.absent`: groups and who is in them.

use machine::System;
use serde_json::{Map, Value as Json, json};

use super::database;
use crate::files::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &["gid", "system", "addusers", "delusers", "members", "non_unique", "local"];

pub const FUNCTIONS: &[Function] = &[
    Function::new("group.present", Arguments::These(ARGUMENTS), present).refusing(refuse),
    Function::new("group.absent", Arguments::These(&["local"]), absent).refusing(refuse),
];

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let name = low.function();
    let mut all = Vec::new();
    if low.is_on("local", false) {
        all.push(format!("`local` of `{name}` is not supported"));
    }
    for argument in ["addusers", "delusers", "members"] {
        let names = low.arg(argument);
        let is_list = |it: &Json| it.as_array().is_some_and(|it| it.iter().all(Json::is_string));
        if names.is_some_and(|it| !is_list(it)) {
            all.push(format!("`{argument}` of `{name}` has to be a list of names"));
        }
    }
    if low.arg("gid").is_some_and(|it| number(it).is_none()) {
        all.push(format!("`gid` of `{name}` has to be a number"));
    }
    all
}

fn number(value: &Json) -> Option<u32> {
    python::text(value).parse().ok()
}

/// Entry of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    name: String,
    password: String,
    id: u32,
    members: Vec<String>,
}

impl Group {
    /// Finds a group by its name.
    fn find(system: &mut dyn System, name: &str) -> Option<Group> {
        Group::entry(system, name).filter(|it| it.name == name)
    }

    /// Finds a group by its name or its number.
    fn entry(system: &mut dyn System, key: &str) -> Option<Group> {
        let [name, password, id, members] = database::entry(system, "group", key)?.try_into().ok()?;
        let members = members.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect();
        Some(Group { name, password, id: id.parse().ok()?, members })
    }

    fn to_changes(&self) -> Map<String, Json> {
        let all = [("name", json!(self.name)), ("passwd", json!(self.password)), ("gid", json!(self.id)), ("members", json!(self.members))];
        all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Required changes.
    fn differences(&self, low: &Low) -> Map<String, Json> {
        let mut all = Map::new();
        if let Some(id) = low.arg("gid").and_then(number).filter(|it| *it != 0 && *it != self.id) {
            all.insert("gid".to_owned(), json!(id));
        }
        let is_member = |it: &String| self.members.contains(it);
        let members = low.texts("members");
        let is_different = !members.iter().all(is_member) || !self.members.iter().all(|it| members.contains(it));
        if low.arg("members").is_some() && is_different {
            let (key, members) = if members.is_empty() { ("delusers", &self.members) } else { ("members", &members) };
            all.insert(key.to_owned(), json!(members));
        }
        for (name, is_wanted) in [("addusers", true), ("delusers", false)] {
            let users: Vec<String> = low.texts(name).into_iter().filter(|it| is_member(it) != is_wanted).collect();
            if !users.is_empty() {
                all.insert(name.to_owned(), json!(users));
            }
        }
        all
    }
}

fn present(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let (add, remove, members) = (low.texts("addusers"), low.texts("delusers"), low.texts("members"));
    if low.arg("members").is_some() && (low.arg("addusers").is_some() || low.arg("delusers").is_some()) {
        let comment = "Error: Conflicting options \"members\" with \"addusers\" and/or \"delusers\" can not be used together. ";
        return Ok(Outcome::new(None, comment));
    }
    if add.iter().any(|it| remove.contains(it)) {
        return Ok(Outcome::new(None, "Error. Same user(s) can not be added and deleted simultaneously"));
    }
    let Some(group) = Group::find(cx.system, name) else { return Ok(create(cx, &members, &add)) };
    let changes = group.differences(low);
    if changes.is_empty() {
        return Ok(Outcome::fine(format!("Group {name} is present and up to date")));
    }
    let lines: String = changes.iter().map(|(key, value)| format!("{key}: {}\n", said(low, key, value))).collect();
    let comment = format!("The following group attributes are set to be changed:\n{lines}");
    if cx.test {
        return Ok(Outcome::new(None, comment));
    }
    let texts = |value: &Json| value.as_array().into_iter().flatten().map(python::text).collect::<Vec<String>>();
    for (key, value) in &changes {
        match key.as_str() {
            "gid" if low.is_on("non_unique", false) => database::run(cx.system, &["groupmod", "-o", "-g", &python::text(value), name]),
            "gid" => database::run(cx.system, &["groupmod", "-g", &python::text(value), name]),
            "members" => database::run(cx.system, &["gpasswd", "--members", &members.join(","), name]),
            "addusers" => texts(value).iter().all(|it| database::run(cx.system, &["gpasswd", "--add", it, name])),
            _ => texts(value).iter().all(|it| database::run(cx.system, &["gpasswd", "--del", it, name])),
        };
    }
    let left = Group::find(cx.system, name).map_or_else(|| changes.clone(), |it| it.differences(low));
    let mut outcome = Outcome::fine(comment);
    if left.is_empty() {
        outcome.changes.insert("Final".to_owned(), json!("All changes applied successfully"));
    } else {
        outcome.result = Some(false);
        outcome.comment.push_str("Some changes could not be applied");
        outcome.changes.insert("Failed".to_owned(), Json::Object(left));
    }
    Ok(outcome)
}

/// A value of a change. Members that go because none are wanted are a set in Salt.
fn said(low: &Low, key: &str, value: &Json) -> String {
    let text = python::text(value);
    if key == "delusers" && low.arg("delusers").is_none() { format!("{{{}}}", text.trim_matches(['[', ']'])) } else { text }
}

fn create(cx: &mut Cx<'_>, members: &[String], add: &[String]) -> Outcome {
    let low = cx.low;
    let name = low.name.as_str();
    if cx.test {
        return Outcome::new(None, format!("Group {name} set to be added"));
    }
    let id = low.arg("gid").and_then(number).map(|it| it.to_string());
    // A number that is a text is no number that anything has.
    let is_number = low.arg("gid").is_some_and(Json::is_number);
    let is_shared = low.is_on("non_unique", false);
    if let Some(taken) = id.as_ref().filter(|_| is_number && !is_shared).and_then(|it| Group::entry(cx.system, it)) {
        let (id, other) = (taken.id, taken.name);
        return Outcome::failed(format!("Group {name} is not present but gid {id} is already taken by group {other}"));
    }
    let mut words = vec!["groupadd"];
    if let Some(id) = id.as_deref().filter(|it| *it != "0") {
        words.extend(["-g", id]);
        words.extend(is_shared.then_some("-o"));
    }
    words.extend(low.is_on("system", false).then_some("-r"));
    words.push(name);
    if !database::run(cx.system, &words) {
        return Outcome::failed(format!("Failed to create new group {name}"));
    }
    let all = if add.is_empty() { members } else { add };
    if !all.is_empty() {
        database::run(cx.system, &["gpasswd", "--members", &all.join(","), name]);
    }
    let Some(group) = Group::find(cx.system, name) else { return Outcome::failed(format!("Failed to create new group {name}")) };
    let left = group.differences(low);
    if left.is_empty() {
        return Outcome { changes: group.to_changes(), ..Outcome::fine(format!("New group {name} created")) };
    }
    let mut outcome = Outcome::failed(format!("Group {name} has been created but, some changes could not be applied"));
    outcome.changes.insert("Failed".to_owned(), Json::Object(left));
    outcome
}

fn absent(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.clone();
    if Group::find(cx.system, &name).is_none() {
        return Ok(Outcome::fine("Group not present"));
    }
    if cx.test {
        return Ok(Outcome::new(None, format!("Group {name} is set for removal")));
    }
    if !database::run(cx.system, &["groupdel", &name]) {
        return Ok(Outcome::failed(format!("Failed to remove group {name}")));
    }
    let mut outcome = Outcome::fine(format!("Removed group {name}"));
    outcome.changes.insert(name, json!(""));
    Ok(outcome)
}
