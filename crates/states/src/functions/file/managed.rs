//! `file.managed`: a file with its contents, owners and mode.

use machine::{Content, FileKind};
use salt::Release;
use serde_json::{Value as Json, json};

use super::contents::{self, Contents, Problem};
use super::diff::diff;
use super::permissions::{self, Wanted, check, digits, make_parents, of_umask};
use super::{checked, failed, is_link, kind, parent, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "source",
    "source_hash",
    "skip_verify",
    "user",
    "group",
    "mode",
    "template",
    "makedirs",
    "dir_mode",
    "context",
    "defaults",
    "replace",
    "show_changes",
    "create",
    "contents",
    "contents_pillar",
    "contents_grains",
    "contents_delimiter",
    "contents_newline",
    "allow_empty",
    "follow_symlinks",
    "keep_source",
    "backup",
    "tmp_dir",
    "tmp_ext",
];

pub const FUNCTION: Function = Function::new("file.managed", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if low.arg("check_cmd").is_some_and(Json::is_array) {
        all.push("`check_cmd` of `file.managed` has to be a text".to_owned());
    }
    if low.arg("backup").is_some_and(|it| python::is_true(it) && it != "false") {
        all.push("`backup` of `file.managed` is not supported".to_owned());
    }
    if !low.is_on("follow_symlinks", true) {
        all.push("`follow_symlinks: false` of `file.managed` is not supported".to_owned());
    }
    all.extend(contents::refuse(low, files));
    all
}

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let error = |comment: &str| Ok(Outcome::failed(comment));
    if name.is_empty() {
        return error("Destination file name is required");
    }
    let keeps_mode = low.arg("mode").and_then(Json::as_str).is_some_and(|it| it.eq_ignore_ascii_case("keep"));
    let has_source = low.arg("source").is_some_and(python::is_true);
    let count = contents::GIVEN.iter().filter(|it| low.arg(it).is_some()).count();
    let has_contents = count > 0;
    if has_source && has_contents {
        return error("'source' cannot be used in combination with 'contents', 'contents_pillar', or 'contents_grains'");
    }
    if keeps_mode && has_contents {
        return error("Mode preservation cannot be used in combination with 'contents', 'contents_pillar', or 'contents_grains'");
    }
    if count > 1 {
        return error("Only one of 'contents', 'contents_pillar', and 'contents_grains' is permitted");
    }
    let replaces = low.is_on("replace", true) && (has_source || has_contents);
    let found = contents::find(cx);
    match &found {
        Err(Problem::Error(problem)) => return error(&problem.to_string()),
        Err(Problem::Exception(problem)) => return Err(problem.clone()),
        _ => {}
    }
    if !low.is_on("create", true) && kind(cx.system, name) != Some(FileKind::File) {
        return Ok(Outcome::fine(format!("File {name} is not present and is not set for creation")));
    }
    let mut wanted = Wanted::new(low);
    if keeps_mode {
        wanted.mode = None;
    }
    if let Some(problem) = wanted.missing(cx) {
        return error(&problem);
    }
    if !name.starts_with('/') {
        return error(&format!("Specified file {name} is not an absolute path"));
    }
    if kind(cx.system, name) == Some(FileKind::Directory) {
        return error(&format!("Specified target {name} is a directory"));
    }
    for (argument, what) in [("context", "Context"), ("defaults", "Defaults")] {
        if low.arg(argument).is_some_and(|it| !it.is_object() && (argument == "context" || python::is_true(it))) {
            return error(&format!("{what} must be formed as a dict"));
        }
    }
    if !replaces && kind(cx.system, name).is_some() {
        return Ok(permissions_only(cx, &wanted));
    }
    let contents = match found {
        Ok(contents) => contents,
        Err(Problem::Error(problem) | Problem::Exception(problem)) => return error(&problem.to_string()),
        Err(Problem::Template(problem)) => return error(&problem.message),
        Err(Problem::Source(problem)) if cx.test || cx.release == Release::V3007 => return error(&problem),
        Err(Problem::Source(problem)) => return error(&format!("Unable to manage file: {problem}")),
        Err(Problem::NoSource) if cx.test => return error(NO_SOURCE),
        Err(Problem::NoSource) => return error(&format!("Unable to manage file: {NO_SOURCE}")),
    };
    if let Contents::Source { mode: Some(mode), .. } = &contents
        && keeps_mode
    {
        wanted.mode = Some(digits(*mode));
    }
    if cx.test {
        return Ok(foreseen(cx, &contents, &wanted));
    }
    if let Some(check) = checked::check(low) {
        let outcome = checked::refused(cx, &check, &contents, &wanted)?;
        if outcome.result != Some(true) {
            return Ok(outcome);
        }
    }
    let exists = is_link(cx.system, name) || kind(cx.system, name) == Some(FileKind::File);
    let done = if exists { update(cx, &contents, &wanted) } else { create(cx, &contents, &wanted) };
    Ok(done.unwrap_or_else(|problem| Outcome::failed(format!("Unable to manage file: {problem}"))))
}

/// Comment on a list of sources.
const NO_SOURCE: &str = "none of the specified sources were found";

