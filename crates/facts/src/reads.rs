//! Which facts an evaluation read, and their values.
//!
//! An evaluation gives the same for two sets of facts that agree on all that it read. So the noted facts may be more than were read, and
//! must not be fewer.

mod tree;

use std::borrow::Borrow;
use std::fmt;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use values::Value;

pub use tree::Tree;

/// Where a part of the facts stands: keys of hashes, and indexes of arrays. Empty for all facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FactPath(pub Vec<Value>);

impl Borrow<[Value]> for FactPath {
    fn borrow(&self) -> &[Value] {
        &self.0
    }
}

/// `os.release.major`; a key with a dot is in quotes.
impl fmt::Display for FactPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, key) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(".")?;
            }
            match key {
                Value::String(name) if name.contains('.') => write!(f, "\"{name}\"")?,
                Value::String(name) => f.write_str(name)?,
                other => f.write_str(&values::print::interpolate(other))?,
            }
        }
        Ok(())
    }
}

/// A part of the facts that was read as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRead {
    pub path: FactPath,
    /// None: what it would stand in has no such key.
    pub value: Option<Value>,
}

impl FactRead {
    /// Whether other facts have the same there.
    pub fn holds(&self, facts: &Value) -> bool {
        match (see(facts, &self.path.0), &self.value) {
            (Seen::Value(there), Some(value)) => same(there, value, 0),
            (Seen::Absent, None) => true,
            _ => false,
        }
    }
}

/// Result of reading a path.
#[derive(Clone, Copy, Debug)]
enum Seen<'f> {
    Value(&'f Value),
    /// The container has no such key.
    Absent,
    /// Nothing that it could stand in is there.
    Nowhere,
}

fn see<'f>(facts: &'f Value, path: &[Value]) -> Seen<'f> {
    let mut at = facts;
    for (depth, key) in path.iter().enumerate() {
        let inner = match (at, key) {
            (Value::Hash(entries), key) => entries.get(key),
            (Value::Array(items), Value::Integer(index)) => match usize::try_from(*index).ok().and_then(|it| items.get(it)) {
                Some(item) => Some(item),
                None => return Seen::Nowhere,
            },
            _ => return Seen::Nowhere,
        };
        match inner {
            Some(inner) => at = inner,
            None if depth + 1 == path.len() => return Seen::Absent,
            None => return Seen::Nowhere,
        }
    }
    Seen::Value(at)
}

/// Values deeper than that are never the same.
const DEEPEST: usize = 200;

/// Equal in every observable property: entries of hashes in the same order, too.
fn same(a: &Value, b: &Value, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    match (a, b) {
        (Value::Hash(a), Value::Hash(b)) => {
            let entries = || a.iter().zip(b.iter());
            std::sync::Arc::ptr_eq(a, b)
                || (a.len() == b.len() && entries().all(|((k, a), (l, b))| same(k, l, depth + 1) && same(a, b, depth + 1)))
        }
        (Value::Array(a), Value::Array(b)) => {
            std::sync::Arc::ptr_eq(a, b) || (a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b, depth + 1)))
        }
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        // To an evaluation each is itself alone; in two sets of facts they are the same if as little is known of both.
        (Value::Unknown(a), Value::Unknown(b)) => a == b,
        (a, b) => a == b,
    }
}

/// Notes what is read while something is evaluated. Facts do not change meanwhile.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    paths: IndexSet<FactPath, FxBuildHasher>,
}

impl Reads {
    /// Records a read along a path: the value at its end, or what ends it earlier.
    pub fn note(&mut self, facts: &Value, path: &[Value]) {
        let path = path.get(..seen_length(facts, path)).unwrap_or(path);
        if !self.paths.contains(path) {
            self.paths.insert(FactPath(path.to_vec()));
        }
    }

    /// In order of first occurrence. So each read depends on what those before it saw, and on nothing else.
    pub fn finish(self, facts: &Value) -> Vec<FactRead> {
        let read = |path: FactPath| {
            let value = match see(facts, &path.0) {
                Seen::Value(value) => Some(value.clone()),
                Seen::Absent | Seen::Nowhere => None,
            };
            FactRead { path, value }
        };
        self.paths.into_iter().map(read).collect()
    }
}

