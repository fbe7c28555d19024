//! The state functions of Salt's releases: their names and arguments. `tests/oracle/salt/signatures.py` writes the table.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::problem::Release;

/// A function of a release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    pub parameters: Vec<Parameter>,
    /// Whether it takes any other arguments, too.
    pub takes_more: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub is_optional: bool,
}

/// All functions of a release by their names, as `file.managed`.
#[derive(Debug, Default)]
pub struct Signatures {
    functions: FxHashMap<&'static str, Signature>,
}

static TABLE: &str = include_str!("../data/signatures.txt");

impl Signatures {
    /// Those of a release. What 3007 has is not known apart: it counts as 3006.
    pub fn for_release(release: Release) -> &'static Signatures {
        static OLD: OnceLock<Signatures> = OnceLock::new();
        static NEW: OnceLock<Signatures> = OnceLock::new();
        let (all, name) = if release.has_graph() { (&NEW, "3008") } else { (&OLD, "3006") };
        all.get_or_init(|| Signatures::read(name))
    }

    fn read(release: &str) -> Signatures {
        let mut functions = FxHashMap::default();
        for line in TABLE.lines() {
            let (releases, rest) = match line.split_once(' ') {
                Some((first, rest)) if first.starts_with(|it: char| it.is_ascii_digit()) => (Some(first), rest),
                _ => (None, line),
            };
            if releases.is_some_and(|it| it != release) {
                continue;
            }
            let mut words = rest.split(' ');
            let Some(name) = words.next() else { continue };
            let mut signature = Signature::default();
            for word in words {
                match word.strip_suffix('?') {
                    _ if word == "**" => signature.takes_more = true,
                    Some(name) => signature.parameters.push(Parameter { name, is_optional: true }),
                    None => signature.parameters.push(Parameter { name: word, is_optional: false }),
                }
            }
            functions.insert(name, signature);
        }
        Signatures { functions }
    }

    pub fn get(&self, name: &str) -> Option<&Signature> {
        self.functions.get(name)
    }

    /// The names of all functions, in no order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.functions.keys().copied()
    }

    /// The names of the functions of a module, sorted.
    pub fn of_module(&self, module: &str) -> Vec<&'static str> {
        let own = self.names().filter_map(|it| it.split_once('.')).filter(|it| it.0 == module);
        let mut names: Vec<&'static str> = own.map(|it| it.1).collect();
        names.sort_unstable();
        names
    }
}

impl Signature {
    pub fn takes(&self, name: &str) -> bool {
        self.parameters.iter().any(|it| it.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_have_their_own_functions() {
        let (old, new) = (Signatures::for_release(Release::V3006), Signatures::for_release(Release::V3008));
        assert!(old.names().count() > 1_100 && new.names().count() > 400);
        assert!(old.get("docker_container.running").is_some() && new.get("docker_container.running").is_none());
        let touch = new.get("file.touch").expect("a function");
        assert!(touch.takes("atime") && !touch.takes_more);
        assert_eq!(touch.parameters.first(), Some(&Parameter { name: "name", is_optional: false }));
        assert!(new.of_module("service").contains(&"running"));
    }
}
