//! `file.keyvalue`: the values of keys in a file of settings.

use machine::FileKind;
use serde_json::{Map, Value as Json, json};

use super::edited::{Edited, lines_of_bytes, refuse_other_than_texts};
use super::kind;
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;
use machine::Content;

const ARGUMENTS: &[&str] = &[
    "key",
    "value",
    "key_values",
    "separator",
    "append_if_not_found",
    "prepend_if_not_found",
    "show_changes",
    "ignore_if_missing",
    "count",
    "uncomment",
    "key_ignore_case",
    "value_ignore_case",
    "create_if_missing",
    "prune",
];

pub const FUNCTION: Function = Function::new("file.keyvalue", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_other_than_texts(low, &["separator", "uncomment"]);
    if low.arg("count").is_some_and(|it| it.as_i64().is_none()) {
        all.push("`count` of `file.keyvalue` has to be a number".to_owned());
    }
    if low.arg("separator").is_some_and(|it| it == "") {
        all.push("an empty `separator` of `file.keyvalue` is not supported".to_owned());
    }
    all
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.keyvalue"));
    }
    let wanted = match wanted(low) {
        Ok(wanted) => wanted,
        Err(problem) => return Ok(Outcome::failed(problem.to_string())),
    };
    let found = kind(cx.system, name);
    let makes = found.is_none() && low.is_on("create_if_missing", false);
    let file = match found {
        Some(FileKind::File) => Some(Edited::open(cx.system, name)?),
        None if makes => None,
        _ => return Ok(Outcome::new(Some(low.is_on("ignore_if_missing", false)), format!("unable to open {name}"))),
    };
    let before = file.as_ref().map(Edited::text).transpose()?.unwrap_or_default().to_owned();
    let mut settings = Settings::new(low, &wanted);
    settings.read(&before);
    settings.add(makes || low.is_on("append_if_not_found", false));
    let (changes, deleted) = (settings.changes, settings.pruned.len());
    for line in std::mem::take(&mut settings.pruned) {
        let place = settings.diff.len().min(1);
        settings.diff.insert(place, format!("- {line}"));
    }
    if changes == 0 && deleted == 0 {
        return Ok(Outcome::fine(""));
    }
    let is_shown = low.is_on("show_changes", true);
    let mut outcome = Outcome::default();
    if is_shown {
        outcome.changes.insert("diff".to_owned(), json!(settings.diff.concat()));
    }
    if cx.test {
        outcome.comment = format!("File {name} is set to be changed ({changes} lines modified, {deleted} deleted)");
        if is_shown {
            outcome.comment += &format!("\nPredicted diff:\n\r\t\t{}", settings.diff.join("\r\t\t"));
        }
        return Ok(outcome);
    }
    outcome.comment = format!("Changed {changes}, deleted {deleted} lines");
    let after = settings.lines.concat();
    let saved = match &file {
        Some(file) => file.save(cx, after.as_bytes(), None),
        None => cx.system.write(name, Content::Bytes(after.as_bytes()), 0o644).map_err(|it| StateError::system(&it, name)),
    };
    outcome.result = Some(saved.is_ok());
    if saved.is_err() {
        outcome.comment = format!("{name} not writable");
    }
    Ok(outcome)
}

/// The keys and values of a state, or why there are none.
fn wanted(low: &Low) -> Result<Map<String, Json>, StateError> {
    let all = low.args.get("key_values");
    if let (Some(key), Some(value)) = (low.text("key"), low.arg("value")) {
        return Ok([(key, value.clone())].into_iter().collect());
    }
    match all {
        Some(Json::Object(map)) if !map.is_empty() => Ok(map.clone()),
        other => {
            let is_empty = !other.is_some_and(python::is_true);
            let why = if is_empty { "is empty" } else { "is not a dictionary" };
            Err(StateError::NoKeys { why })
        }
    }
}

/// The lines of the file as they are read, and what becomes of them.
struct Settings<'s> {
    low: &'s Low,
    wanted: &'s Map<String, Json>,
    separator: String,
    /// How often each key may still be set.
    left: Vec<i64>,
    lines: Vec<String>,
    pruned: Vec<String>,
    diff: Vec<String>,
    changes: usize,
}

