//! Account of a user.

use machine::{Command, System};
use serde_json::{Map, Value as Json, json};

use crate::functions::database;

/// The fields of the comment, as Salt names them.
pub const FIELDS: [&str; 5] = ["fullname", "roomnumber", "workphone", "homephone", "other"];

/// An entry of the database of users, with the names of all groups of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    pub password: String,
    pub id: u32,
    pub group: u32,
    /// The values of [`FIELDS`].
    pub fields: [String; 5],
    pub home: String,
    pub shell: String,
    pub groups: Vec<String>,
}

impl Account {
    pub fn find(system: &mut dyn System, name: &str) -> Option<Account> {
        let [found, password, id, group, comment, home, shell] = database::entry(system, "passwd", name)?.try_into().ok()?;
        if found != name {
            return None;
        }
        let mut fields: [String; 5] = Default::default();
        for (field, text) in fields.iter_mut().zip(comment.splitn(5, ',')) {
            text.clone_into(field);
        }
        let groups = groups(system, name);
        Some(Account { name: found, password, id: id.parse().ok()?, group: group.parse().ok()?, fields, home, shell, groups })
    }

    pub fn to_changes(&self) -> Map<String, Json> {
        let mut all: Map<String, Json> = Map::new();
        let mut set = |name: &str, value: Json| {
            all.insert(name.to_owned(), value);
        };
        set("gid", json!(self.group));
        set("groups", json!(self.groups));
        set("home", json!(self.home));
        set("name", json!(self.name));
        set("passwd", json!(self.password));
        set("shell", json!(self.shell));
        set("uid", json!(self.id));
        for (name, value) in FIELDS.iter().zip(&self.fields) {
            set(name, json!(value));
        }
        all
    }

    /// The comment of the entry, with one field changed.
    pub fn comment(&self, field: &str, value: &str) -> String {
        let own = |(name, text): (&&str, &String)| if *name == field { value.to_owned() } else { text.clone() };
        let all: Vec<String> = FIELDS.iter().zip(&self.fields).map(own).collect();
        all.join(",").trim_end_matches(',').to_owned()
    }
}

/// The names of all groups of a user, sorted: where groups share a number, of each of them.
fn groups(system: &mut dyn System, name: &str) -> Vec<String> {
    let words = ["id", "-G", name].map(str::to_owned).to_vec();
    let output = system.run(&Command { words, ..Command::default() }).ok().filter(|it| it.code == Some(0));
    let text = output.map(|it| it.text()).unwrap_or_default();
    let numbers: Vec<u32> = text.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    let file = system.read("/etc/group").map(|it| String::from_utf8_lossy(&it).into_owned()).unwrap_or_default();
    let (mut names, mut known) = (Vec::new(), Vec::new());
    for line in file.lines() {
        let parts: Vec<&str> = line.split(':').collect();
        let &[group, _, number, _] = parts.as_slice() else { continue };
        if let Some(number) = number.parse().ok().filter(|it| numbers.contains(it)) {
            names.push(group.to_owned());
            known.push(number);
        }
    }
    for number in numbers.into_iter().filter(|it| !known.contains(it)) {
        names.extend(database::group_name(system, number));
    }
    names.sort();
    names.dedup();
    names
}
