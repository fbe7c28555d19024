//! Groups that are not supported.

use salt::{Chunk, Compiled};
use serde_json::Value as Json;

use super::{Groups, is_alike, is_wanted};
use crate::low::Low;

/// Returns why a state cannot be in its group.
pub(crate) fn refused(compiled: &Compiled, groups: Option<&Groups>, lows: &[Low], chunk: &Chunk, low: &Low) -> Vec<String> {
    if !is_wanted(low) {
        return Vec::new();
    }
    let name = low.function();
    // Earlier releases also merge states without `aggregate`, and pull forward what the merged ones require.
    if !compiled.run_order.is_empty() {
        return vec![format!("`aggregate` of `{name}` is supported with the order of Salt 3008 only")];
    }
    let Some(groups) = groups else {
        return vec![format!("`aggregate` of `{name}` has too many states to compare (limit 50,000,000 steps)")];
    };
    let group = groups.group(low.chunk);
    let mut all = Vec::new();
    if !group.is_empty() && (chunk.has_prereq || chunk.is_prerequired) {
        all.push(format!("`aggregate` of `{name}` with `prereq` is not supported"));
    }
    if !group.iter().any(|it| *it != low.chunk && lows.get(*it).is_some_and(|it| is_alike(low, it))) {
        return all;
    }
    // Salt asks for the package with its version and without it, in the order of a set, or fails.
    if low.arg("version").is_some() {
        all.push(format!("`version` of `{name}` with `aggregate` is not supported: Salt fails or ignores it"));
    }
    let is_plain = |it: &Json| it.as_array().is_some_and(|it| it.iter().all(Json::is_string));
    if low.args.get("pkgs").is_some_and(|it| !is_plain(it)) {
        all.push(format!("`pkgs` of `{name}` with `aggregate` has to be a list of names: Salt fails"));
    }
    all
}
