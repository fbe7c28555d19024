//! The types of Puppet itself and of the modules that come with it.

use super::{Known, all_texts, texts};
use crate::managed::Managed;
use crate::paths;
use crate::pattern::Pattern;
use crate::table::{Relation, RelationInfo};
use crate::value::Value;

pub(super) fn titles(resource: &Managed<'_>, info: &RelationInfo, known: &dyn Known) -> Option<Vec<String>> {
    Some(match (resource.info.name.as_str(), info.target.as_str(), info.relation) {
        ("file", "file", Relation::Require) => parent_and_target(resource, known),
        ("file", owner @ ("user" | "group"), _) => {
            owner_name(resource, if owner == "user" { "owner" } else { "group" }).into_iter().collect()
        }
        ("exec", "file", _) => files_of_command(resource),
        ("exec", "user", _) => user_of_command(resource).into_iter().collect(),
        ("package", "file", _) => {
            let mut found = texts(resource, ["responsefile", "adminfile"]);
            found.extend(resource.text("source").filter(|it| paths::is_absolute(it)));
            found
        }
        ("user", "group", _) => groups(resource, known),
        ("user", "user", _) => members(resource, "roles"),
        ("cron", "user", _) => vec![resource.text("user").unwrap_or_else(|| "root".to_owned())],
        ("ssh_authorized_key", "user", _) => texts(resource, ["user"]),
        ("mount", "mount", _) => {
            let mut found = paths::ancestors(&resource.name());
            found.reverse();
            found
        }
        ("mount", "file", Relation::Before) => files_below(resource, known),
        ("selmodule", "file", _) => vec![
            resource
                .text("selmodulepath")
                .unwrap_or_else(|| format!("{}/{}.pp", resource.text("selmoduledir").unwrap_or_default(), resource.name())),
        ],
        ("zfs", "zpool", _) => resource.name().split('/').next().map(str::to_owned).into_iter().collect(),
        ("zfs", "zfs", _) => parents_of_zfs(&resource.name()),
        ("zone", "file", _) => resource.text("path").map_or_else(Vec::new, |path| vec![path.clone(), paths::directory(&path)]),
        ("zone", "zfs", _) => all_texts_of_property(resource, "dataset"),
        _ => return None,
    })
}

/// The nearest folder above that is managed, and what a link leads to.
fn parent_and_target(resource: &Managed<'_>, known: &dyn Known) -> Vec<String> {
    let mut found: Vec<String> = paths::ancestors(&resource.name()).into_iter().find(|it| known.contains("file", it)).into_iter().collect();
    let states = resource.info.attribute("ensure").map_or(&[][..], |it| &it.values.words);
    let linked = resource.text("ensure").filter(|it| !states.contains(it));
    found.extend(resource.text("target").or(linked));
    found
}

/// The name of an owner; numbers name nobody that Puppet would look for.
fn owner_name(resource: &Managed<'_>, name: &str) -> Option<String> {
    let owner = resource.given(name)?.items().first()?.as_word()?;
    if is_number(owner) { None } else { Some(owner.to_owned()) }
}

/// The working folder, and the files that stand at the beginning of the command and of its conditions.
fn files_of_command(resource: &Managed<'_>) -> Vec<String> {
    let mut found = texts(resource, ["cwd"]);
    let command = resource.value("command");
    if let Some(command) = command.as_ref().and_then(|it| it.items().first()).and_then(Value::as_str) {
        found.extend(command.split('\n').filter_map(leading_path));
        found.extend(leading_quotes(command));
    }
    for condition in ["onlyif", "unless"] {
        let Some(value) = resource.value(condition) else { continue };
        for line in value.items() {
            // A command may be a list of its words.
            if let Some(line) = line.items().first().and_then(Value::as_str) {
                found.extend(line.split('\n').filter_map(leading_path));
            }
        }
    }
    found
}

/// A text of digits is no name, but a number itself is looked up.
fn user_of_command(resource: &Managed<'_>) -> Option<String> {
    match resource.value("user")? {
        Value::Int(number) => Some(number.to_string()),
        other => other.as_word().filter(|it| !is_number(it)).map(str::to_owned),
    }
}

fn leading_path(line: &str) -> Option<String> {
    let end = line.find([' ', '\t', '\r', '\x0b', '\x0c']).unwrap_or(line.len());
    let word = line.get(..end).filter(|it| it.len() > 1)?;
    paths::is_absolute(word).then(|| word.to_owned())
}

/// Texts in quotation marks at the beginning of a line; they may span lines.
fn leading_quotes(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((quoted, after)) = rest.strip_prefix('"').and_then(|it| it.split_once('"'))
            && !quoted.is_empty()
        {
            found.push(quoted.to_owned());
            rest = after;
        }
        rest = rest.split_once('\n').map_or("", |(_, after)| after);
    }
    found
}

fn groups(resource: &Managed<'_>, known: &dyn Known) -> Vec<String> {
    let mut found = Vec::new();
    for group in resource.given("gid").map_or(&[][..], Value::items) {
        let number = match group {
            Value::Int(number) => Some(*number),
            other => other.as_str().filter(|it| is_number(it)).and_then(|it| it.parse().ok()),
        };
        match number {
            Some(number) => {
                found.extend(known.of_type("group").into_iter().find(|it| gid(it) == Some(number)).map(|it| it.title.to_owned()))
            }
            None => found.extend(group.as_word().map(str::to_owned)),
        }
    }
    found.extend(members(resource, "groups"));
    found
}

fn gid(group: &Managed<'_>) -> Option<i64> {
    match group.value("gid")? {
        Value::Int(number) => Some(number),
        Value::Str(text) if is_number(&text) => text.parse().ok(),
        _ => None,
    }
}

/// A list that Puppet sorts and joins with commas.
fn members(resource: &Managed<'_>, name: &str) -> Vec<String> {
    let mut found = all_texts_of_property(resource, name);
    found.sort();
    found.iter().flat_map(|it| it.split(',')).map(str::to_owned).collect()
}

/// All values of a property whose type keeps them all though the table lists no such rule.
fn all_texts_of_property(resource: &Managed<'_>, name: &str) -> Vec<String> {
    if resource.value(name).is_none() {
        return all_texts(resource, name);
    }
    let values = resource.given(name).map_or(&[][..], Value::items);
    values.iter().filter_map(Value::as_word).map(str::to_owned).collect()
}

fn files_below(resource: &Managed<'_>, known: &dyn Known) -> Vec<String> {
    // The mount point is a pattern for Puppet: its dots stand for anything.
    let below = Pattern::new(format!("/^{}/./", resource.name()));
    known.of_type("file").into_iter().map(Managed::name).filter(|it| below.is_match(it)).collect()
}

fn parents_of_zfs(name: &str) -> Vec<String> {
    let inner = name.match_indices('/').skip(1);
    inner.filter_map(|(at, _)| name.get(..at)).map(str::to_owned).collect()
}

/// A line of digits: Puppet's patterns look at lines.
fn is_number(text: &str) -> bool {
    text.split('\n').any(|line| !line.is_empty() && line.bytes().all(|it| it.is_ascii_digit()))
}
