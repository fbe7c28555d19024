//! `file.rename`: what lies at one path is moved to another one.

use machine::{Command, FileKind};
use serde_json::json;

use super::permissions::{Wanted, make_parents};
use super::{is_link, kind, parent, refuse_name};
use crate::Files;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::returned::Outcome;

pub const FUNCTION: Function = Function::new("file.rename", Arguments::These(&["source", "force", "makedirs"]), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    let source = low.text("source").unwrap_or_default();
    if source.starts_with('~') || source.contains('$') || low.name.contains('$') {
        all.push("`~` and `$` in paths of `file.rename` are not supported".to_owned());
    }
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let (name, source) = (low.name.as_str(), low.text("source").unwrap_or_default());
    let exists = |cx: &Cx<'_>, path: &str| is_link(cx.system, path) || kind(cx.system, path).is_some();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.rename"));
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    if !exists(cx, &source) {
        return Ok(Outcome::fine(format!("Source file \"{source}\" has already been moved out of place")));
    }
    if exists(cx, name) {
        if !low.is_on("force", false) {
            return Ok(Outcome::fine(format!("The target file \"{name}\" exists and will not be overwritten")));
        }
        if !cx.test && super::copy::remove(cx.system, name).is_err() {
            return Ok(Outcome::failed(format!("Failed to delete \"{name}\" in preparation for forced move")));
        }
    }
    if cx.test {
        return Ok(Outcome::new(None, format!("File \"{source}\" is set to be moved to \"{name}\"")));
    }
    let folder = parent(name);
    if kind(cx.system, folder) != Some(FileKind::Directory) {
        if !low.is_on("makedirs", false) {
            return Ok(Outcome::failed(format!("The target directory {folder} is not present")));
        }
        make_parents(cx, name, &Wanted::default())?;
    }
    let words = ["mv", "-T", "--", &source, name].map(str::to_owned).to_vec();
    if !cx.system.run(&Command { words, ..Command::default() }).is_ok_and(|it| it.code == Some(0)) {
        return Ok(Outcome::failed(format!("Failed to move \"{source}\" to \"{name}\"")));
    }
    let mut outcome = Outcome::fine(format!("Moved \"{source}\" to \"{name}\""));
    outcome.changes.insert(name.to_owned(), json!(source));
    Ok(outcome)
}
