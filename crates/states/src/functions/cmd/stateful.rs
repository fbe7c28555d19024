//! `stateful`: the output of a command says whether it has changed something.

use serde_json::{Map, Value as Json, json};

use crate::error::StateError;
use crate::function::Called;
use crate::python;
use crate::returned::Outcome;
use crate::words::words;

const NO_OBJECT: &str = "script JSON output must be a JSON object (e.g., {})!";
const NO_PAIRS: &str = "Failed parsing script output! Stdout must be JSON or a line of name=value pairs.";

/// Data that a command prints.
struct Said {
    data: Map<String, Json>,
    is_json: bool,
    /// Characters before the line of pairs, of all that is printed. Salt counts -1 where there is no line before it.
    before: Option<usize>,
}

/// Takes the result of a command for what its output says.
pub fn reinterpreted(outcome: Outcome) -> Called {
    let done = outcome.changes;
    let outcome = Outcome { changes: Map::new(), comment: String::new(), ..outcome };
    let text = |name: &str| done.get(name).and_then(Json::as_str).unwrap_or_default();
    let stdout = text("stdout");
    if stdout.is_empty() {
        return Ok(Outcome { comment: text("stderr").to_owned(), ..outcome });
    }
    let Said { mut data, is_json, before } = match said(stdout) {
        Some(Ok(said)) => said,
        Some(Err(NotAnObject)) => return Ok(Outcome { result: Some(false), comment: NO_OBJECT.to_owned(), ..outcome }),
        None => return Ok(Outcome { result: Some(false), comment: NO_PAIRS.to_owned(), changes: done, ..outcome }),
    };
    let is_changed = is_changed(data.get("changed").unwrap_or(&json!("no")))?;
    let mut outcome = outcome;
    if let Some(comment) = data.shift_remove("comment") {
        match comment_text(&comment) {
            Ok(text) => outcome.comment = text,
            Err(NoText { class }) => {
                let problem = format!("expected str, bytes, or bytearray not <class '{class}'>");
                return Ok(Outcome::failed(format!("An exception occurred in this state: {problem}")));
            }
        }
    }
    if is_changed {
        for (name, value) in done {
            data.entry(name).or_insert(value);
        }
        let rest: String = match (is_json, data.get("stdout").and_then(Json::as_str)) {
            (false, Some(text)) => {
                let count = before.unwrap_or_else(|| text.chars().count().saturating_sub(1));
                text.chars().take(count).collect()
            }
            _ => String::new(),
        };
        data.insert("stdout".to_owned(), json!(rest));
        outcome.changes = data;
    }
    Ok(outcome)
}

/// The output is JSON, and no object.
struct NotAnObject;

/// Reads what is printed; none where it is of neither form.
fn said(stdout: &str) -> Option<Result<Said, NotAnObject>> {
    match serde_json::from_str::<Json>(stdout) {
        Ok(Json::Object(data)) => return Some(Ok(Said { data, is_json: true, before: None })),
        Ok(_) => return Some(Err(NotAnObject)),
        Err(_) => {}
    }
    let end = stdout.rfind('\n');
    let line = end.map_or(stdout, |it| stdout.get(it + 1..).unwrap_or_default());
    let mut data = Map::new();
    for word in words(line)? {
        let (name, value) = word.split_once('=').filter(|it| !it.1.contains('='))?;
        data.insert(name.to_owned(), json!(value));
    }
    let before = end.map(|it| stdout.get(..it).unwrap_or_default().chars().count());
    Some(Ok(Said { data, is_json: false, before }))
}

fn is_changed(value: &Json) -> Result<bool, StateError> {
    match python::text(value).to_lowercase().as_str() {
        "true" | "yes" | "1" => Ok(true),
        "false" | "no" | "0" => Ok(false),
        _ => Err(StateError::exception("ValueError", format!("Failed parsing boolean value: {}", python::text(value)))),
    }
}

/// A line of a comment is of another class.
struct NoText {
    class: &'static str,
}

/// The lines of a list are one text.
fn comment_text(comment: &Json) -> Result<String, NoText> {
    let Json::Array(lines) = comment else { return Ok(python::text(comment)) };
    let line = |it: &Json| it.as_str().map(str::to_owned).ok_or_else(|| NoText { class: python::class(it) });
    Ok(lines.iter().map(line).collect::<Result<Vec<_>, _>>()?.join("\n"))
}
