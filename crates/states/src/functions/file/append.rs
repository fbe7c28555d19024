//! `file.append`: lines at the end of a file that has them nowhere.

use machine::Content;
use serde_json::json;

use super::added::{Found, has, prepare, refuse};
use super::contents::lines;
use super::diff::is_binary;
use crate::difflib;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::returned::Outcome;

const ARGUMENTS: &[&str] =
    &["text", "makedirs", "source", "sources", "template", "defaults", "context", "ignore_whitespace", "show_changes"];

pub const FUNCTION: Function = Function::new("file.append", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn run(cx: &mut Cx<'_>) -> Called {
    let Found { texts, bytes, before } = match prepare(cx)? {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    let name = cx.low.name.as_str();
    let describe = |error: std::io::Error| StateError::system(&error, name);
    let mut added: Vec<&str> = Vec::new();
    for text in &texts {
        if !has(&before, text)? {
            added.extend(lines(text));
        }
    }
    let mut after = before.clone();
    if !after.is_empty() && !after.ends_with('\n') {
        after.push('\n');
    }
    after.extend(added.iter().map(|it| format!("{it}\n")));
    let mut outcome = Outcome::fine(format!("File {name} is in correct state"));
    if added.is_empty() {
        return Ok(outcome);
    }
    outcome.changes.insert("diff".to_owned(), json!(diff(cx, &bytes, &before, &after)));
    if cx.test {
        outcome.result = None;
        outcome.comment = format!("File {name} is set to be updated");
        return Ok(outcome);
    }
    // What is no text stays as it is.
    let bytes = [&bytes, after.as_bytes().get(before.len()..).unwrap_or_default()].concat();
    cx.system.write(name, Content::Bytes(&bytes), 0o644).map_err(describe)?;
    outcome.comment = format!("Appended {} lines", added.len());
    Ok(outcome)
}

fn diff(cx: &Cx<'_>, bytes: &[u8], before: &str, after: &str) -> String {
    if is_binary(bytes) {
        return "Replace binary file".to_owned();
    }
    if !cx.low.is_on("show_changes", true) {
        return "<show_changes=False>".to_owned();
    }
    // The header has line ends of its own, and the lines have none.
    difflib::unified(&lines(before), &lines(after), "\n").join("\n")
}
