//! `file.copy`: a file or a folder of the machine is copied.

use machine::{Command, FileKind, System};
use serde_json::{Value as Json, json};

use super::permissions::{Wanted, check, digits, group_id, make_parents, user_id};
use super::{is_link, kind, parent, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &["source", "force", "makedirs", "preserve", "user", "group", "mode", "dir_mode", "subdir"];

pub const FUNCTION: Function = Function::new("file.copy", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if low.text("source").is_some_and(|it| it.starts_with('~')) {
        all.push("`~` in the source of `file.copy` is not supported".to_owned());
    }
    all
}

/// Removes what lies at a path, with all that is in it.
pub fn remove(system: &mut dyn System, path: &str) -> std::io::Result<()> {
    match !is_link(system, path) && kind(system, path) == Some(FileKind::Directory) {
        true => system.remove_tree(path),
        false => system.remove_file(path),
    }
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let source = low.text("source").unwrap_or_default();
    if low.name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.copy"));
    }
    if !low.name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {} is not an absolute path", low.name)));
    }
    if kind(cx.system, &source).is_none() {
        return Ok(Outcome::failed(format!("Source file \"{source}\" is not present")));
    }
    let wanted = wanted(cx, &source)?;
    if let Some(problem) = wanted.missing(cx) {
        return Ok(Outcome::failed(problem));
    }
    let mut name = low.name.clone();
    // The comment names what the state names.
    let mut comment = format!("Copied \"{source}\" to \"{name}\"");
    if low.is_on("subdir", false) && kind(cx.system, &name) == Some(FileKind::Directory) {
        name = format!("{}/{}", name.trim_end_matches('/'), source.rsplit('/').next().unwrap_or_default());
    }
    let exists = is_link(cx.system, &name) || kind(cx.system, &name).is_some();
    if exists && !low.is_on("force", false) {
        return Ok(Outcome::fine(format!("The target file \"{name}\" exists and will not be overwritten")));
    }
    if exists {
        let is_same = kind(cx.system, &name) == Some(FileKind::File)
            && cx.system.read(&name).ok().is_some_and(|it| cx.system.read(&source).ok() == Some(it));
        if is_same {
            comment.push_str(" - files are identical but force flag is set");
        }
        if !cx.test && remove(cx.system, &name).is_err() {
            return Ok(Outcome::failed(format!("Failed to delete \"{name}\" in preparation for forced move")));
        }
    }
    if cx.test {
        return Ok(Outcome::new(None, format!("File \"{source}\" is set to be copied to \"{name}\"")));
    }
    let folder = parent(&name).to_owned();
    if kind(cx.system, &folder) != Some(FileKind::Directory) {
        if !low.is_on("makedirs", false) {
            return Ok(Outcome::failed(format!("The target directory {folder} is not present")));
        }
        let mode = low.arg("dir_mode").map(python::text).or_else(|| wanted.mode.as_deref().map(searchable));
        let mode = mode.map(|it| super::permissions::mode(&json!(it)));
        make_parents(cx, &name, &Wanted { mode, ..wanted.clone() })?;
    }
    copy(cx, &source, &name, &wanted, comment)
}

/// The owners and the mode that the copy is to have.
fn wanted(cx: &mut Cx<'_>, source: &str) -> Result<Wanted, StateError> {
    let low = cx.low;
    let found = cx.system.look(source, true).map_err(|it| StateError::system(&it, source))?;
    let mode_of_source = found.as_ref().map(|it| digits(it.mode));
    if low.is_on("preserve", false) {
        return Ok(Wanted { mode: mode_of_source, ..Wanted::default() });
    }
    let given = |name: &str| low.arg(name).filter(|it| python::is_true(it) || it.is_number()).cloned();
    let user = given("user").unwrap_or(json!("root"));
    let group = given("group").or_else(|| primary_group(cx, &user));
    let mode = low.arg("mode").map(super::permissions::mode).or(mode_of_source);
    Ok(Wanted { user: Some(user), group, mode })
}

/// The name of the group that new files of a user belong to.
fn primary_group(cx: &mut Cx<'_>, user: &Json) -> Option<Json> {
    let id = user_id(cx.system, user)?;
    let words = ["id", "-g", "--", &id.to_string()].map(str::to_owned).to_vec();
    let output = cx.system.run(&Command { words, ..Command::default() }).ok()?;
    let group = output.text().trim().parse().ok()?;
    Some(cx.system.group_name(group).map_or_else(|| json!(group), |it| json!(it)))
}

/// A mode whose folders can be searched by all who may read something.
fn searchable(mode: &str) -> String {
    let digit = |c: char| if c == '0' { c } else { c.to_digit(8).and_then(|it| char::from_digit(it | 1, 8)).unwrap_or(c) };
    mode.chars().skip(mode.len().saturating_sub(3)).map(digit).collect()
}

fn copy(cx: &mut Cx<'_>, source: &str, name: &str, wanted: &Wanted, comment: String) -> Called {
    let is_folder = kind(cx.system, source) == Some(FileKind::Directory);
    let flags: &[&str] = if is_folder { &["-R", "-P", "--preserve=mode,timestamps"] } else { &["-L", "--preserve=mode"] };
    let words = ["cp"].iter().chain(flags).chain(&["-T", "--", source, name]).map(|it| (*it).to_owned()).collect();
    if !cx.system.run(&Command { words, ..Command::default() }).is_ok_and(|it| it.code == Some(0)) {
        return Ok(Outcome::failed(format!("Failed to copy \"{source}\" to \"{name}\"")));
    }
    let mut outcome = Outcome::fine(comment);
    outcome.changes.insert(name.to_owned(), json!(source));
    if cx.low.is_on("preserve", false) {
        return Ok(outcome);
    }
    if is_folder {
        own_all(cx, name, wanted)?;
    }
    check(cx, name, wanted, &mut outcome);
    Ok(outcome)
}

/// Gives everything below a folder to the owners.
fn own_all(cx: &mut Cx<'_>, folder: &str, wanted: &Wanted) -> Result<(), StateError> {
    let user = wanted.user.as_ref().and_then(|it| user_id(cx.system, it));
    let group = wanted.group.as_ref().and_then(|it| group_id(cx.system, it));
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in cx.system.list(&folder).map_err(|it| StateError::system(&it, &folder))? {
            let path = format!("{folder}/{entry}");
            cx.system.set_owner(&path, user, group, false).map_err(|it| StateError::system(&it, &path))?;
            if !is_link(cx.system, &path) && kind(cx.system, &path) == Some(FileKind::Directory) {
                open.push(path);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::searchable;

    #[test]
    fn folders_of_a_copy_can_be_searched() {
        assert_eq!(searchable("0640"), "750");
        assert_eq!(searchable("0600"), "700");
        assert_eq!(searchable("755"), "755");
    }
}
