//! Users and groups as the files of the machine have them.

use crate::instance::Cx;
use crate::types::tool;
use machine::System;

/// A line of `/etc/passwd`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub name: String,
    pub uid: i64,
    pub gid: i64,
    pub comment: String,
    pub home: String,
    pub shell: String,
}

/// A line of `/etc/shadow`. Days that are not said are -1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    pub password: String,
    pub least_age: i64,
    pub greatest_age: i64,
    pub warning: i64,
    pub expiry: i64,
}

/// A line of `/etc/group`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    pub gid: i64,
    pub members: Vec<String>,
}

fn lines(file: &str, system: &dyn System) -> Vec<Vec<String>> {
    let text = system.read(file).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(|it| it.split(':').map(str::to_owned).collect()).collect()
}

fn user_of(parts: &[String]) -> Option<User> {
    let [name, _, uid, gid, comment, home, shell] = parts else { return None };
    let (uid, gid) = (uid.parse().ok()?, gid.parse().ok()?);
    Some(User { name: name.clone(), uid, gid, comment: comment.clone(), home: home.clone(), shell: shell.clone() })
}

fn group_of(parts: &[String]) -> Option<Group> {
    let [name, _, gid, members] = parts else { return None };
    let members = members.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect();
    Some(Group { name: name.clone(), gid: gid.parse().ok()?, members })
}

pub fn users(system: &dyn System) -> Vec<User> {
    lines("/etc/passwd", system).iter().filter_map(|it| user_of(it)).collect()
}

pub fn groups(system: &dyn System) -> Vec<Group> {
    lines("/etc/group", system).iter().filter_map(|it| group_of(it)).collect()
}

/// A user of the machine, or of a directory that it asks.
pub fn user(name: &str, cx: &mut Cx<'_>) -> Option<User> {
    let local = users(cx.system).into_iter().find(|it| it.name == name);
    local.or_else(|| user_of(&elsewhere("passwd", name, cx)?))
}

pub fn group(name: &str, cx: &mut Cx<'_>) -> Option<Group> {
    let local = groups(cx.system).into_iter().find(|it| it.name == name);
    local.or_else(|| group_of(&elsewhere("group", name, cx)?))
}

/// The number of a group that is named or numbered.
pub fn group_number(name: &str, cx: &mut Cx<'_>) -> Option<i64> {
    name.parse().ok().or_else(|| group(name, cx).map(|it| it.gid))
}

pub fn secret(name: &str, system: &dyn System) -> Option<Secret> {
    let line = lines("/etc/shadow", system).into_iter().find(|it| it.first().is_some_and(|it| it == name))?;
    let days = |at: usize| line.get(at).and_then(|it| it.parse().ok()).unwrap_or(-1);
    let password = line.get(1)?.clone();
    Some(Secret { password, least_age: days(3), greatest_age: days(4), warning: days(5), expiry: days(7) })
}

fn elsewhere(database: &str, name: &str, cx: &mut Cx<'_>) -> Option<Vec<String>> {
    let command = tool::command(tool::words(&["getent", "--", database, name]));
    let output = tool::run(&command, cx.system).ok().filter(|it| it.code == Some(0))?;
    Some(output.text().lines().next()?.split(':').map(str::to_owned).collect())
}
