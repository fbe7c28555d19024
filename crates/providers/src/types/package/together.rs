//! Packages that are installed at once: a package manager reads what there is, and works out what is needed, once for all of them.
//!
//! Where that fails, each of those that are not there is tried by itself in its turn, so that one which cannot be installed fails alone.

use std::collections::{BTreeMap, BTreeSet};

use super::{Asked, Listed, Manager, Package, State};
use crate::instance::{Cx, Joins, ProviderError};

/// Installer of several packages at once.
pub trait Together {
    fn install(&self, asked: &Asked, names: &[String], cx: &mut Cx<'_>) -> Result<(), ProviderError>;

    /// Work after a success.
    fn finish(&self, _names: &[String], _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Those that one before them would have brought, had they been installed one by one: nothing would have been left to do for them.
    fn brought(&self, _asked: &Asked, _names: &[String], _before: &BTreeMap<String, State>, _cx: &mut Cx<'_>) -> Vec<String> {
        Vec::new()
    }

    /// The names of those that are not there, of some that the list of what is installed does not have.
    fn missing(&self, asked: &Asked, names: &[String], cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError>;
}

/// Packages that were to be installed before their turn.
#[derive(Default)]
pub struct Done {
    /// How it was before: what has failed with others may be half there, or come with the first that is tried alone.
    before: BTreeMap<(&'static str, String), (State, Outcome)>,
    /// Packages that could not be installed with others.
    alone: BTreeSet<(&'static str, String)>,
}

/// Work that is left for a package's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Finished,
    /// It is there.
    Installed,
    Missing,
}

impl Done {
    pub fn before(&self, manager: &dyn Manager, name: &str) -> Option<State> {
        self.before.get(&(manager.name(), name.to_owned())).map(|it| it.0.clone())
    }

    /// Its turn has come.
    pub fn take(&mut self, manager: &dyn Manager, name: &str) -> Outcome {
        self.before.remove(&(manager.name(), name.to_owned())).map_or(Outcome::Missing, |it| it.1)
    }
}

impl Package {
    pub(super) fn may_join(&mut self, cx: &mut Cx<'_>) -> Option<Joins> {
        let manager = self.manager(cx.system)?;
        manager.batch_installer()?;
        let should = self.wanted.text("ensure").unwrap_or_default();
        let asked = &self.asked;
        let is_plain = asked.source.is_none() && asked.answers.is_none() && asked.holds.is_none() && is_plain(&asked.name);
        if cx.subject.noop || !is_plain || !matches!(should.as_str(), "present" | "latest") {
            return None;
        }
        let listed = self.listed(manager, cx).ok()?;
        let key = (manager.name(), self.asked.name.clone());
        match listed {
            Some(state) if state.is_held => None,
            Some(state) if !state.is_missing() => (should == "present").then_some(Joins::Same),
            _ if cx.store.get::<Done>().alone.contains(&key) => None,
            _ => {
                let asked = &self.asked;
                let key = format!(
                    "{} {:?} {:?} {} {}",
                    manager.name(),
                    asked.command,
                    asked.install_options,
                    asked.replaces_configuration,
                    asked.allows_cdrom
                );
                Some(Joins::Others { key, name: asked.name.clone() })
            }
        }
    }

    /// Installs packages; gives those that are there now, and were not.
    pub(super) fn install_with(&mut self, names: &[String], cx: &mut Cx<'_>) -> Vec<String> {
        let Some((manager, together)) = self.manager(cx.system).and_then(|it| Some((it, it.batch_installer()?))) else { return Vec::new() };
        // They may have come since the list was made.
        let Ok(missing) = together.missing(&self.asked, names, cx) else { return Vec::new() };
        if missing.len() < 2 {
            return Vec::new();
        }
        let installed = together.install(&self.asked, &missing, cx);
        let mut done = match installed {
            Ok(()) => missing.clone(),
            Err(_) => {
                let left = together.missing(&self.asked, &missing, cx);
                missing.iter().filter(|it| left.as_ref().is_ok_and(|left| !left.contains(it))).cloned().collect()
            }
        };
        let list = (manager.name(), self.asked.command.clone());
        let before = cx.store.get::<Listed>().of_manager.get(&list).cloned().unwrap_or_default();
        let brought = together.brought(&self.asked, &done, &before, cx);
        done.retain(|it| !brought.contains(it));
        let is_finished = !done.is_empty() && together.finish(&done, cx).is_ok();
        for name in missing {
            let key = (manager.name(), name.clone());
            let listed = cx.store.get::<Listed>().of_manager.get_mut(&list).and_then(|it| it.remove(&name));
            if brought.contains(&name) {
                continue;
            }
            let outcome = match (done.contains(&name), is_finished) {
                (false, _) => Outcome::Missing,
                (true, false) => Outcome::Installed,
                (true, true) => Outcome::Finished,
            };
            let stored = cx.store.get::<Done>();
            if outcome == Outcome::Missing {
                stored.alone.insert(key.clone());
            }
            stored.before.insert(key, (listed.unwrap_or_else(|| State::new(manager.missing())), outcome));
        }
        done
    }
}

/// Needs of packages: of each the names in `A, B | C`.
#[derive(Debug, Default)]
pub struct Needs {
    pub of: BTreeMap<String, Vec<Vec<String>>>,
}

impl Needs {
    /// Which of some packages, of which none was there before, one of those before them brings along.
    pub fn brought(&self, names: &[String], was_there: &dyn Fn(&str) -> bool) -> Vec<String> {
        let (mut brought, mut there) = (Vec::new(), BTreeSet::new());
        for name in names {
            if there.contains(name.as_str()) {
                brought.push(name.clone());
                continue;
            }
            let mut rest = vec![name.as_str()];
            while let Some(next) = rest.pop() {
                if !there.insert(next) {
                    continue;
                }
                for any in self.of.get(next).into_iter().flatten() {
                    if any.iter().any(|it| was_there(it) || there.contains(it.as_str())) {
                        continue;
                    }
                    rest.extend(any.iter().map(String::as_str).find(|it| self.of.contains_key(*it)));
                }
            }
        }
        brought
    }
}

/// Whether a name means one package, of the architecture of this machine, and nothing else to any of the managers.
fn is_plain(name: &str) -> bool {
    let is_known = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '.' | '-' | '_');
    name.starts_with(|it: char| it.is_ascii_alphanumeric()) && !name.ends_with('-') && name.chars().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_needs_comes_with_it() {
        let needs = |all: &[(&str, &[&[&str]])]| Needs {
            of: all
                .iter()
                .map(|(name, needs)| {
                    let needs = needs.iter().map(|any| any.iter().map(|it| (*it).to_owned()).collect());
                    ((*name).to_owned(), needs.collect())
                })
                .collect(),
        };
        let brought = |needs: &Needs, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
            needs.brought(&names, &|it| it == "there").join(" ")
        };
        let chain = needs(&[("a", &[&["b"]]), ("b", &[&["c"], &["none"]]), ("c", &[&["a"]]), ("d", &[])]);
        assert_eq!(brought(&chain, &["d", "a", "b", "c"]), "b c");
        // Only what comes before brings something.
        assert_eq!(brought(&chain, &["d", "c"]), "");
        // One of several is enough.
        let any = needs(&[("a", &[&["none", "b", "c"], &["there", "d"]]), ("b", &[]), ("c", &[]), ("d", &[])]);
        assert_eq!(brought(&any, &["a", "b", "c", "d"]), "b");
    }
}
