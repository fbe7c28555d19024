//! The content of a folder, and what `clean` removes of it.

use machine::{FileKind, System};
use serde_json::Value as Json;

use super::patterns::is_excluded;
use super::{is_link, kind, recurse};
use crate::function::Cx;
use crate::low::Low;
use crate::python;

/// No folder is walked deeper.
pub const MAX_DEPTH: usize = 200;

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub path: String,
    /// A folder, or a link to one.
    pub is_folder: bool,
}

/// The content of a folder, `depth` levels deep, a folder before its own content. Links are not followed.
pub fn walk(system: &dyn System, folder: &str, depth: usize) -> Vec<Found> {
    let mut all = Vec::new();
    if depth == 0 || is_link(system, folder) && depth != MAX_DEPTH {
        return all;
    }
    let mut names = system.list(folder).unwrap_or_default();
    names.sort();
    for name in names {
        let path = format!("{}/{name}", folder.trim_end_matches('/'));
        let is_folder = kind(system, &path) == Some(FileKind::Directory);
        let goes_on = is_folder && !is_link(system, &path);
        all.push(Found { path: path.clone(), is_folder });
        if goes_on {
            all.extend(walk(system, &path, depth - 1));
        }
    }
    all
}

/// As deep as `max_depth` says.
pub fn depth(low: &Low) -> usize {
    low.arg("max_depth").and_then(Json::as_u64).and_then(|it| usize::try_from(it).ok()).unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
}

/// A path without the end of a folder's name.
fn plain(path: &str) -> &str {
    if path == "/" { path } else { path.trim_end_matches('/') }
}

/// The paths that the files which a state requires need.
pub fn paths_to_keep(cx: &Cx<'_>, folder: &str) -> Vec<String> {
    let mut all = Vec::new();
    let required = cx.low.args.get("require").and_then(Json::as_array).into_iter().flatten();
    for required in required.filter_map(|it| it.get("file")).map(python::text) {
        for low in cx.lows.iter().filter(|it| it.name == required || it.id == required) {
            if kind(cx.system, &low.name) != Some(FileKind::Directory) {
                all.push(low.name.clone());
            } else if format!("{}/", plain(&low.name)).starts_with(&format!("{}/", plain(folder))) {
                if low.fun == "recurse" {
                    all.extend(recurse::Copies::new(low, cx.files).paths());
                } else {
                    all.push(low.name.clone());
                    all.extend(walk(cx.system, &low.name, MAX_DEPTH).into_iter().map(|it| it.path));
                }
            }
        }
    }
    all
}

fn relative_to<'p>(path: &'p str, folder: &str) -> &'p str {
    path.strip_prefix(plain(folder)).map_or(path, |it| it.trim_start_matches('/'))
}

/// Paths that `clean` would remove.
pub fn foreseen(cx: &Cx<'_>, folder: &str, found: &[Found]) -> Vec<String> {
    let retained = paths_to_keep(cx, folder);
    let goes = |it: &&Found| !retained.iter().any(|paths| paths.contains(&it.path)) && !is_excluded(cx.low, relative_to(&it.path, folder));
    found.iter().filter(goes).map(|it| it.path.clone()).collect()
}

/// Removes what is neither kept nor excluded, and returns the paths; in test mode, removes nothing. Only test mode names the content of
/// removed folders.
pub fn clean(cx: &mut Cx<'_>, folder: &str, retained: &[String]) -> Vec<String> {
    let is_kept = |path: &str| retained.iter().any(|it| plain(it) == path || plain(it).starts_with(&format!("{path}/")));
    let mut removed = Vec::new();
    for it in walk(cx.system, folder, MAX_DEPTH) {
        if is_kept(&it.path) || is_excluded(cx.low, relative_to(&it.path, folder)) {
            continue;
        }
        if !cx.test {
            if cx.system.look(&it.path, false).ok().flatten().is_none() {
                continue;
            }
            let is_tree = it.is_folder && !is_link(cx.system, &it.path);
            // What could not be removed is found again by the next run.
            let _ = if is_tree { cx.system.remove_tree(&it.path) } else { cx.system.remove_file(&it.path) };
        }
        removed.push(it.path);
    }
    removed
}
