//! `file.line`: one line of a file is put in, replaced or taken away.

use serde_json::{Map, json};

use super::edited::{Edited, edited, lines_of_bytes, lines_of_text, missing, refuse_other_than_texts, shown};
use super::managed;
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::regex::{Flags, PythonRegex, Subject};
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "content",
    "match",
    "mode",
    "location",
    "before",
    "after",
    "show_changes",
    "quiet",
    "indent",
    "create",
    "user",
    "group",
    "file_mode",
    "backup",
];

pub const FUNCTION: Function = Function::new("file.line", Arguments::These(ARGUMENTS), run).refusing(refuse);

const SEARCHED: Flags = Flags { ignore_case: false, multi_line: false, dot_all: true };

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_other_than_texts(low, &["content", "match", "mode", "location", "before", "after"]);
    if low.is_on("backup", false) {
        all.push("`backup` of `file.line` is not supported".to_owned());
    }
    for argument in ["match", "before", "after"] {
        let pattern = low.text(argument).filter(|it| PythonRegex::new(it, SEARCHED, Subject::Text).is_none());
        all.extend(pattern.map(|it| format!("the pattern `{it}` in `{argument}` of `file.line` is not supported")));
    }
    let is_searched = ["match", "before", "after"].iter().all(|it| low.arg(it).is_none());
    let pattern = low.text("content").filter(|it| is_searched && PythonRegex::new(it, SEARCHED, Subject::Text).is_none());
    all.extend(pattern.map(|it| format!("`content: {it}` of `file.line`, which is a pattern, too, is not supported")));
    all
}

fn invalid(text: impl Into<String>) -> StateError {
    StateError::exception("salt.exceptions.CommandExecutionError", text)
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.line"));
    }
    manage(cx)?;
    if let Some(problem) = missing(cx.system, name) {
        return Ok(problem.outcome(name));
    }
    let mode = low.text("mode").map(|it| it.to_lowercase());
    let Some(mode) = mode else { return Ok(Outcome::failed("Mode was not defined. How to process the file?")) };
    if mode != "delete" && low.arg("content").is_none() {
        return Ok(Outcome::failed("Content can only be empty if mode is ['delete']"));
    }
    if super::edited::is_folder(cx.system, name) {
        let text = format!("File \"{name}\" does not exists or is not a file.");
        return if low.is_on("quiet", false) { Ok(edited(cx, None, "")) } else { Err(invalid(text)) };
    }
    if !["insert", "ensure", "delete", "replace"].contains(&mode.as_str()) {
        return Err(invalid(format!("Unknown mode: \"{mode}\"")));
    }
    let file = Edited::open(cx.system, name)?;
    let before = file.text()?;
    let mut lines: Vec<String> = lines_of_bytes(before).into_iter().map(str::to_owned).collect();
    if !end(before).is_empty() {
        lines.push(String::new());
    }
    let mut lines = Line::new(low, &lines)?.set(&mode, lines)?;
    for number in 0..lines.len().saturating_sub(1) {
        let previous = number.checked_sub(1).filter(|it| *it > 0).unwrap_or(1);
        if end(&lines[number]).is_empty() {
            lines[number] = ended_like(&lines[previous], &lines[number]);
        }
    }
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let after = lines.concat();
    if after == before {
        return Ok(edited(cx, None, ""));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let diff = shown(low, &lines_of_text(before), &lines).unwrap_or(json!(true));
    if !cx.test {
        file.save(cx, after.as_bytes(), None)?;
    }
    Ok(edited(cx, Some(diff), "Changes would be made"))
}

/// The end of a line.
fn end(line: &str) -> &str {
    ["\r\n", "\n", "\r"].into_iter().find(|it| line.ends_with(it)).unwrap_or_default()
}

/// A line with the end of another one.
fn ended_like(other: &str, line: &str) -> String {
    let end = Some(end(other)).filter(|it| !it.is_empty()).unwrap_or("\n");
    format!("{}{end}", line.trim_end())
}

/// Creates the file and sets its owners, as `file.managed` does. The result is not reported.
fn manage(cx: &mut Cx<'_>) -> Result<(), StateError> {
    let mut args = Map::new();
    for (from, to) in [("user", "user"), ("group", "group"), ("file_mode", "mode")] {
        args.extend(cx.low.arg(from).map(|it| (to.to_owned(), it.clone())));
    }
    args.insert("create".to_owned(), json!(cx.low.is_on("create", false)));
    args.insert("replace".to_owned(), json!(false));
    let low = Low { fun: "managed".to_owned(), args, ..cx.low.clone() };
    managed::run(&mut cx.with(&low))?;
    Ok(())
}

/// The line of a state, and the lines that its patterns match; none where there is no pattern or no line at all.
struct Line<'l> {
    low: &'l Low,
    content: String,
    found: Option<Vec<String>>,
    before: Option<Vec<String>>,
    after: Option<Vec<String>>,
}

