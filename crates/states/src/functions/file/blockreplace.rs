//! `file.blockreplace`: what stands between two markers of a file.

use serde_json::Value as Json;

use super::edited::{Edited, edited, is_folder, is_text, lines_of_bytes, missing, not_utf8, refuse_other_than_texts, shown};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::regex::{Flags, PythonRegex, Subject};
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "marker_start",
    "marker_end",
    "content",
    "append_if_not_found",
    "prepend_if_not_found",
    "backup",
    "show_changes",
    "append_newline",
    "insert_before_match",
    "insert_after_match",
];

pub const FUNCTION: Function = Function::new("file.blockreplace", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let texts = ["marker_start", "marker_end", "content", "insert_before_match", "insert_after_match"];
    let mut all = refuse_other_than_texts(low, &texts);
    for argument in ["insert_before_match", "insert_after_match"] {
        let pattern = low.text(argument).filter(|it| PythonRegex::new(it, Flags::default(), Subject::Text).is_none());
        all.extend(pattern.map(|it| format!("the pattern `{it}` in `{argument}` of `file.blockreplace` is not supported")));
    }
    if low.arg("marker_start").or(low.arg("marker_end")).is_some_and(|it| it == "") {
        all.push("an empty marker of `file.blockreplace` is not supported".to_owned());
    }
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.blockreplace"));
    }
    if let Some(problem) = missing(cx.system, name) {
        return Ok(problem.outcome(name));
    }
    match replace(cx) {
        Ok(diff) => Ok(edited(cx, diff, "Changes would be made")),
        Err(problem) => Ok(Outcome::failed(format!("Encountered error managing block: {problem}. See the log for details."))),
    }
}

/// Why a block cannot be set.
enum Problem {
    /// More than one place is named.
    Places,
    Binary(String),
    NotUtf8(String),
    Unterminated,
    NoMarkers,
    State(StateError),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::Places => f.write_str(
                "Only one of append_if_not_found, prepend_if_not_found, insert_before_match, and insert_after_match is permitted",
            ),
            Problem::Binary(path) => write!(f, "Cannot perform string replacements on a binary file: {path}"),
            Problem::NotUtf8(text) => f.write_str(text),
            Problem::Unterminated => f.write_str("Unterminated marked block. End of file reached before marker_end."),
            Problem::NoMarkers => f.write_str("Cannot edit marked block. Markers were not found in file."),
            Problem::State(problem) => problem.fmt(f),
        }
    }
}

fn replace(cx: &mut Cx<'_>) -> Result<Option<Json>, Problem> {
    let low = cx.low;
    let places = ["append_if_not_found", "prepend_if_not_found", "insert_before_match", "insert_after_match"];
    if places.iter().filter(|it| low.is_on(it, false)).count() > 1 {
        return Err(Problem::Places);
    }
    if is_folder(cx.system, &low.name) {
        let text = format!("Failed to read from {0}: [Errno 21] Is a directory: '{0}'", low.name);
        return Err(Problem::State(StateError::System { text }));
    }
    let file = Edited::open(cx.system, &low.name).map_err(Problem::State)?;
    let text = std::str::from_utf8(&file.bytes);
    if text.is_err() && !is_text(file.bytes.get(..2048).unwrap_or(&file.bytes)) {
        return Err(Problem::Binary(low.name.clone()));
    }
    let text = text.map_err(|it| Problem::NotUtf8(not_utf8(&file.bytes, it)))?;
    let before = lines_of_bytes(text);
    let block = Block::new(low, content(cx), before.first().copied());
    let after = block.set(low, &before)?;
    let lines: Vec<&str> = after.iter().map(String::as_str).collect();
    let diff = shown(low, &before, &lines);
    if diff.is_some() && !cx.test {
        let backup = match low.args.get("backup") {
            None => Some(".bak".to_owned()),
            Some(Json::Bool(false)) => None,
            Some(other) => Some(python::text(other)),
        };
        file.save(cx, after.concat().as_bytes(), backup.as_deref()).map_err(Problem::State)?;
    }
    Ok(diff)
}

