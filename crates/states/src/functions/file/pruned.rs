//! `file.pruned`: an empty folder is removed; with `recurse`, those in it, too.

use machine::FileKind;
use serde_json::{Value as Json, json};

use super::walk::{self, MAX_DEPTH};
use super::{is_link, kind, refuse_name};
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::python;
use crate::returned::Outcome;

pub const FUNCTION: Function =
    Function::new("file.pruned", Arguments::These(&["recurse", "ignore_errors"]), run).refusing(|low, _| refuse_name(low));

fn run(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.as_str();
    if kind(cx.system, name) != Some(FileKind::Directory) {
        return Ok(Outcome::fine(format!("Directory {name} is not present")));
    }
    let mut outcome = Outcome::default();
    if cx.test {
        outcome.changes.insert("deleted".to_owned(), json!(name));
        outcome.comment = format!("Directory {name} is set for removal");
        return Ok(outcome);
    }
    if !name.starts_with('/') {
        return Err(StateError::exception("salt.exceptions.SaltInvocationError", "File path must be absolute."));
    }
    let ignores = cx.low.is_on("ignore_errors", false);
    let recurses = ignores || cx.low.is_on("recurse", false);
    let mut folders = Vec::new();
    if recurses {
        let inside = walk::walk(cx.system, name, MAX_DEPTH).into_iter();
        // A link to a folder is no folder that can be removed, which Salt tries.
        folders.extend(inside.filter(|it| it.is_folder).map(|it| it.path).rev());
    }
    folders.push(name.to_owned());
    let (mut deleted, mut errors) = (Vec::new(), Vec::new());
    for folder in folders {
        let removed = match is_link(cx.system, &folder) {
            true => Err(std::io::Error::from_raw_os_error(20)),
            false => cx.system.remove_empty_folder(&folder),
        };
        match removed {
            Ok(()) => deleted.push(folder),
            Err(error) => {
                let (_, text) = python::os_error(&error, &folder);
                errors.push(json!([folder, text]));
            }
        }
    }
    outcome.result = Some(true);
    if !recurses && errors.is_empty() {
        outcome.comment = format!("Removed directory {name}");
        outcome.changes.insert("deleted".to_owned(), json!(name));
    } else if errors.is_empty() || ignores && !deleted.is_empty() {
        deleted.sort_unstable();
        outcome.comment = format!("Recursively removed empty directories under {name}");
        outcome.changes.insert("deleted".to_owned(), json!(deleted));
    } else {
        outcome.result = Some(false);
        outcome.comment = format!("Failed to remove directory {name}");
        outcome.changes.insert("deleted".to_owned(), json!(deleted));
        outcome.changes.insert("errors".to_owned(), Json::Array(errors));
    }
    Ok(outcome)
}
