//! Refreshes that are owed: what they come of was changed, and they were not done. Puppet forgets them when a refresh fails, when
//! its resource is skipped, and when the run is killed.
//!
//! What is going to be owed is written down before the first change that owes it, so that a kill at any moment loses nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

/// By resource: those whose changes it was not refreshed for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owed {
    by_target: BTreeMap<String, BTreeSet<String>>,
}

impl Owed {
    /// Of a file that [`Owed::write`] made. What cannot be read owes nothing.
    pub fn read(text: &str) -> Owed {
        let data: Json = serde_json::from_str(text).unwrap_or_default();
        let mut owed = Owed::default();
        for (target, sources) in data.get("owed").and_then(Json::as_object).into_iter().flatten() {
            for source in sources.as_array().into_iter().flatten().filter_map(Json::as_str) {
                owed.add(target, source);
            }
        }
        owed
    }

    pub fn write(&self) -> String {
        format!("{}\n", json!({ "version": 1, "owed": self.by_target }))
    }

    /// Says whether nothing was owed to that resource before. One source is enough to refresh it: what only adds another need not be
    /// written down, and of a thousand files that notify a service one is.
    pub fn add(&mut self, target: &str, source: &str) -> bool {
        let sources = self.by_target.entry(target.to_owned()).or_default();
        let is_first = sources.is_empty();
        sources.insert(source.to_owned());
        is_first
    }

    /// Says whether something was owed.
    pub fn settle(&mut self, target: &str) -> bool {
        self.by_target.remove(target).is_some()
    }

    /// One resource changed nothing after all. Says whether that makes a difference.
    pub fn withdraw(&mut self, target: &str, source: &str) -> bool {
        let Some(sources) = self.by_target.get_mut(target) else { return false };
        let was_there = sources.remove(source);
        if sources.is_empty() {
            self.by_target.remove(target);
        }
        was_there
    }

    pub fn of(&self, target: &str) -> impl Iterator<Item = &str> {
        self.by_target.get(target).into_iter().flatten().map(String::as_str)
    }

    /// Only of what there still is.
    pub fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        self.by_target.retain(|target, _| is_there(target));
    }

    pub fn is_empty(&self) -> bool {
        self.by_target.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut owed = Owed::default();
        assert!(owed.add("Exec[r]", "File[/a]"));
        assert!(!owed.add("Exec[r]", "File[/a]"));
        assert!(!owed.add("Exec[r]", "File[/b]"));
        assert_eq!(Owed::read(&owed.write()), owed);
        assert!(owed.withdraw("Exec[r]", "File[/a]"));
        assert_eq!(owed.of("Exec[r]").collect::<Vec<_>>(), ["File[/b]"]);
        assert!(owed.settle("Exec[r]"));
        assert!(owed.is_empty());
        assert_eq!(Owed::read("{half"), Owed::default());
    }
}
