//! `file.absent`: nothing lies at a path; a folder goes with all that is in it.

use machine::FileKind;
use serde_json::json;

use super::{is_link, kind, refuse_name};
use crate::function::{Arguments, Called, Cx, Function};
use crate::returned::Outcome;

pub const FUNCTION: Function = Function::new("file.absent", Arguments::These(&[]), run).refusing(refuse);

fn refuse(low: &crate::Low, _: &crate::Files<'_>) -> Vec<String> {
    refuse_name(low)
}

fn run(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.absent"));
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    if name == "/" {
        return Ok(Outcome::failed("Refusing to make \"/\" absent"));
    }
    let is_file = is_link(cx.system, name) || kind(cx.system, name) == Some(FileKind::File);
    let is_folder = !is_file && kind(cx.system, name) == Some(FileKind::Directory);
    if !is_file && !is_folder {
        return Ok(Outcome::fine(format!("File {name} is not present")));
    }
    let what = if is_file { "File" } else { "Directory" };
    let mut outcome = Outcome::default();
    if cx.test {
        outcome.comment = format!("{what} {name} is set for removal");
    } else {
        let removed = if is_file { cx.system.remove_file(name) } else { cx.system.remove_tree(name) };
        if let Err(error) = removed {
            return Ok(Outcome::failed(match is_file {
                true => format!("Failed to remove path '{name}': {error}"),
                false => format!("Failed to remove directory {name}"),
            }));
        }
        outcome.result = Some(true);
        outcome.comment = format!("Removed {} {name}", what.to_lowercase());
    }
    outcome.changes.insert("removed".to_owned(), json!(name));
    Ok(outcome)
}
