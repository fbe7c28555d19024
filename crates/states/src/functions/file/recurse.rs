//! `file.recurse`: a folder of the tree, copied.

use machine::FileKind;
use serde_json::{Map, Value as Json, json};

use super::patterns::is_meant;
use super::permissions::{self, Wanted, make_folder, make_parents};
use super::{contents, directory, kind, managed, parent, patterns, refuse_name, walk};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "source",
    "clean",
    "user",
    "group",
    "dir_mode",
    "file_mode",
    "template",
    "context",
    "defaults",
    "replace",
    "include_pat",
    "exclude_pat",
    "maxdepth",
    "merge",
    "mode",
    "show_changes",
    "keep_source",
    "include_empty",
    "keep_symlinks",
    "backup",
];

pub const FUNCTION: Function = Function::new("file.recurse", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    for argument in ["keep_symlinks", "backup"] {
        if low.is_on(argument, false) {
            all.push(format!("`{argument}` of `file.recurse` is not supported"));
        }
    }
    if low.arg("maxdepth").is_some_and(|it| it.as_u64().is_none()) {
        all.push("`maxdepth` of `file.recurse` has to be a number".to_owned());
    }
    if low.texts("source").iter().any(|it| it.contains(['?', '|'])) {
        all.push("`?` and `|` in the source of `file.recurse` are not supported".to_owned());
    }
    all.extend(patterns::refuse(low));
    for (path, source) in Copies::new(low, files).files {
        for problem in contents::refuse(&file(low, &path, &source), files) {
            if !all.contains(&problem) {
                all.push(problem);
            }
        }
    }
    all
}

/// The folders of the tree that are copied; or why there are none.
fn sources(low: &Low, files: &Files<'_>) -> Result<Vec<String>, StateError> {
    let mut all = Vec::new();
    for source in low.texts("source") {
        let source = source.trim_end_matches('/');
        let Some(path) = contents::path_in_roots(source) else {
            return Err(StateError::NoTreeSource { source: source.to_owned() });
        };
        if path.is_empty() || files.tree.folders().any(|it| it == path) {
            all.push(path.to_owned());
        }
    }
    if all.is_empty() { Err(StateError::NoSources) } else { Ok(all) }
}

fn is_below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

/// The objects that a state copies.
#[derive(Default)]
pub struct Copies {
    /// The files, and their sources.
    pub files: Vec<(String, String)>,
    /// The folders that are made for their own sake.
    pub folders: Vec<String>,
}

impl Copies {
    pub fn new(low: &Low, files: &Files<'_>) -> Copies {
        let mut sources = sources(low, files).unwrap_or_default();
        if !low.is_on("merge", false) {
            sources.truncate(1);
        }
        let deepest = low.arg("maxdepth").and_then(Json::as_u64).and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
        let place = |path: &str, source: &str| {
            let below = is_below(path, source).filter(|it| it.matches('/').count() <= deepest && is_meant(low, it))?;
            Some(format!("{}/{below}", low.name.trim_end_matches('/')))
        };
        let is_inside = |a: &str, b: &str| a == b || a.strip_prefix(b).is_some_and(|it| it.starts_with('/'));
        let mut all = Copies::default();
        for source in sources {
            for path in files.tree.paths().map(|it| it.0) {
                let Some(place) = place(path, &source) else { continue };
                let is_taken = all.files.iter().any(|it| is_inside(&place, &it.0) || is_inside(&it.0, &place));
                if !is_taken && !all.folders.contains(&place) {
                    all.files.push((place, format!("salt://{path}")));
                }
            }
            if !low.is_on("include_empty", false) {
                continue;
            }
            // Salt counts the folder itself, too, by this name.
            let itself = Some(format!("{}/.", low.name.trim_end_matches('/'))).filter(|_| !source.is_empty() && is_meant(low, "."));
            for place in files.tree.folders().filter_map(|it| place(it, &source)).chain(itself) {
                let is_taken = all.files.iter().any(|it| is_inside(&place, &it.0) || is_inside(&it.0, &place));
                if !is_taken && !all.folders.contains(&place) {
                    all.folders.push(place);
                }
            }
        }
        all
    }

    /// All paths of them.
    pub fn paths(self) -> impl Iterator<Item = String> {
        self.files.into_iter().map(|it| it.0).chain(self.folders)
    }
}

