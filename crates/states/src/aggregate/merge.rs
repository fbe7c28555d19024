//! Packages of the other states of a group are added to those of the first one.

use serde_json::Value as Json;

use super::{MERGED, is_alike};
use crate::low::Low;
use crate::run::Run;

impl Run<'_> {
    /// Gives a state that is about to run the packages of those in its group that did not run yet. They keep their own, which have nothing
    /// left to do then.
    pub(crate) fn merge(&mut self, chunk: usize) {
        let group = self.groups.group(chunk).to_vec();
        let Some(low) = self.lows.get(chunk).filter(|it| !group.is_empty() && MERGED.contains(&it.fun.as_str())) else { return };
        if !self.merged.insert(chunk) {
            return;
        }
        let mut added: Vec<Json> = Vec::new();
        for number in group {
            let Some(other) = self.lows.get(number).filter(|it| is_alike(low, it) && !self.running.contains_key(&it.tag())) else {
                continue;
            };
            if self.merged.insert(number) {
                added.extend(packages(other).unwrap_or_else(|| vec![Json::from(other.name.as_str())]));
            }
        }
        if added.is_empty() {
            return;
        }
        let mut all: Vec<Json> = Vec::new();
        for package in packages(low).unwrap_or_default().into_iter().chain(added) {
            if !all.contains(&package) {
                all.push(package);
            }
        }
        if let Some(low) = self.lows.get_mut(chunk) {
            low.args.insert("pkgs".to_owned(), Json::Array(all));
        }
    }
}

fn packages(low: &Low) -> Option<Vec<Json>> {
    low.args.get("pkgs").and_then(Json::as_array).cloned()
}
