//! `file.tidied`: files in a folder are removed by their age, size and names.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use machine::{Details, FileKind};
use serde_json::{Value as Json, json};

use super::walk::{self, MAX_DEPTH};
use super::{is_link, kind, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::regex::{Flags, PythonRegex, Subject};
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "age",
    "matches",
    "rmdirs",
    "size",
    "exclude",
    "full_path_match",
    "time_comparison",
    "age_size_logical_operator",
    "age_size_only",
    "rmlinks",
];

pub const FUNCTION: Function = Function::new("file.tidied", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if low.args.get("age").is_some_and(|it| !it.is_i64()) {
        all.push("`age` of `file.tidied` has to be a number of days".to_owned());
    }
    if low.args.get("size").is_some_and(|it| bytes(it).is_none()) {
        all.push("this `size` of `file.tidied` is not supported".to_owned());
    }
    for argument in ["age_size_logical_operator", "age_size_only"] {
        if low.arg(argument).is_some_and(|it| !it.is_string()) {
            all.push(format!("`{argument}` of `file.tidied` has to be a text"));
        }
    }
    for argument in ["matches", "exclude"] {
        if expressions(low, argument).is_none() {
            all.push(format!("`{argument}` of `file.tidied` has to be a list of regular expressions that are supported"));
        }
    }
    all
}

/// The regular expressions of an argument, each for the start of a name; none if one is not supported.
fn expressions(low: &Low, argument: &str) -> Option<Vec<PythonRegex>> {
    let Some(given) = low.arg(argument) else { return Some(Vec::new()) };
    let items = given.as_array()?.iter();
    items.map(|it| PythonRegex::new(&format!("\\A(?:{})", it.as_str()?), Flags::default(), Subject::Text)).collect()
}

/// A number of bytes such as `2G` or `30MB`; none if it has another form.
fn bytes(size: &Json) -> Option<i64> {
    let Some(text) = size.as_str() else { return size.as_i64() };
    let text = text.trim().to_lowercase();
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(digits)?;
    let unit = unit.trim();
    let power = |letter: &str| "bkmgtpezy".find(letter).filter(|_| letter.len() == 1).and_then(|it| u32::try_from(it).ok());
    let factor = match (unit.strip_suffix("ib"), unit.strip_suffix('b')) {
        (_, Some("")) => Some(1),
        (Some(letter), _) => 2_i64.checked_pow(power(letter)?.checked_mul(10)?),
        (None, Some(letter)) => 10_i64.checked_pow(power(letter)?.checked_mul(3)?),
        (None, None) if unit.is_empty() => Some(1),
        (None, None) => 2_i64.checked_pow(power(unit)?.checked_mul(10)?),
    };
    number.parse::<i64>().ok()?.checked_mul(factor?)
}

/// Conditions that a file has to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decides {
    Age,
    Size,
    Both,
    Either,
}

fn decides(low: &Low) -> Decides {
    let text = |name: &str| low.arg(name).and_then(Json::as_str).map(str::to_lowercase).unwrap_or_default();
    match (&*text("age_size_only"), &*text("age_size_logical_operator")) {
        ("age", _) => Decides::Age,
        ("size", _) => Decides::Size,
        (_, "and") => Decides::Both,
        _ => Decides::Either,
    }
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    if kind(cx.system, name) != Some(FileKind::Directory) {
        return Ok(Outcome::failed(format!("{name} does not exist or is not a directory.")));
    }
    let removed = wanted(cx)?;
    if removed.is_empty() {
        return Ok(Outcome::fine(format!("Nothing to remove from directory {name}")));
    }
    let mut outcome = Outcome::default();
    if cx.test {
        outcome.comment = format!("{name} is set for tidy");
        outcome.changes.insert("removed".to_owned(), json!(removed));
        return Ok(outcome);
    }
    outcome.result = Some(true);
    outcome.comment = format!("Removed {} files or directories from directory {name}", removed.len());
    let mut done = Vec::new();
    for path in removed {
        let is_tree = !is_link(cx.system, &path) && kind(cx.system, &path) == Some(FileKind::Directory);
        let result = if is_tree { cx.system.remove_tree(&path) } else { cx.system.remove_file(&path) };
        if let Err(error) = result {
            let (_, text) = crate::python::os_error(&error, &path);
            outcome.result = Some(false);
            outcome.comment = format!("Could not remove '{path}': {text}");
            break;
        }
        done.push(path);
    }
    outcome.changes.insert("removed".to_owned(), json!(done));
    Ok(outcome)
}

/// The paths that are to be removed, those in a folder before the folder.
fn wanted(cx: &Cx<'_>) -> Result<Vec<String>, StateError> {
    let low = cx.low;
    let lists = [expressions(low, "matches"), expressions(low, "exclude")];
    let [Some(matches), Some(excluded)] = lists else { return Ok(Vec::new()) };
    let (age, size) = (low.args.get("age").and_then(Json::as_i64).unwrap_or(0), low.args.get("size").and_then(bytes).unwrap_or(0));
    let (decides, now) = (decides(low), cx.system.now());
    let mut all = Vec::new();
    for found in walk::walk(cx.system, &low.name, MAX_DEPTH).into_iter().rev() {
        let path = found.path;
        let Ok(Some(details)) = cx.system.details(&path) else { continue };
        let goes = match details.kind {
            FileKind::Link => low.is_on("rmlinks", true),
            FileKind::Directory => low.is_on("rmdirs", false),
            _ => true,
        };
        let length = if matches!(details.kind, FileKind::Link | FileKind::Directory) { 0 } else { details.size };
        let is_large = i64::try_from(length).unwrap_or(i64::MAX) >= size;
        let is_old = days(low, &details, &now).is_none_or(|it| it >= age);
        let is_meant = match decides {
            Decides::Age => is_old,
            Decides::Size => is_large,
            Decides::Both => is_old && is_large,
            Decides::Either => is_old || is_large,
        };
        let subject = if low.is_on("full_path_match", false) { &*path } else { path.rsplit('/').next().unwrap_or_default() };
        let any =
            |list: &[PythonRegex]| list.iter().try_fold(false, |found, it| Ok::<_, StateError>(found || it.is_match(subject.as_bytes())?));
        if goes && is_meant && (low.arg("matches").is_none() || any(&matches)?) && !any(&excluded)? {
            all.push(path);
        }
    }
    Ok(all)
}

/// Whole days between a file's time and today.
fn days(low: &Low, details: &Details, now: &jiff::Zoned) -> Option<i64> {
    let seconds = match low.arg("time_comparison").and_then(Json::as_str).map(str::to_lowercase).as_deref() {
        Some("ctime") => details.changed,
        Some("mtime") => details.modified,
        _ => details.accessed,
    };
    let zone: TimeZone = now.time_zone().clone();
    let day = Timestamp::from_second(seconds).ok()?.to_zoned(zone).date();
    Some(i64::from(day.until(now.date()).ok()?.get_days().abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_with_units() {
        let size = |text: &str| bytes(&json!(text));
        assert_eq!(
            (size("20"), size("20B"), size("2k"), size("2KiB"), size("2 kb")),
            (Some(20), Some(20), Some(2048), Some(2048), Some(2000))
        );
        assert_eq!((size("1.5k"), size("k"), size("2x"), size("9999999999G")), (None, None, None, None));
        assert_eq!((bytes(&json!(5)), bytes(&json!(1.5))), (Some(5), None));
    }
}
