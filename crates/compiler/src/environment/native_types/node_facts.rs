//! Facts of a node, as the code of a resource type reads them.

use facts::modern;
use facts::reads::{FactRead, Reads};
use values::{Str, Value};

use crate::Request;

/// The facts of the node that a type is evaluated for.
#[derive(Clone, Debug)]
pub struct NodeFacts {
    facts: Value,
    /// Dotted paths of those that are unknown.
    unknown: Vec<Str>,
    /// A fact that is missing does not exist.
    are_all: bool,
}

impl Default for NodeFacts {
    /// All facts are unknown.
    fn default() -> NodeFacts {
        NodeFacts { facts: Value::Undef, unknown: Vec::new(), are_all: false }
    }
}

impl NodeFacts {
    /// The facts of a machine that has no others.
    pub fn all(facts: Value) -> NodeFacts {
        NodeFacts { facts, unknown: Vec::new(), are_all: true }
    }

    /// The facts that a catalog is compiled with.
    pub fn of_request(request: &Request) -> NodeFacts {
        NodeFacts { facts: request.facts.clone(), unknown: request.unknown_facts.clone(), are_all: request.has_all_facts }
    }

    /// The facts that were read, with their values.
    pub(crate) fn finish(&self, reads: Reads) -> Vec<FactRead> {
        match self.facts {
            // What is unknown whatever the facts are depends on none.
            Value::Undef => Vec::new(),
            _ => reads.finish(&self.facts),
        }
    }

    /// A fact, one of its parts (`os.name`), or one by its legacy name: undef if it does not exist, or none where it is unknown. What is
    /// read for that is noted.
    pub(super) fn value(&self, name: &str, reads: &mut Reads) -> Option<Value> {
        let name = name.to_lowercase();
        let mut note = |path: &[&str]| reads.note(&self.facts, &path.iter().map(|it| Value::string(*it)).collect::<Vec<_>>());
        note(&[&name]);
        if let Some(found) = self.at(&[&name]) {
            return Some(found).filter(|_| !self.is_unknown(&name));
        }
        if let Some(modern) = modern(&name) {
            let path: Vec<&str> = modern.path.iter().map(String::as_str).collect();
            note(&path);
            return self.at(&path).filter(|_| modern.same && !self.is_unknown(&modern.to_string()));
        }
        let path: Vec<&str> = name.split('.').collect();
        // Indexes of lists are texts here: the whole is read.
        note(path.get(..1).unwrap_or_default());
        if self.is_unknown(&name) {
            return None;
        }
        // A fact that is known is known with all of its parts.
        let is_known = self.are_all || (path.len() > 1 && self.at(&path[..1]).is_some());
        self.at(&path).or_else(|| is_known.then_some(Value::Undef))
    }

    fn at(&self, path: &[&str]) -> Option<Value> {
        let part = |value: &Value, name: &&str| match value {
            Value::Hash(entries) => entries.get(&Value::string(*name)).cloned(),
            Value::Array(items) => items.get(name.parse::<usize>().ok()?).cloned(),
            Value::Unknown(_) => Some(value.clone()),
            _ => None,
        };
        path.iter().try_fold(self.facts.clone(), |value, name| part(&value, name))
    }

    /// Whether a fact, a part of it or what it is a part of is unknown.
    fn is_unknown(&self, name: &str) -> bool {
        let is_part = |part: &str, whole: &str| part.strip_prefix(whole).is_some_and(|it| it.is_empty() || it.starts_with('.'));
        self.unknown.iter().any(|it| is_part(it, name) || is_part(name, it))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts() -> NodeFacts {
        let facts = json!({"kernel": "Linux", "os": {"name": "Debian", "release": {"major": "12"}}, "list": ["a"]});
        NodeFacts::all(values::data::from_json(&facts))
    }

    fn value(facts: &NodeFacts, name: &str) -> Option<String> {
        facts.value(name, &mut Reads::default()).map(|it| values::print::puppet(&it))
    }

    #[test]
    fn facts_parts_and_legacy_names_are_found() {
        let found = |name: &str| value(&facts(), name).unwrap_or_default();
        assert_eq!(found("Kernel"), "'Linux'");
        assert_eq!(found("os.release.major"), "'12'");
        assert_eq!((found("operatingsystem"), found("operatingsystemmajrelease")), ("'Debian'".into(), "'12'".into()));
        assert_eq!((found("list.0"), found("list.1")), ("'a'".into(), "undef".into()));
        assert_eq!((found("os.nosuch"), found("kernel.x")), ("undef".into(), "undef".into()));
    }

    #[test]
    fn a_missing_fact_is_unknown_unless_all_are_known() {
        let some = NodeFacts { are_all: false, ..facts() };
        assert_eq!((value(&some, "mysql_version"), value(&facts(), "mysql_version")), (None, Some("undef".into())));
        assert_eq!((value(&some, "os.nosuch"), value(&NodeFacts::default(), "kernel")), (Some("undef".into()), None));
        // It is made of others.
        assert_eq!(value(&facts(), "memorysize_mb"), None);
    }

    #[test]
    fn what_was_read_is_noted() {
        let mut reads = Reads::default();
        for name in ["kernel", "operatingsystem", "list.0", "nosuch"] {
            facts().value(name, &mut reads);
        }
        let read: Vec<_> = facts().finish(reads).iter().map(|it| it.path.to_string()).collect();
        assert_eq!(read, ["kernel", "operatingsystem", "os.name", "\"list.0\"", "list", "nosuch"]);
    }

    #[test]
    fn parts_of_unknown_facts_are_unknown() {
        let doubtful = NodeFacts { unknown: vec!["os.release".into()], ..facts() };
        let found = |name: &str| value(&doubtful, name);
        assert_eq!((found("os"), found("os.release.major"), found("operatingsystemmajrelease")), (None, None, None));
        assert_eq!(found("os.name"), Some("'Debian'".into()));
    }
}