/// A file whose contents are left as they are.
fn permissions_only(cx: &mut Cx<'_>, wanted: &Wanted) -> Outcome {
    let name = cx.low.name.as_str();
    let before = cx.system.look(name, true).ok().flatten().map(|it| digits(it.mode)).unwrap_or_default();
    let mut outcome = Outcome::fine("");
    check(cx, name, wanted, &mut outcome);
    if cx.test {
        outcome.comment = match &wanted.mode {
            Some(mode) if *mode != before => {
                format!("File {name} will be updated with permissions {mode} from its current state of {before}")
            }
            _ => format!("File {name} not updated"),
        };
    } else if outcome.changes.is_empty() && outcome.result == Some(true) {
        outcome.comment = format!("File {name} exists with proper permissions. No changes made.");
    }
    outcome
}

fn bytes(contents: &Contents) -> Option<&[u8]> {
    match contents {
        Contents::Any => None,
        Contents::Given(text) => Some(text.as_bytes()),
        Contents::Source { bytes, .. } => Some(bytes),
    }
}

/// Result in test mode.
pub(super) fn foreseen(cx: &mut Cx<'_>, contents: &Contents, wanted: &Wanted) -> Outcome {
    let name = cx.low.name.as_str();
    let mut outcome = Outcome::default();
    if kind(cx.system, name).is_none() {
        outcome.changes.insert("newfile".to_owned(), json!(name));
    } else {
        if let (Some(bytes), Ok(before)) = (bytes(contents), cx.system.read(name))
            && let Some(text) = diff(&before, bytes)
        {
            let text = if cx.low.is_on("show_changes", true) { text } else { "<show_changes=False>".to_owned() };
            outcome.changes.insert("diff".to_owned(), json!(text));
        }
        let different = permissions::differences(cx.system, name, wanted);
        outcome.changes.extend(different.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
    if outcome.changes.is_empty() {
        return Outcome::fine(format!("The file {name} is in the correct state"));
    }
    outcome.comment =
        format!("The file {name} is set to be changed\nNote: No changes made, actual changes may\nbe different due to other states.");
    outcome
}

/// Where a path leads.
fn real(cx: &Cx<'_>, name: &str) -> String {
    let mut place = name.to_owned();
    // As many links as the system follows.
    for _ in 0..40 {
        if !is_link(cx.system, &place) {
            break;
        }
        let Ok(target) = cx.system.link_target(&place) else { break };
        place = if target.starts_with('/') { target } else { format!("{}/{target}", parent(&place)) };
    }
    place
}

/// Brings a file that exists to what is wanted.
pub(super) fn update(cx: &mut Cx<'_>, contents: &Contents, wanted: &Wanted) -> Result<Outcome, StateError> {
    let name = cx.low.name.as_str();
    let describe = |error: std::io::Error| StateError::system(&error, name);
    let mut outcome = Outcome::fine("");
    if let Some(bytes) = bytes(contents) {
        let before = cx.system.read(name).map_err(describe)?;
        if let Some(text) = diff(&before, bytes) {
            let text = if cx.low.is_on("show_changes", true) { text } else { "<show_changes=False>".to_owned() };
            outcome.changes.insert("diff".to_owned(), json!(text));
            // The link stays: what it leads to keeps its owner and mode.
            let place = real(cx, name);
            cx.system.write(&place, Content::Bytes(bytes), 0o600).map_err(describe)?;
        }
    }
    check(cx, name, wanted, &mut outcome);
    if !outcome.changes.is_empty() {
        outcome.comment = format!("File {name} updated");
    } else if outcome.result == Some(true) {
        outcome.comment = format!("File {name} is in the correct state");
    }
    Ok(outcome)
}

/// Makes a file.
pub(super) fn create(cx: &mut Cx<'_>, contents: &Contents, wanted: &Wanted) -> Result<Outcome, StateError> {
    let name = cx.low.name.as_str();
    let describe = |error: std::io::Error| StateError::system(&error, name);
    let mut outcome = Outcome::fine("");
    if kind(cx.system, parent(name)) != Some(FileKind::Directory) {
        if !cx.low.is_on("makedirs", false) {
            return Ok(failed(outcome, "Parent directory not present"));
        }
        let own = cx.low.arg("dir_mode").map(permissions::mode);
        let mode = own.or_else(|| wanted.mode.as_deref().map(executable));
        make_parents(cx, name, &Wanted { mode, ..wanted.clone() })?;
    }
    let new = of_umask(cx);
    // Nobody else can read it before its mode is set, as in Salt.
    let first = match contents {
        Contents::Source { .. } => 0o600,
        _ if wanted.mode.is_some() => 0o600,
        _ => new,
    };
    match bytes(contents) {
        None => {
            cx.system.create(name, first).map_err(describe)?;
            outcome.changes.insert("new".to_owned(), json!(format!("file {name} created")));
            "Empty file".clone_into(&mut outcome.comment);
        }
        Some(bytes) => {
            cx.system.write(name, Content::Bytes(bytes), first).map_err(describe)?;
            outcome.changes.insert("diff".to_owned(), json!("New file"));
        }
    }
    let wanted = Wanted { mode: wanted.mode.clone().or_else(|| Some(digits(new))), ..wanted.clone() };
    check(cx, name, &wanted, &mut outcome);
    if outcome.comment.is_empty() {
        outcome.comment = format!("File {name} updated");
    }
    Ok(outcome)
}

/// The mode of folders for files of a mode: who may read may enter.
fn executable(mode: &str) -> String {
    let digits: Vec<char> = mode.chars().collect();
    let last = &digits[digits.len().saturating_sub(3)..];
    let open = |it: &char| it.to_digit(8).map_or(*it, |it| char::from_digit(if it == 0 { 0 } else { it | 1 }, 8).unwrap_or('0'));
    format!("0{}", last.iter().map(open).collect::<String>())
}
