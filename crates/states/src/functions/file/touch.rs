//! `file.touch`: a file that exists, with the time of now.

use machine::{Command, FileKind};
use serde_json::json;

use super::permissions::{Wanted, make_parents};
use super::{kind, parent, refuse_name};
use crate::function::{Arguments, Called, Cx, Function};
use crate::returned::Outcome;

pub const FUNCTION: Function = Function::new("file.touch", Arguments::These(&["makedirs"]), run).refusing(|low, _| refuse_name(low));

fn run(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.touch"));
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    let found = kind(cx.system, name);
    if cx.test {
        let mut outcome = match found {
            Some(_) => Outcome::fine(format!("File {name} exists and has the correct times")),
            None => Outcome::new(None, format!("File {name} is set to be created")),
        };
        outcome.changes.insert("new".to_owned(), json!(name));
        return Ok(outcome);
    }
    let has_folder = |cx: &Cx<'_>| kind(cx.system, parent(name)) == Some(FileKind::Directory);
    if cx.low.is_on("makedirs", false) && !has_folder(cx) {
        make_parents(cx, name, &Wanted::default())?;
    }
    if !has_folder(cx) {
        return Ok(Outcome::failed(format!("Directory not present to touch file {name}")));
    }
    let words = ["touch", "--", name].map(str::to_owned).to_vec();
    if !cx.system.run(&Command { words, ..Command::default() }).is_ok_and(|it| it.code == Some(0)) {
        return Ok(Outcome::failed(format!("{name} could not be touched")));
    }
    let (key, comment) = match found {
        None => ("new", format!("Created empty file {name}")),
        Some(FileKind::Directory) => ("touched", format!("Updated times on directory {name}")),
        Some(_) => ("touched", format!("Updated times on file {name}")),
    };
    let mut outcome = Outcome::fine(comment);
    outcome.changes.insert(key.to_owned(), json!(name));
    Ok(outcome)
}
