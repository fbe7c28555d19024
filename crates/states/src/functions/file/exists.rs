//! `file.exists` and `file.missing`: something lies at a path, or nothing.

use super::{kind, refuse_name};
use crate::function::{Arguments, Called, Cx, Function};
use crate::returned::Outcome;

pub const EXISTS: Function = Function::new("file.exists", Arguments::Any, exists).refusing(|low, _| refuse_name(low));
pub const MISSING: Function = Function::new("file.missing", Arguments::Any, missing).refusing(|low, _| refuse_name(low));

fn exists(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.as_str();
    Ok(match kind(cx.system, name) {
        _ if name.is_empty() => Outcome::failed("Must provide name to file.exists"),
        Some(_) => Outcome::fine(format!("Path {name} exists")),
        None => Outcome::failed(format!("Specified path {name} does not exist")),
    })
}

fn missing(cx: &mut Cx<'_>) -> Called {
    let name = cx.low.name.as_str();
    Ok(match kind(cx.system, name) {
        _ if name.is_empty() => Outcome::failed("Must provide name to file.missing"),
        Some(_) => Outcome::failed(format!("Specified path {name} exists")),
        None => Outcome::fine(format!("Path {name} is missing")),
    })
}
