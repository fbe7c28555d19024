//! Between the values of files and those of templates.

use jinja::{Dict, Map, Value as Jinja};
use smallvec::{SmallVec, smallvec};

use crate::data::position;
use crate::scalar;
use crate::value::{Heap, Id, Key, Value};

/// Makes a value of a template. Lists and maps are new ones. What is too large or nested too deep is not known.
pub fn from_heap(heap: &Heap, id: Id) -> Jinja {
    if heap.is_within(id, MAX_VALUES, MAX_DEPTH) { made(heap, id) } else { Jinja::unknown("data that is too large") }
}

fn made(heap: &Heap, id: Id) -> Jinja {
    match heap.get(id) {
        Value::Null => Jinja::None,
        Value::Bool(it) => Jinja::Bool(*it),
        Value::Int(it) => Jinja::Int(*it),
        Value::Float(it) => Jinja::Float(*it),
        Value::Str(it) => Jinja::str(&**it),
        Value::Big(_) | Value::Bytes(_) => Jinja::unknown("a value of a kind that templates do not get"),
        Value::Unknown => Jinja::unknown("a part of the data"),
        Value::List(items) => Jinja::list(items.iter().map(|it| made(heap, *it)).collect()),
        Value::Map(map) => {
            let mut dict = Map::default();
            for (key, slot) in map {
                if let Ok(key) = jinja::Key::new(from_key(key)) {
                    dict.insert(key, made(heap, slot.value));
                }
            }
            Jinja::Dict(Dict::new(dict))
        }
    }
}

fn from_key(key: &Key) -> Jinja {
    match key {
        Key::Null => Jinja::None,
        Key::Bool(it) => Jinja::Bool(*it),
        Key::Int(it) => Jinja::Int(*it),
        Key::Float(it) => Jinja::Float(*it),
        Key::Str(it) | Key::Big(it) => Jinja::str(&**it),
        Key::Bytes(it) => Jinja::str(String::from_utf8_lossy(it).as_ref()),
    }
}

/// No data that is copied or printed has more values, with what is shared counted each time, or is nested deeper.
pub(crate) const MAX_VALUES: usize = 1_000_000;
pub(crate) const MAX_DEPTH: usize = 250;

/// Returns whether a value can be walked through. What holds itself cannot.
pub fn is_finite(value: &Jinja) -> bool {
    size(value).is_some()
}

/// Returns the steps that it takes to walk through a value.
pub fn weight(value: &Jinja) -> usize {
    size(value).unwrap_or(MAX_VALUES)
}

/// The size of a value with all that is in it, where it is not too large.
fn size(value: &Jinja) -> Option<usize> {
    let mut left = MAX_VALUES;
    let mut letters = 0_usize;
    let mut open: SmallVec<[(Jinja, usize); 1]> = smallvec![(value.clone(), 0)];
    while let Some((value, depth)) = open.pop() {
        let inside: Vec<Jinja> = match &value {
            Jinja::List(it) if it.is_known() => it.to_vec(),
            Jinja::Dict(it) if it.is_known() => it.pairs().into_iter().map(|it| it.1).collect(),
            other => {
                let words = match other {
                    Jinja::Big(it) => usize::try_from(it.bits() / 64).unwrap_or_default(),
                    _ => 0,
                };
                letters = letters.saturating_add(other.as_str().map_or(2 * words * words, str::len));
                continue;
            }
        };
        if depth >= MAX_DEPTH || inside.len() > left {
            return None;
        }
        left -= inside.len();
        open.extend(inside.into_iter().map(|it| (it, depth + 1)));
    }
    Some(MAX_VALUES - left + letters / 16)
}

/// Copies a value with all that is in it.
pub fn copy(value: &Jinja) -> Jinja {
    if is_finite(value) { copied(value) } else { Jinja::unknown("data that is too large") }
}

fn copied(value: &Jinja) -> Jinja {
    match value {
        Jinja::List(it) if it.is_known() => Jinja::list(it.to_vec().iter().map(copied).collect()),
        Jinja::Dict(it) if it.is_known() => {
            Jinja::Dict(it.of_same_form(it.to_map().into_iter().map(|(key, value)| (key, copied(&value))).collect()))
        }
        other => other.clone(),
    }
}

/// Merges a map into another one, as Salt's `dictupdate.update` does: maps deep, other values replaced.
pub fn update(into: &Jinja, from: &Jinja, lists: bool) {
    if let Jinja::Dict(dict) = into
        && (from.is_unknown() || !is_finite(into) || !is_finite(from))
    {
        dict.forget();
        return;
    }
    merge(into, from, lists);
}

fn merge(into: &Jinja, from: &Jinja, lists: bool) {
    let (Jinja::Dict(into), Jinja::Dict(from)) = (into, from) else { return };
    if !from.is_known() {
        into.forget();
        return;
    }
    for (key, value) in from.to_map() {
        match (into.get(&key), &value) {
            (Some(old @ Jinja::Dict(_)), Jinja::Dict(_)) => merge(&old, &value, lists),
            (Some(old), Jinja::Dict(_)) if old.is_unknown() => {
                into.edit(|it| it.insert(key, old));
            }
            (Some(Jinja::List(old)), Jinja::List(new)) if lists => {
                let new = new.to_vec();
                old.edit(|it| it.extend(new));
            }
            _ => {
                into.edit(|it| it.insert(key, value));
            }
        }
    }
}

/// Looks up a path of keys and indexes; none where it ends nowhere.
pub fn traverse(value: &Jinja, path: &str, delimiter: &str) -> Option<Jinja> {
    let mut here = value.clone();
    for step in path.split(delimiter) {
        if let Some(entries) = here.entries() {
            here = entries.item(&Jinja::str(step));
            if here.is_undefined() {
                return None;
            }
            continue;
        }
        if here.is_unknown() {
            return Some(here);
        }
        let index = step.trim().parse::<i64>().ok();
        here = match &here {
            Jinja::Dict(dict) if !dict.is_known() => return Some(Jinja::unknown("the content of a map")),
            Jinja::Dict(dict) => {
                let other = || dict.get(&jinja::Key::new(from_key(&scalar::step(step)?)).ok()?);
                dict.get_str(step).or_else(other)?
            }
            Jinja::List(list) => {
                let key = index.map_or_else(|| Jinja::str(step), Jinja::Int);
                let key = jinja::Key::new(key).ok()?;
                let items = list.to_vec();
                let inside = items.iter().find_map(|it| match it {
                    Jinja::Dict(dict) => dict.get(&key),
                    _ => None,
                });
                inside.or_else(|| items.get(position(index?, items.len())?).cloned())?
            }
            _ => return None,
        };
    }
    Some(here)
}