impl Settings<'_> {
    fn new<'s>(low: &'s Low, wanted: &'s Map<String, Json>) -> Settings<'s> {
        let count = low.args.get("count").and_then(Json::as_i64).unwrap_or(1);
        Settings {
            separator: low.text("separator").unwrap_or_else(|| "=".to_owned()),
            left: vec![count; wanted.len()],
            low,
            wanted,
            lines: Vec::new(),
            pruned: Vec::new(),
            diff: Vec::new(),
            changes: 0,
        }
    }

    fn folded(&self, text: &str, switch: &str) -> String {
        if self.low.is_on(switch, false) { text.to_lowercase() } else { text.to_owned() }
    }

    fn read(&mut self, text: &str) {
        let marks = self.low.text("uncomment");
        for line in lines_of_bytes(text) {
            let open = match &marks {
                Some(marks) => line.trim_start_matches(|it| marks.contains(it)),
                None => line.trim_start(),
            };
            let start = self.folded(open, "key_ignore_case");
            let is_named = |key: &String| start.starts_with(&self.folded(key, "key_ignore_case"));
            if self.low.is_on("prune", false) && !self.wanted.keys().any(is_named) {
                self.pruned.push(line.to_owned());
                continue;
            }
            let line = self.changed(line, open, &start);
            self.lines.push(line);
        }
    }

    /// A line with the value that its key is to have.
    fn changed(&mut self, line: &str, open: &str, start: &str) -> String {
        let was_comment = open.len() < line.len();
        let mut result = line.to_owned();
        let Some((key_of_line, value_of_line)) = open.split_once(&self.separator) else { return result };
        let mut value_of_line = value_of_line.to_owned();
        for (number, (key, value)) in self.wanted.iter().enumerate() {
            let key = self.folded(key, "key_ignore_case");
            let Some(left) = self.left.get(number).copied() else { continue };
            if !start.starts_with(&key) || self.folded(key_of_line, "key_ignore_case") != key {
                continue;
            }
            value_of_line = self.folded(value_of_line.trim(), "value_ignore_case");
            let wanted = self.folded(python::text(value).trim(), "value_ignore_case");
            let is_same = value_of_line == wanted || (was_comment && left <= 0);
            let has_to_change = if was_comment { left > 0 } else { left == 0 };
            if !is_same || has_to_change {
                self.diff.push(format!("- {result}"));
                result.clear();
                if left != 0 {
                    result = format!("{key_of_line}{}{}\n", self.separator, python::text(value));
                    self.diff.push(match value {
                        Json::String(_) => format!("+ {result}"),
                        other => format!("+ {} (from {} type)\n", result.trim_end(), python::class(other)),
                    });
                }
                self.changes += 1;
            }
            if left > 0
                && let Some(left) = self.left.get_mut(number)
            {
                *left -= 1;
            }
        }
        result
    }

    /// Adds what the file does not have.
    fn add(&mut self, appends: bool) {
        let prepends = !appends && self.low.is_on("prepend_if_not_found", false);
        if !appends && !prepends {
            return;
        }
        let missing = self.wanted.iter().zip(&self.left).filter(|it| *it.1 > 0);
        let line = |(key, value): (&String, &Json)| format!("{key}{}{}\n", self.separator, python::text(value));
        let added: Vec<String> = missing.map(|it| line(it.0)).collect();
        if added.is_empty() {
            return;
        }
        self.changes += added.len();
        if appends {
            self.diff.push("- <EOF>\n".to_owned());
            self.diff.extend(added.iter().map(|it| format!("+ {it}")));
            self.diff.push("+ <EOF>\n".to_owned());
            self.lines.extend(added);
        } else {
            self.diff.insert(0, "  <SOF>\n".to_owned());
            for line in added {
                self.diff.insert(1, format!("+ {line}"));
                self.lines.insert(0, line);
            }
        }
    }
}
