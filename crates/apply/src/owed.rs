//! Refreshes that are owed: what they come of was changed, and they were not done. Puppet forgets them when a refresh fails, when
//! its resource is skipped, and when the run is killed.
//!
//! A refresh that will be owed is written before the first change that owes it, so that a kill at any moment loses nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

/// How many seconds are waited for a resource that is not in the catalog: 30 days.
pub const PATIENCE: i64 = 30 * 24 * 60 * 60;

/// For how many such resources at most.
pub const MOST: usize = 1000;

/// By resource: those whose changes it was not refreshed for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owed {
    by_target: BTreeMap<String, BTreeSet<String>>,
    /// The same of resources that are not in the catalog that is applied now, but may be in the next one.
    elsewhere: BTreeMap<String, Elsewhere>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Elsewhere {
    /// When a catalog without the resource was applied first.
    since: i64,
    sources: BTreeSet<String>,
}

impl Owed {
    /// Of a file that [`Owed::write`] made. What cannot be read owes nothing.
    pub fn read(text: &str) -> Owed {
        let data: Json = serde_json::from_str(text).unwrap_or_default();
        let mut owed = Owed::default();
        let texts = |it: &Json| it.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect::<BTreeSet<_>>();
        let entries = |name: &str| data.get(name).and_then(Json::as_object).into_iter().flatten();
        for (target, sources) in entries("owed") {
            owed.by_target.insert(target.clone(), texts(sources));
        }
        for (target, waits) in entries("elsewhere") {
            let (Some(since), Some(sources)) = (waits.get("since").and_then(Json::as_i64), waits.get("sources")) else { continue };
            owed.elsewhere.insert(target.clone(), Elsewhere { since, sources: texts(sources) });
        }
        owed.by_target.retain(|_, sources| !sources.is_empty());
        owed.elsewhere.retain(|_, it| !it.sources.is_empty());
        owed
    }

    pub fn write(&self) -> String {
        let mut data = json!({ "version": 1, "owed": self.by_target });
        if !self.elsewhere.is_empty() {
            let all = self.elsewhere.iter().map(|(target, it)| (target.clone(), json!({ "since": it.since, "sources": it.sources })));
            data["elsewhere"] = Json::Object(all.collect());
        }
        format!("{data}\n")
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

    pub fn sources(&self, target: &str) -> impl Iterator<Item = &str> {
        self.by_target.get(target).into_iter().flatten().map(String::as_str)
    }

    /// Takes over what is owed to the resources of a catalog. The others wait for a catalog that they are in, but not for ever: who has
    /// given a resource up is not to have it refreshed when there is another one of that name one day.
    pub fn meet(&mut self, is_there: impl Fn(&str) -> bool, now: i64) {
        let (here, missing): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.by_target).into_iter().partition(|it| is_there(&it.0));
        let (back, mut elsewhere): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.elsewhere).into_iter().partition(|it| is_there(&it.0));
        for (target, sources) in missing {
            let waits = elsewhere.entry(target).or_insert_with(|| Elsewhere { since: now, sources: BTreeSet::new() });
            waits.sources.extend(sources);
        }
        self.by_target = here;
        for (target, it) in back {
            self.by_target.entry(target).or_default().extend(it.sources);
        }
        let mut waiting: Vec<(String, Elsewhere)> =
            elsewhere.into_iter().filter(|(_, it)| now.saturating_sub(it.since) <= PATIENCE).collect();
        // Where the clock went back, what is said of the future is from now.
        waiting.iter_mut().for_each(|(_, it)| it.since = it.since.min(now));
        waiting.sort_by_key(|(_, it)| std::cmp::Reverse(it.since));
        waiting.truncate(MOST);
        self.elsewhere = waiting.into_iter().collect();
    }

    /// Whether nothing is owed to the resources of this catalog.
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
        assert_eq!(owed.sources("Exec[r]").collect::<Vec<_>>(), ["File[/b]"]);
        assert!(owed.settle("Exec[r]"));
        assert!(owed.is_empty());
        assert_eq!(Owed::read("{half"), Owed::default());
    }

    #[test]
    fn what_is_not_in_a_catalog_is_waited_for() {
        let mut owed = Owed::default();
        owed.add("Exec[a]", "File[/a]");
        owed.add("Exec[b]", "File[/b]");
        owed.meet(|it| it == "Exec[b]", 100);
        assert_eq!(owed.sources("Exec[a]").count(), 0);
        assert_eq!(owed.sources("Exec[b]").count(), 1);
        assert!(owed.settle("Exec[b]"));
        assert!(owed.is_empty());
        let mut read = Owed::read(&owed.write());
        assert_eq!(read, owed);
        read.meet(|it| it == "Exec[b]", 200);
        read.meet(|it| it == "Exec[a]", 300);
        assert_eq!(read.sources("Exec[a]").collect::<Vec<_>>(), ["File[/a]"]);
        assert_eq!(read.write(), "{\"version\":1,\"owed\":{\"Exec[a]\":[\"File[/a]\"]}}\n");
    }

    #[test]
    fn nothing_is_waited_for_for_ever() {
        let mut owed = Owed::default();
        owed.add("Exec[a]", "File[/a]");
        owed.meet(|_| false, 100);
        owed.meet(|_| false, 100 + PATIENCE);
        assert_ne!(owed, Owed::default());
        let mut late = owed.clone();
        late.meet(|_| false, 101 + PATIENCE);
        assert_eq!(late, Owed::default());
        // The clock went back: not longer than that from now.
        owed.meet(|_| false, 50);
        owed.meet(|_| false, 51 + PATIENCE);
        assert_eq!(owed, Owed::default());
    }

    #[test]
    fn no_more_than_so_many_are_waited_for() {
        let mut owed = Owed::default();
        owed.add("Exec[old]", "File[/a]");
        owed.meet(|_| false, 1);
        (0..MOST).for_each(|it| assert!(owed.add(&format!("Exec[{it}]"), "File[/a]")));
        owed.meet(|_| false, 2);
        assert_eq!(owed.elsewhere.len(), MOST);
        assert!(!owed.elsewhere.contains_key("Exec[old]"));
    }
}
