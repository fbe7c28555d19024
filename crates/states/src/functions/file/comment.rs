//! `file.comment` and `file.uncomment`: lines that match a regular expression become comments, and stop being comments.

use serde_json::json;

use super::edited::{Edited, backup, is_text, lines_of_text, missing, refuse_other_than_texts};
use crate::Files;
use crate::difflib;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::regex::{Flags, PythonRegex, Subject};
use crate::returned::Outcome;

pub const COMMENT: Function =
    Function::new("file.comment", Arguments::These(&["regex", "char", "backup", "ignore_missing"]), comment).refusing(refuse);
pub const UNCOMMENT: Function = Function::new("file.uncomment", Arguments::These(&["regex", "char", "backup"]), uncomment).refusing(refuse);

/// The expressions of a state: what is searched for in the whole file, and what a line that changes matches.
struct Patterns {
    /// Of what has to change.
    before: PythonRegex,
    /// Of what is as it is wanted.
    after: PythonRegex,
    line: PythonRegex,
}

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_other_than_texts(low, &["regex", "char"]);
    if all.is_empty() && low.arg("regex").is_some() && Patterns::new(low).is_none() {
        all.push(format!("the pattern `{}` of `{}` is not supported", low.text("regex").unwrap_or_default(), low.function()));
    }
    all
}

fn mark(low: &Low) -> String {
    low.text("char").unwrap_or_else(|| "#".to_owned())
}

/// An expression without flags before it and without anchors.
fn without_anchors(regex: &str) -> &str {
    if regex.contains('\n') {
        return regex;
    }
    let is_flag = |it: char| "iLmsux".contains(it);
    let flags = regex.strip_prefix("(?").and_then(|it| it.strip_prefix(is_flag)).and_then(|it| it.strip_prefix(')'));
    let regex = flags.unwrap_or(regex);
    let regex = regex.strip_prefix('^').unwrap_or(regex);
    regex.strip_suffix('$').unwrap_or(regex)
}

impl Patterns {
    fn new(low: &Low) -> Option<Patterns> {
        let (regex, mark) = (low.text("regex")?, mark(low));
        let bare = regex.trim_start_matches('^').trim_end_matches('$');
        let end = if regex.ends_with('$') { "$" } else { "" };
        let search = |pattern: String| PythonRegex::new(&pattern, Flags::MULTI_LINE, Subject::Bytes);
        if low.fun == "comment" {
            let inner = without_anchors(&regex);
            let start = if regex.starts_with('^') { "^" } else { "" };
            return Some(Patterns {
                before: search(format!(r"^(?!\s*{mark})\s*{inner}"))?,
                after: search(format!("{mark}{inner}"))?,
                line: PythonRegex::new(&format!(r"\A(?:{start}({bare}){end})"), Flags::default(), Subject::Text)?,
            });
        }
        let open = regex.trim_start_matches('^');
        Some(Patterns {
            before: search(format!("{mark}[ \t]*{open}"))?,
            after: search(format!("^[ \t]*{open}"))?,
            line: PythonRegex::new(&format!(r"\A(?:^{mark}\s*({bare}){end})"), Flags::default(), Subject::Text)?,
        })
    }
}

/// Returns the file and the expressions, or the outcome if there are none.
fn open(cx: &Cx<'_>) -> Result<Result<(Edited, Patterns), Outcome>, StateError> {
    let name = cx.low.name.as_str();
    if name.is_empty() {
        return Ok(Err(Outcome::failed(format!("Must provide name to {}", cx.low.function()))));
    }
    if let Some(problem) = missing(cx.system, name) {
        return Ok(Err(problem.outcome(name)));
    }
    let file = Edited::open(cx.system, name)?;
    file.check_text()?;
    let patterns = Patterns::new(cx.low).ok_or_else(|| StateError::NotSupported { function: cx.low.function() })?;
    Ok(Ok((file, patterns)))
}

fn comment(cx: &mut Cx<'_>) -> Called {
    let (file, patterns) = match open(cx)? {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    if !patterns.before.is_match(&file.bytes)? {
        return Ok(match () {
            () if patterns.after.is_match(&file.bytes)? => Outcome::fine("Pattern already commented"),
            () if cx.low.is_on("ignore_missing", false) => Outcome::fine("Pattern not found and ignore_missing set to True"),
            () => Outcome::failed(format!("{}: Pattern not found", without_anchors(&cx.low.text("regex").unwrap_or_default()))),
        });
    }
    let mark = mark(cx.low);
    let mut outcome = change(cx, &file, &patterns, &|line| format!("{mark}{line}"))?;
    if !cx.test {
        let is_done = outcome.result == Some(true);
        outcome.comment = if is_done { "Commented lines successfully" } else { "Expected commented lines not found" }.to_owned();
    }
    Ok(outcome)
}

fn uncomment(cx: &mut Cx<'_>) -> Called {
    let (file, patterns) = match open(cx)? {
        Ok(found) => found,
        Err(outcome) => return Ok(outcome),
    };
    if !patterns.before.is_match(&file.bytes)? {
        return Ok(match patterns.after.is_match(&file.bytes)? {
            true => Outcome::fine("Pattern already uncommented"),
            false => Outcome::failed(format!("{}: Pattern not found", cx.low.text("regex").unwrap_or_default())),
        });
    }
    let mark = mark(cx.low);
    let mut outcome = change(cx, &file, &patterns, &|line| line.trim_start_matches(|it| mark.contains(it)).to_owned())?;
    if !cx.test {
        let is_done = outcome.result == Some(true);
        outcome.comment = if is_done { "Uncommented lines successfully" } else { "Expected uncommented lines not found" }.to_owned();
    }
    Ok(outcome)
}

/// Changes the lines that match.
fn change(cx: &mut Cx<'_>, file: &Edited, patterns: &Patterns, new: &dyn Fn(&str) -> String) -> Called {
    let name = cx.low.name.as_str();
    if cx.test {
        let mut outcome = Outcome::new(None, format!("File {name} is set to be updated"));
        outcome.changes.insert(name.to_owned(), json!("updated"));
        return Ok(outcome);
    }
    let before = file.text()?;
    let mut after = String::new();
    let mut has_found = false;
    for line in before.split_inclusive('\n') {
        let is_meant = patterns.line.is_match(line.as_bytes())?;
        has_found |= is_meant;
        after += &if is_meant { new(line) } else { line.to_owned() };
    }
    if has_found {
        file.save(cx, after.as_bytes(), backup(cx.low).as_deref())?;
    }
    let mut outcome = Outcome::new(Some(patterns.after.is_match(after.as_bytes())?), "");
    if after != before {
        // The one splits a text into lines, the other one bytes.
        let lines: fn(&str) -> Vec<&str> =
            if cx.low.fun == "comment" { lines_of_text } else { |text| text.split_inclusive('\n').collect() };
        let diff = difflib::unified(&lines(before), &lines(&after), "\n").concat();
        let start = after.as_bytes().get(..512).unwrap_or(after.as_bytes());
        outcome.changes.insert("diff".to_owned(), if is_text(start) { json!(diff) } else { json!("Replace binary file") });
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::without_anchors;

    #[test]
    fn anchors_and_flags_are_left_out() {
        for (regex, expected) in [("^a$", "a"), ("(?i)^a", "a"), ("a", "a"), ("(?im)a", "(?im)a"), ("^^a", "^a"), ("a$$", "a$")] {
            assert_eq!(without_anchors(regex), expected, "{regex}");
        }
    }
}