/// The text between the markers: that of the state, then those that earlier states leave for it.
fn content(cx: &Cx<'_>) -> String {
    let mut content = cx.low.text("content").unwrap_or_default();
    for text in cx.accumulators.texts(cx.low) {
        if !content.is_empty() {
            content.push('\n');
        }
        content.push_str(text);
    }
    content
}

/// The block that is wanted.
struct Block {
    start: String,
    end: String,
    content: Vec<String>,
    ends_line: bool,
    line_end: &'static str,
}

impl Block {
    fn new(low: &Low, content: String, first: Option<&str>) -> Block {
        let ends_line = match low.arg("append_newline") {
            None => !content.ends_with('\n'),
            Some(it) => python::is_true(it),
        };
        Block {
            start: low.text("marker_start").unwrap_or_else(|| "#-- start managed zone --".to_owned()),
            end: low.text("marker_end").unwrap_or_else(|| "#-- end managed zone --".to_owned()),
            content: content.split("\r\n").flat_map(|it| it.split('\n')).map(str::to_owned).collect(),
            ends_line,
            line_end: if first.is_some_and(|it| it.ends_with("\r\n")) { "\r\n" } else { "\n" },
        }
    }

    /// The contents with the marker at their end.
    fn body(&self, end: &str) -> Vec<String> {
        let end = format!("{}{}", end.trim_end_matches(['\r', '\n']), self.line_end);
        let mut lines: Vec<String> = self.content.iter().map(|it| format!("{it}{}", self.line_end)).collect();
        if self.ends_line {
            lines.push(end);
        } else {
            lines.pop();
            lines.push(format!("{}{end}", self.content.last().map_or("", String::as_str)));
        }
        lines
    }

    fn whole(&self) -> Vec<String> {
        [vec![format!("{}{}", self.start, self.line_end)], self.body(&self.end)].concat()
    }

    fn set(&self, low: &Low, lines: &[&str]) -> Result<Vec<String>, Problem> {
        let mut after: Vec<String> = Vec::new();
        let (mut is_inside, mut has_found) = (false, false);
        for line in lines {
            if line.contains(&self.start) {
                is_inside = true;
            } else if is_inside {
                if let Some(place) = line.find(&self.end) {
                    (is_inside, has_found) = (false, true);
                    after.extend(self.body(&line[place..]));
                }
                continue;
            }
            after.push((*line).to_owned());
        }
        match () {
            () if is_inside => Err(Problem::Unterminated),
            () if has_found => Ok(after),
            () => self.add(low, lines, after),
        }
    }

    /// Puts the block where the state wants a missing one.
    fn add(&self, low: &Low, lines: &[&str], mut after: Vec<String>) -> Result<Vec<String>, Problem> {
        if low.is_on("prepend_if_not_found", false) {
            return Ok([self.whole(), after].concat());
        }
        if low.is_on("append_if_not_found", false) {
            if let Some(last) = after.last_mut().filter(|it| !it.ends_with(self.line_end)) {
                last.push_str(self.line_end);
            }
            return Ok([after, self.whole()].concat());
        }
        for (argument, offset) in [("insert_before_match", 0), ("insert_after_match", 1)] {
            let Some(pattern) = low.text(argument).filter(|it| !it.is_empty()) else { continue };
            let Some(regex) = PythonRegex::new(&pattern, Flags::default(), Subject::Text) else { continue };
            for (number, line) in lines.iter().enumerate() {
                if regex.is_match(line.as_bytes()).map_err(Problem::State)? {
                    let rest = after.split_off(number + offset);
                    return Ok([after, self.whole(), rest].concat());
                }
            }
        }
        Err(Problem::NoMarkers)
    }
}
