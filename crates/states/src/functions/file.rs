//! `file.*`: files, folders and links.
//!
//! They ask the machine themselves: the sentences and changes of Salt depend on more than the provider of the resource type reports.

mod absent;
mod accumulated;
mod added;
mod append;
mod blockreplace;
mod checked;
mod comment;
mod contents;
mod copy;
mod decode;
mod diff;
mod directory;
mod edited;
mod exists;
mod hardlink;
mod keyvalue;
mod line;
mod managed;
mod patterns;
mod permissions;
mod prepend;
mod pruned;
mod recurse;
mod rename;
mod replace;
mod serialize;
mod symlink;
mod tidied;
mod touch;
mod walk;

pub use self::accumulated::Accumulators;
pub use self::contents::lines;
pub use contents::{names as template_names, path_in_roots};
use machine::{FileKind, System};

use crate::function::Function;
use crate::returned::Outcome;

pub const FUNCTIONS: &[&Function] = &[
    &absent::FUNCTION,
    &accumulated::FUNCTION,
    &append::FUNCTION,
    &blockreplace::FUNCTION,
    &comment::COMMENT,
    &comment::UNCOMMENT,
    &copy::FUNCTION,
    &decode::FUNCTION,
    &directory::FUNCTION,
    &exists::EXISTS,
    &exists::MISSING,
    &hardlink::FUNCTION,
    &keyvalue::FUNCTION,
    &line::FUNCTION,
    &managed::FUNCTION,
    &prepend::FUNCTION,
    &pruned::FUNCTION,
    &recurse::FUNCTION,
    &rename::FUNCTION,
    &replace::FUNCTION,
    &serialize::FUNCTION,
    &symlink::FUNCTION,
    &tidied::FUNCTION,
    &touch::FUNCTION,
];

/// Kind of the object at a path, links followed.
fn kind(system: &dyn System, path: &str) -> Option<FileKind> {
    system.look(path, true).ok().flatten().map(|it| it.kind)
}

fn is_link(system: &dyn System, path: &str) -> bool {
    system.look(path, false).ok().flatten().is_some_and(|it| it.kind == FileKind::Link)
}

fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(end) => &path[..end],
        None => "",
    }
}

fn failed(outcome: Outcome, comment: impl Into<String>) -> Outcome {
    Outcome { result: Some(false), comment: comment.into(), ..outcome }
}

/// Refuses a name that is no path here.
fn refuse_name(low: &crate::Low) -> Vec<String> {
    let mut all = Vec::new();
    if low.name.starts_with('~') {
        all.push(format!("`~` in the name of `{}` is not supported", low.function()));
    }
    all
}