impl Line<'_> {
    fn new<'l>(low: &'l Low, lines: &[String]) -> Result<Line<'l>, StateError> {
        let content = low.text("content").unwrap_or_default();
        let mut pattern = low.text("match").filter(|it| !it.is_empty());
        if pattern.is_none() && low.arg("before").is_none() && low.arg("after").is_none() {
            pattern = Some(content.clone());
        }
        let find = |pattern: Option<String>| matching(lines, pattern.as_deref());
        Ok(Line { low, found: find(pattern)?, before: find(low.text("before"))?, after: find(low.text("after"))?, content })
    }

    fn indented(&self, like: &str) -> String {
        if !self.low.is_on("indent", true) {
            return self.content.clone();
        }
        let end = like.find(|c| c != '\t' && c != ' ').unwrap_or(like.len());
        format!("{}{}", &like[..end], self.content.trim_start())
    }

    /// Whether a line is the content, whatever its end.
    fn is_content(&self, line: &str) -> bool {
        let bare = |text: &str| text.trim_end_matches(['\r', '\n']).to_owned();
        bare(line) == bare(&self.content)
    }

    fn set(&self, mode: &str, mut lines: Vec<String>) -> Result<Vec<String>, StateError> {
        let first = self.found.as_ref().and_then(|it| it.first());
        match (mode, first) {
            ("delete", Some(first)) => lines.retain(|it| it != first),
            ("replace", Some(first)) => {
                if let Some(line) = lines.iter_mut().find(|it| *it == first) {
                    *line = self.indented(line);
                }
            }
            ("insert", _) => self.insert(&mut lines)?,
            ("ensure", _) => self.ensure(&mut lines)?,
            _ => {}
        }
        Ok(lines)
    }

    fn insert(&self, lines: &mut Vec<String>) -> Result<(), StateError> {
        if self.before.is_none() && self.after.is_none() && self.low.arg("location").is_none() {
            return Err(invalid("On insert either \"location\" or \"before/after\" conditions are required."));
        }
        if let Some(location) = self.low.text("location").filter(|it| !it.is_empty()) {
            match location.as_str() {
                "end" => lines.push(lines.last().map_or_else(|| self.content.clone(), |it| self.indented(it))),
                "start" if lines.is_empty() => lines.push(format!("{}\n", self.content)),
                "start" => lines.insert(0, ended_like(&lines[0], &self.content)),
                _ => {}
            }
            return Ok(());
        }
        match (self.some(self.before.as_ref()), self.some(self.after.as_ref())) {
            (Some(before), Some(after)) => {
                expect_at_most_one(before, "before")?;
                expect_at_most_one(after, "after")?;
                let last = place(lines, before);
                lines.insert(last, self.indented(&lines[last].clone()));
            }
            (None, Some(after)) => self.insert_after(lines, after)?,
            (Some(before), None) => {
                expect_at_most_one(before, "before")?;
                let at = place(lines, before);
                // Before the first line stands the last one in Python.
                let previous = at.checked_sub(1).unwrap_or(lines.len() - 1);
                if !self.is_content(&lines[previous]) {
                    lines.insert(at, self.indented(&lines[at].clone()));
                }
            }
            (None, None) => return Err(invalid("Neither before or after was found in file")),
        }
        Ok(())
    }

    fn insert_after(&self, lines: &mut Vec<String>, after: &[String]) -> Result<(), StateError> {
        expect_at_most_one(after, "after")?;
        let at = place(lines, after);
        if !lines.get(at + 1).is_some_and(|it| self.is_content(it)) {
            lines.insert(at + 1, self.indented(&lines[at].clone()));
        }
        Ok(())
    }

    fn ensure(&self, lines: &mut Vec<String>) -> Result<(), StateError> {
        match (self.some(self.before.as_ref()), self.some(self.after.as_ref())) {
            (Some(before), Some(after)) => {
                expect_at_most_one(after, "after")?;
                expect_at_most_one(before, "before")?;
                if lines.iter().any(|it| it.trim_start() == self.content) {
                    return Ok(());
                }
                let (low, high) = (place(lines, after), place(lines, before));
                let line = self.indented(&lines[low]);
                match high.checked_sub(low) {
                    Some(1) => lines.insert(low + 1, line),
                    Some(2) => lines[low + 1] = line,
                    _ => return Err(invalid("Found more than one line between boundaries \"before\" and \"after\".")),
                }
            }
            (Some(before), None) => {
                expect_at_most_one(before, "before")?;
                let at = place(lines, before);
                if at == 0 || !self.is_content(&lines[at - 1]) {
                    let previous = at.checked_sub(1).unwrap_or(lines.len() - 1);
                    lines.insert(at, self.indented(&lines[previous].clone()));
                }
            }
            (None, Some(after)) => self.insert_after(lines, after)?,
            (None, None) => {
                return Err(invalid("Wrong conditions? Unable to ensure line without knowing where to put it before and/or after."));
            }
        }
        Ok(())
    }

    fn some<'v>(&self, found: Option<&'v Vec<String>>) -> Option<&'v [String]> {
        found.map(Vec::as_slice).filter(|it| !it.is_empty())
    }
}

/// The lines that a pattern matches, or that have it as it stands.
fn matching(lines: &[String], pattern: Option<&str>) -> Result<Option<Vec<String>>, StateError> {
    let Some(pattern) = pattern.filter(|it| !it.is_empty() && !lines.is_empty()) else { return Ok(None) };
    let Some(regex) = PythonRegex::new(pattern, SEARCHED, Subject::Text) else {
        return Err(StateError::NotSupported { function: "file.line".to_owned() });
    };
    let mut all = Vec::new();
    for line in lines {
        if regex.is_match(line.as_bytes())? || line.contains(pattern) {
            all.push(line.clone());
        }
    }
    Ok(Some(all))
}

fn expect_at_most_one(found: &[String], argument: &str) -> Result<(), StateError> {
    if found.len() > 1 {
        return Err(invalid(format!("Found more than expected occurrences in \"{argument}\" expression")));
    }
    Ok(())
}

/// Where the first of these lines stands.
fn place(lines: &[String], found: &[String]) -> usize {
    lines.iter().position(|it| Some(it) == found.first()).unwrap_or_default()
}
