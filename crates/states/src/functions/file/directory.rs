//! `file.directory`: a folder with its owners and mode.

use machine::FileKind;
use serde_json::{Map, Value as Json, json};

use super::permissions::{self, Wanted, check, check_entry, differences, differences_of_entry, make_folder, make_parents};
use super::walk::{Found, clean, depth, foreseen, paths_to_keep, walk};
use super::{failed, is_link, kind, parent, patterns, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "user",
    "group",
    "mode",
    "dir_mode",
    "file_mode",
    "makedirs",
    "force",
    "allow_symlink",
    "recurse",
    "max_depth",
    "clean",
    "exclude_pat",
    "follow_symlinks",
];

pub const FUNCTION: Function = Function::new("file.directory", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if low.is_on("follow_symlinks", false) {
        all.push("`follow_symlinks` of `file.directory` is not supported".to_owned());
    }
    if low.arg("max_depth").is_some_and(|it| it.as_u64().is_none()) {
        all.push("`max_depth` of `file.directory` has to be a number".to_owned());
    }
    all.extend(patterns::refuse(low));
    all
}

pub fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = match low.name.strip_suffix('/') {
        Some("") | None => low.name.as_str(),
        Some(name) => name,
    };
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.directory"));
    }
    let cleans = low.is_on("clean", false);
    if cleans && low.arg("max_depth").is_some() {
        return Ok(Outcome::failed("Cannot specify both max_depth and clean"));
    }
    let mode = low.arg("dir_mode").filter(|it| python::is_true(it)).or_else(|| low.arg("mode")).map(permissions::mode);
    let wanted = Wanted { mode, ..Wanted::new(low) };
    if let Some(problem) = wanted.missing(cx) {
        return Ok(Outcome::failed(problem));
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    let mut outcome = Outcome::default();
    let is_file = kind(cx.system, name) == Some(FileKind::File);
    let (link, force) = (is_link(cx.system, name), low.is_on("force", false));
    if is_file || (link && (force || !low.is_on("allow_symlink", true))) {
        let what = if is_file { "file" } else { "symlink" };
        if !force {
            return Ok(Outcome::failed(format!("Specified location {name} exists and is a {what}")));
        }
        let what = if is_file { "File" } else { "Symlink" };
        let done = if cx.test { "would be" } else { "was" };
        if !cx.test {
            cx.system.remove_file(name).map_err(|it| StateError::exception("OSError", it.to_string()))?;
        }
        outcome.changes.insert("forced".to_owned(), json!(format!("{what} {done} forcibly replaced")));
    }
    let exists = kind(cx.system, name) == Some(FileKind::Directory);
    let recursion = match Recursion::from_low(low, &wanted) {
        Ok(recursion) => recursion,
        // In Salt, the check says it, and nothing is done.
        Err(problem) => return Ok(Outcome { result: Some(false), comment: problem.to_string(), ..outcome }),
    };
    let found = if recursion.is_some() || cleans { walk(cx.system, name, depth(low)) } else { Vec::new() };
    let mut changes: Vec<(String, Map<String, Json>)> = Vec::new();
    for it in &found {
        if let Some(wanted) = recursion.as_ref().and_then(|recursion| recursion.wanted(it)) {
            changes.push((it.path.clone(), named(differences_of_entry(cx.system, &it.path, wanted))));
        }
    }
    if exists {
        let own = recursion.as_ref().map_or(&wanted, |it| &it.folder);
        changes.push((name.to_owned(), named(differences(cx.system, name, own))));
    } else {
        changes.push((name.to_owned(), named(vec![("directory", json!("new"))])));
    }
    if cleans {
        let removed = named(vec![("removed", json!("Removed due to clean"))]);
        for path in foreseen(cx, name, &found) {
            changes.retain(|it| it.0 != path);
            changes.push((path, removed.clone()));
        }
    }
    changes.retain(|it| !it.1.is_empty());
    let (result, comment) = said(name, &changes);
    outcome.changes.extend(changes.into_iter().map(|(path, changes)| (path, Json::Object(changes))));
    if cx.test || outcome.changes.is_empty() {
        return Ok(Outcome { result, comment, ..outcome });
    }
    outcome.result = Some(true);
    if exists {
        check(cx, name, &wanted, &mut outcome);
        if let Some(recursion) = &recursion {
            recursion.run(cx, &found, &mut outcome);
        }
        if cleans {
            let retained = paths_to_keep(cx, name);
            let removed = clean(cx, name, &retained);
            if !removed.is_empty() {
                outcome.changes.insert("removed".to_owned(), json!(removed));
                outcome.comment = format!("Files cleaned from directory {name}");
            }
        }
        if outcome.comment.is_empty() {
            outcome.comment = format!("Directory {name} updated");
        }
        return Ok(outcome);
    }
    if kind(cx.system, parent(name)) != Some(FileKind::Directory) {
        if !low.is_on("makedirs", false) {
            return Ok(failed(outcome, format!("No directory to create {name} in")));
        }
        make_parents(cx, name, &wanted)?;
    }
    make_folder(cx, name, &wanted)?;
    Ok(outcome)
}