/// A state of another function with some arguments of this one.
fn derived(low: &Low, name: &str, taken: &[(&str, &str)], set: &[(&str, Json)]) -> Low {
    let mut args = Map::new();
    for (from, to) in taken {
        if let Some(value) = low.args.get(*from) {
            args.insert((*to).to_owned(), value.clone());
        }
    }
    args.extend(set.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    Low { name: name.to_owned(), args, ..low.clone() }
}

const OF_FILE: [(&str, &str); 8] = [
    ("user", "user"),
    ("group", "group"),
    ("file_mode", "mode"),
    ("template", "template"),
    ("context", "context"),
    ("defaults", "defaults"),
    ("replace", "replace"),
    ("show_changes", "show_changes"),
];

fn file(low: &Low, path: &str, source: &str) -> Low {
    derived(low, path, &OF_FILE, &[("source", json!(source)), ("makedirs", json!(true))])
}

fn folder(low: &Low, path: &str) -> Low {
    derived(low, path, &[("user", "user"), ("group", "group"), ("dir_mode", "dir_mode")], &[("makedirs", json!(true))])
}

/// Result of all files and folders.
#[derive(Default)]
struct Sum {
    outcome: Outcome,
    /// A heading and a text for each that has something to say.
    comments: Vec<(String, String)>,
}

impl Sum {
    fn add(&mut self, path: &str, one: Outcome) {
        // The worst counts.
        if one.result == Some(false) || self.outcome.result == Some(true) {
            self.outcome.result = one.result;
        }
        if one.result != Some(true) && !one.comment.is_empty() {
            self.say(path, &one.comment);
        }
        if !one.changes.is_empty() {
            self.outcome.changes.insert(path.to_owned(), Json::Object(one.changes));
        }
    }

    fn say(&mut self, path: &str, comment: &str) {
        match self.comments.iter_mut().find(|it| it.0 == path) {
            Some((_, text)) => *text += &format!("\n{comment}"),
            None => self.comments.push((path.to_owned(), comment.to_owned())),
        }
    }
}

fn call(cx: &mut Cx<'_>, low: &Low, run: fn(&mut Cx<'_>) -> Called) -> Called {
    run(&mut cx.with(low))
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if low.args.contains_key("mode") {
        return Ok(Outcome::failed("'mode' is not allowed in 'file.recurse'. Please use 'file_mode' and 'dir_mode'."));
    }
    let wanted = Wanted { mode: low.arg("dir_mode").map(permissions::mode), ..Wanted::new(low) };
    if let Some(problem) = wanted.missing(cx) {
        return Ok(Outcome::failed(problem));
    }
    if !name.starts_with('/') {
        return Ok(Outcome::failed(format!("Specified file {name} is not an absolute path")));
    }
    if let Err(problem) = sources(low, cx.files) {
        return Ok(Outcome::failed(problem.to_string()));
    }
    match kind(cx.system, name) {
        Some(FileKind::Directory) => {}
        Some(_) => return Ok(Outcome::failed(format!("The path {name} exists and is not a directory"))),
        None if cx.test => {}
        None => {
            make_parents(cx, name, &wanted)?;
            make_folder(cx, name.trim_end_matches('/'), &wanted)?;
        }
    }
    let mut sum = Sum { outcome: Outcome::fine(""), ..Sum::default() };
    let copies = Copies::new(low, cx.files);
    let mut folders: Vec<&str> = copies.files.iter().map(|it| parent(&it.0)).chain(copies.folders.iter().map(String::as_str)).collect();
    folders.sort_unstable();
    folders.dedup();
    let cleans = low.is_on("clean", false);
    for path in folders {
        let in_the_way = kind(cx.system, path).is_some_and(|it| it != FileKind::Directory);
        if cleans
            && in_the_way
            && replaced(cx, path, &mut sum, ("Replaced file with a directory", format!("Replacing {path} with a directory")))
        {
            continue;
        }
        let one = call(cx, &folder(low, path), directory::run)?;
        sum.add(path, one);
    }
    for (path, source) in &copies.files {
        let in_the_way = kind(cx.system, path) == Some(FileKind::Directory) && low.is_on("replace", true);
        let said = ("Replaced directory with a new file", format!("Replacing directory {path} with a file"));
        if cleans && in_the_way && replaced(cx, path, &mut sum, said) {
            continue;
        }
        let one = call(cx, &file(low, path, source), managed::run)?;
        sum.add(path, one);
    }
    if cleans {
        let mut retained: Vec<String> = copies.paths().collect();
        retained.extend(walk::paths_to_keep(cx, name));
        let removed = walk::clean(cx, name, &retained);
        if !removed.is_empty() && cx.test {
            sum.outcome.result = sum.outcome.result.filter(|it| !it);
            sum.say("removed", &removed.join("\n"));
        } else if !removed.is_empty() {
            sum.outcome.changes.insert("removed".to_owned(), json!(removed));
        }
    }
    Ok(ended(cx, sum))
}

/// Removes an object for a file or a folder. True in test mode, where nothing more is said.
fn replaced(cx: &mut Cx<'_>, path: &str, sum: &mut Sum, (done, foreseen): (&str, String)) -> bool {
    if cx.test {
        sum.add(path, Outcome::new(None, foreseen));
        return true;
    }
    let is_tree = kind(cx.system, path) == Some(FileKind::Directory) && !super::is_link(cx.system, path);
    // An object that still exists fails the next step.
    let _ = if is_tree { cx.system.remove_tree(path) } else { cx.system.remove_file(path) };
    let mut one = Outcome::fine("");
    one.changes.insert("diff".to_owned(), json!(done));
    sum.add(path, one);
    false
}

fn ended(cx: &Cx<'_>, sum: Sum) -> Outcome {
    let name = cx.low.name.as_str();
    let mut outcome = sum.outcome;
    let parts: Vec<String> = sum.comments.iter().map(|(path, text)| format!("\n#### {path} ####\n{text}")).collect();
    outcome.comment = parts.join("\n").trim().to_owned();
    if outcome.comment.is_empty() {
        outcome.comment = format!("Recursively updated {name}");
    }
    if outcome.changes.is_empty() && outcome.result == Some(true) {
        outcome.comment = format!("The directory {name} is in the correct state");
    }
    outcome
}