/// How many keys of a path lead to something that says what there is at its end.
fn seen_length(facts: &Value, path: &[Value]) -> usize {
    let mut at = facts;
    for (depth, key) in path.iter().enumerate() {
        let inner = match (at, key) {
            (Value::Hash(entries), key @ (Value::String(_) | Value::Integer(_))) => match entries.get(key) {
                Some(inner) => Some(inner),
                None => return depth + 1,
            },
            (Value::Array(items), Value::Integer(index)) => usize::try_from(*index).ok().and_then(|it| items.get(it)),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return depth,
        }
    }
    path.len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts(json: &serde_json::Value) -> Value {
        values::data::from_json(json)
    }

    fn keys(path: &[&str]) -> Vec<Value> {
        path.iter().map(|it| it.parse::<i64>().map_or_else(|_| Value::from(*it), Value::Integer)).collect()
    }

    fn reads(of: &Value, paths: &[&[&str]]) -> Vec<FactRead> {
        let mut reads = Reads::default();
        for path in paths {
            reads.note(of, &keys(path));
        }
        reads.finish(of)
    }

    #[track_caller]
    fn check(path: &[&str], expected: &str) {
        let of = facts(&json!({"os": {"family": "Debian"}, "list": ["a", {"b": 1}], "none": null, "a.b": {"c": 2}}));
        let read = &reads(&of, &[path])[0];
        let value = read.value.as_ref().map_or("absent".to_owned(), values::print::puppet);
        assert_eq!(format!("{} = {value}", read.path), expected);
        assert!(read.holds(&of));
    }

    #[test]
    fn what_is_read_is_as_small_as_it_can_be() {
        check(&["os", "family"], "os.family = 'Debian'");
        check(&["os"], "os = {'family' => 'Debian'}");
        check(&["list", "1", "b"], "list.1.b = 1");
        check(&["a.b", "c"], "\"a.b\".c = 2");
    }

    #[test]
    fn what_is_not_there_is_read_where_the_way_ends() {
        check(&["os", "name"], "os.name = absent");
        check(&["nothing", "in", "it"], "nothing = absent");
        check(&["none"], "none = undef");
        check(&["none", "in", "it"], "none = undef");
        check(&["os", "family", "x"], "os.family = 'Debian'");
        check(&["list", "7"], "list = ['a', {'b' => 1}]");
        check(&["list", "-1"], "list = ['a', {'b' => 1}]");
        check(&["list", "b"], "list = ['a', {'b' => 1}]");
    }

    #[test]
    fn other_facts_agree_or_not() {
        let of = facts(&json!({"os": {"family": "Debian"}, "x": {"a": 1, "b": 2}}));
        let agree = |path: &[&str], with: &serde_json::Value| reads(&of, &[path])[0].holds(&facts(with));
        assert!(agree(&["os", "family"], &json!({"os": {"family": "Debian", "name": "Ubuntu"}})));
        assert!(!agree(&["os", "family"], &json!({"os": {"family": "RedHat"}})));
        assert!(!agree(&["os", "family"], &json!({})));
        assert!(agree(&["os", "name"], &json!({"os": {}})));
        // A read of a key in a value without keys gets this.
        assert!(!agree(&["os", "name"], &json!({"os": "Linux"})));
        assert!(!agree(&["os", "name"], &json!({})));
        // The order of entries is seen by whoever goes through them.
        assert!(!agree(&["x"], &json!({"x": {"b": 2, "a": 1}})));
        assert!(!agree(&[], &json!({"os": {"family": "Debian"}})));
    }

    #[test]
    fn what_is_not_known_in_two_sets_is_the_same() {
        let set = |os: &str, release: &str| {
            let mut set = crate::sets::find(os, release).expect("a set");
            set.doubt(&["networking.fqdn"]);
            set.facts
        };
        let (debian, red_hat) = (set("Debian", "12"), set("RedHat", "9"));
        assert!(reads(&debian, &[&["networking", "fqdn"]])[0].holds(&red_hat));
        assert!(!reads(&debian, &[&["networking", "fqdn"]])[0].holds(&crate::sets::find("RedHat", "9").expect("a set").facts));
    }

    #[test]
    fn each_is_noted_once() {
        let of = facts(&json!({"a": 1, "b": 2}));
        let read = reads(&of, &[&["b"], &["a"], &["b"]]);
        assert_eq!(read.iter().map(|it| it.path.to_string()).collect::<Vec<_>>(), ["b", "a"]);
    }
}