fn named(changes: Vec<(&'static str, Json)>) -> Map<String, Json> {
    changes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Comment before anything is done.
fn said(name: &str, changes: &[(String, Map<String, Json>)]) -> (Option<bool>, String) {
    if changes.is_empty() {
        return (Some(true), format!("The directory {name} is in the correct state"));
    }
    let lines =
        changes.iter().flat_map(|(path, all)| all.iter().map(move |(key, value)| format!("{path}: {key} - {}\n", python::text(value))));
    (None, format!("The following files will be changed:\n{}", lines.collect::<String>()))
}

/// Properties that `recurse` wants of everything in the folder.
struct Recursion {
    folder: Wanted,
    file: Wanted,
    has_folders: bool,
    has_files: bool,
    is_silent: bool,
    /// Owners that are to be set and are not given.
    missing: Option<&'static str>,
}

const KINDS: [&str; 6] = ["user", "group", "mode", "ignore_files", "ignore_dirs", "silent"];

impl Recursion {
    fn from_low(low: &Low, wanted: &Wanted) -> Result<Option<Recursion>, StateError> {
        let Some(recurse) = low.arg("recurse").filter(|it| python::is_true(it)) else { return Ok(None) };
        let Some(items) = recurse.as_array() else { return Err(StateError::RecurseForm) };
        if items.iter().any(|it| it.as_str().is_none_or(|it| !KINDS.contains(&it))) {
            let all: Vec<String> = KINDS.iter().map(|it| format!("\"{it}\"")).collect();
            return Err(StateError::RecurseKinds { kinds: all.join(", ") });
        }
        let has = |kind: &str| items.iter().any(|it| it == kind);
        if has("ignore_files") && has("ignore_dirs") {
            return Err(StateError::RecurseBoth);
        }
        let file_mode = low.arg("file_mode").filter(|it| python::is_true(it)).map(permissions::mode).or_else(|| wanted.mode.clone());
        let of = |mode: Option<String>| Wanted {
            user: wanted.user.clone().filter(|_| has("user")),
            group: wanted.group.clone().filter(|_| has("group")),
            mode: mode.filter(|_| has("mode")),
        };
        let missing = if has("group") && wanted.group.is_none() {
            Some("group not specified, but configured as a target for recursive ownership management")
        } else if has("user") && wanted.user.is_none() {
            Some("user not specified, but configured as a target for recursive ownership management")
        } else {
            None
        };
        let (folder, file) = (of(wanted.mode.clone()), of(file_mode));
        let (has_folders, has_files) = (!has("ignore_dirs"), !has("ignore_files"));
        Ok(Some(Recursion { folder, file, has_folders, has_files, is_silent: has("silent"), missing }))
    }

    /// Wanted properties of an entry of the folder.
    fn wanted(&self, found: &Found) -> Option<&Wanted> {
        match found.is_folder {
            true => Some(&self.folder).filter(|_| self.has_folders),
            false => Some(&self.file).filter(|_| self.has_files),
        }
    }

    /// Sets what is wanted.
    fn run(&self, cx: &mut Cx<'_>, found: &[Found], outcome: &mut Outcome) {
        if let Some(missing) = self.missing {
            outcome.result = Some(false);
            missing.clone_into(&mut outcome.comment);
        }
        if self.is_silent {
            outcome.changes.clear();
            outcome.changes.insert("recursion".to_owned(), json!("Changes silenced"));
        }
        for it in found {
            if let Some(wanted) = self.wanted(it) {
                check_entry(cx, &it.path, wanted, outcome);
            }
        }
    }
}
