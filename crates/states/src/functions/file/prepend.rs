//! `file.prepend`: lines at the start of a file that has them nowhere, or not at its start.

use machine::Content;
use serde_json::json;

use super::added::{Found, has, prepare, refuse};
use super::contents::lines;
use super::diff::{diff, is_binary};
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &["text", "makedirs", "source", "sources", "template", "defaults", "context", "header", "show_changes"];

pub const FUNCTION: Function = Function::new("file.prepend", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn run(cx: &mut Cx<'_>) -> Called {
    let Found { texts, bytes, before } = match prepare(cx)? {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    let name = cx.low.name.as_str();
    let is_header = cx.low.is_on("header", false);
    let mut added: Vec<&str> = Vec::new();
    for text in &texts {
        if is_header || !has(&before, text)? {
            added.extend(lines(text));
        }
    }
    // In test mode, Salt does not ask whether the file starts with them.
    if is_header && !cx.test && lines(&before).get(..added.len()) == Some(added.as_slice()) {
        added.clear();
    }
    let mut after: String = added.iter().map(|it| format!("{it}\n")).collect();
    after += &before;
    let mut outcome = Outcome::fine(format!("File {name} is in correct state"));
    if added.is_empty() {
        return Ok(outcome);
    }
    let text = difference(&added, &before, &after);
    let text = match cx.low.is_on("show_changes", true) {
        _ if is_binary(&bytes) => "Replace binary file".to_owned(),
        true => text,
        false => "<show_changes=False>".to_owned(),
    };
    outcome.changes.insert("diff".to_owned(), json!(text));
    if cx.test {
        outcome.result = None;
        outcome.comment = format!("File {name} is set to be updated");
        return Ok(outcome);
    }
    if !is_binary(&bytes) {
        cx.system.write(name, Content::Bytes(after.as_bytes()), 0o644).map_err(|it| StateError::system(&it, name))?;
    }
    outcome.comment = format!("Prepended {} lines", added.len());
    Ok(outcome)
}

/// A unified diff. Python takes the whole old text for what is equal, even where its first lines are the new ones.
fn difference(added: &[&str], before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let first = (0..=added.len()).find(|it| new.get(*it..it + old.len()) == Some(old.as_slice()));
    if first != Some(added.len()) {
        return diff(before.as_bytes(), after.as_bytes()).unwrap_or_default();
    }
    let context = old.get(..3).unwrap_or(&old);
    let range = |length: usize| match length {
        0 => "0,0".to_owned(),
        1 => "1".to_owned(),
        length => format!("1,{length}"),
    };
    let mut out = format!("--- \n+++ \n@@ -{} +{} @@\n", range(context.len()), range(added.len() + context.len()));
    out.extend(added.iter().map(|it| format!("+{it}\n")));
    out.extend(context.iter().map(|it| format!(" {it}")));
    out
}
