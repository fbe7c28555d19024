//! `aggregate`: the first state of a group also does the work of the others.
//!
//! States of packages that do not need each other form a group. A state that needs one of a group waits for all of it. As in Salt 3008.3,
//! the first state of a group loses the package that its name is, if it has no `pkgs`: that package is not installed.

mod groups;
mod merge;
mod refused;

use serde_json::Value as Json;

pub(crate) use self::groups::Groups;
pub(crate) use self::refused::refused;
use crate::low::Low;

/// Functions of `pkg` that take the packages of others; Salt has two more modules with such functions, which are not supported.
const MERGED: &[&str] = &["installed", "latest", "removed", "purged"];

/// Whether a state wants to be in a group.
fn is_wanted(low: &Low) -> bool {
    low.state == "pkg"
        && match low.args.get("aggregate") {
            Some(Json::Bool(it)) => *it,
            Some(Json::Array(modules)) => modules.iter().any(|it| *it == low.state),
            Some(Json::Object(modules)) => modules.contains_key(&low.state),
            Some(_) => false,
            None => low.is_aggregate,
        }
}

/// Whether two states of a group can be merged.
fn is_alike(one: &Low, other: &Low) -> bool {
    MERGED.contains(&one.fun.as_str()) && one.fun == other.fun && one.arg("fromrepo") == other.arg("fromrepo")
}
