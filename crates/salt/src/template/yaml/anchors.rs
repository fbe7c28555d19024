//! Lists and maps that a value has at several places: the first one gets an anchor, the others are aliases.

use jinja::{Dict, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Mark of a value that is printed several times.
pub enum Anchor {
    /// It is printed here, with this number.
    First(usize),
    /// It is printed before.
    Alias(usize),
}

/// The numbers of all shared lists and maps, by their identities.
#[derive(Default)]
pub struct Anchors {
    numbers: FxHashMap<usize, (usize, bool)>,
}

impl Anchors {
    /// Finds what is shared in a value. Numbers count in the order in which something comes a second time.
    pub fn find(value: &Value, entries: &dyn Fn(&Dict) -> Vec<(Value, Value)>) -> Anchors {
        let mut anchors = Anchors::default();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut open = vec![value.clone()];
        while let Some(value) = open.pop() {
            let Some(identity) = identity(&value) else { continue };
            if !seen.insert(identity) {
                let number = anchors.numbers.len() + 1;
                anchors.numbers.entry(identity).or_insert((number, false));
                continue;
            }
            let inside: Vec<Value> = match &value {
                Value::List(it) => it.to_vec(),
                Value::Tuple(it) => it.to_vec(),
                Value::Dict(it) => entries(it).into_iter().flat_map(|it| [it.0, it.1]).collect(),
                _ => Vec::new(),
            };
            open.extend(inside.into_iter().rev());
        }
        anchors
    }

    /// The anchor of a value at its next place, if it has one.
    pub fn next(&mut self, value: &Value) -> Option<Anchor> {
        let (number, is_printed) = self.numbers.get_mut(&identity(value)?)?;
        Some(if std::mem::replace(is_printed, true) { Anchor::Alias(*number) } else { Anchor::First(*number) })
    }
}

/// Identity of a list or a map. An empty tuple never counts as shared.
fn identity(value: &Value) -> Option<usize> {
    match value {
        Value::List(it) => Some(it.address()),
        Value::Dict(it) => Some(it.address()),
        Value::Tuple(it) if !it.is_empty() => Some(it.address()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jinja::{Dict, Map, Value};

    use crate::template::yaml::{Layout, print, serialize};

    #[test]
    fn what_is_shared_has_an_anchor() {
        let list = Value::list(vec![Value::Int(1)]);
        let twice = Value::list(vec![list.clone(), list.clone()]);
        assert_eq!(print(&twice, Layout::Flow).as_deref(), Some("[&id001 [1], *id001]"));
        assert_eq!(print(&twice, Layout::Block).as_deref(), Some("- &id001\n  - 1\n- *id001"));
        assert_eq!(serialize(&twice, Layout::Mixed).as_deref(), Some("- &id001 [1]\n- *id001"));
        let equal = Value::list(vec![Value::list(Vec::new()), Value::list(Vec::new())]);
        assert_eq!(print(&equal, Layout::Flow).as_deref(), Some("[[], []]"));
    }

    #[test]
    fn numbers_count_second_places() {
        let inner = Value::list(vec![Value::Int(1)]);
        let outer = Value::list(vec![inner.clone()]);
        let all = Value::list(vec![outer.clone(), inner, outer]);
        assert_eq!(print(&all, Layout::Flow).as_deref(), Some("[&id002 [&id001 [1]], *id001, *id002]"));
    }

    #[test]
    fn an_odict_keeps_its_order() {
        let mut map = Map::default();
        for key in ["b", "a"] {
            map.insert(jinja::Key::text(key.into()), Value::Int(1));
        }
        let value = Value::Dict(Dict::ordered(map));
        assert_eq!(print(&value, Layout::Flow).as_deref(), Some("{b: 1, a: 1}"));
        assert_eq!(serialize(&value, Layout::Flow).as_deref(), Some("{a: 1, b: 1}"));
    }
}
