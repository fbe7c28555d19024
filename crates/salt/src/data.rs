//! Looking into data by paths with colons, as Salt does it for pillar and grains.

use std::cell::Cell;

use fancy_regex::Regex;
use serde_json::Value as Json;

use crate::place::Span;
use crate::scalar;
use crate::value::{Heap, Id, Key, Map, Slot, Value};
use crate::{fnmatch, python};

/// Makes a value of JSON.
pub fn from_json(heap: &mut Heap, json: &Json) -> Id {
    let value = match json {
        Json::Null => Value::Null,
        Json::Bool(it) => Value::Bool(*it),
        Json::Number(it) => match (it.as_i64(), it.as_f64()) {
            (Some(it), _) => Value::Int(it),
            (None, Some(float)) if it.is_f64() => Value::Float(float),
            _ => Value::Big(it.to_string().into()),
        },
        Json::String(it) => Value::Str(it.as_str().into()),
        Json::Array(items) => Value::List(items.iter().map(|it| from_json(heap, it)).collect()),
        Json::Object(entries) => {
            let mut map = Map::default();
            for (key, value) in entries {
                let value = from_json(heap, value);
                map.insert(Key::text(key), Slot { key: Span::NONE, value });
            }
            Value::Map(map)
        }
    };
    heap.add(value, Span::NONE)
}

/// Copies a value of another heap.
pub fn copied(into: &mut Heap, from: &Heap, id: Id) -> Id {
    let value = match from.get(id) {
        Value::List(items) => Value::List(items.iter().map(|it| copied(into, from, *it)).collect()),
        Value::Map(map) => {
            let mut copy = Map::default();
            for (key, slot) in map {
                let value = copied(into, from, slot.value);
                copy.insert(key.clone(), Slot { key: Span::NONE, value });
            }
            Value::Map(copy)
        }
        other => other.clone(),
    };
    into.add(value, Span::NONE)
}

/// Result of following a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Value(Id),
    Missing,
    /// The path goes through what is not known.
    Unknown,
}

/// Follows a path of keys and indexes.
pub fn traverse(heap: &Heap, data: Id, path: &str, delimiter: &str) -> Found {
    let mut here = data;
    for step in path.split(delimiter) {
        let index = step.trim().parse::<i64>().ok();
        let next = match heap.get(here) {
            Value::Unknown => return Found::Unknown,
            Value::List(items) => {
                let key = index.map_or_else(|| Key::text(step), Key::Int);
                let inside = items.iter().find_map(|it| heap.map(*it)?.get(&key).map(|it| it.value));
                inside.or_else(|| items.get(position(index?, items.len())?).copied())
            }
            Value::Map(map) => map.get(step).or_else(|| map.get(&scalar::step(step)?)).map(|it| it.value),
            _ => None,
        };
        match next {
            Some(next) => here = next,
            None => return Found::Missing,
        }
    }
    match heap.get(here) {
        Value::Unknown => Found::Unknown,
        _ => Found::Value(here),
    }
}

/// Where an item is in a list of this length: Python counts negative indexes from the end.
pub fn position(index: i64, length: usize) -> Option<usize> {
    usize::try_from(index).ok().or_else(|| length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?))
}

/// How the last part of a path is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Glob,
    Regex,
    Exact,
}

/// No path has more steps.
const MAX_STEPS: usize = 250;
/// Limit of the maps in which a path is searched: wildcards may lead to each of them repeatedly.
const MAX_MAPS: usize = 100_000;

/// Returns whether data has a path with a value at its end; none if that is not known.
pub fn has(heap: &Heap, data: Id, path: &str, delimiter: &str, how: How) -> Option<bool> {
    if path.split(delimiter).count() > MAX_STEPS {
        return None;
    }
    let search = Search { heap, how, left: Cell::new(MAX_MAPS) };
    let found = search.has(data, path, delimiter);
    if found != Some(true) && search.left.get() == 0 { None } else { found }
}

struct Search<'h> {
    heap: &'h Heap,
    how: How,
    left: Cell<usize>,
}

impl Search<'_> {
    fn has(&self, data: Id, path: &str, delimiter: &str) -> Option<bool> {
        let heap = self.heap;
        let parts: Vec<&str> = path.split(delimiter).collect();
        let mut known = true;
        for count in (1..parts.len()).rev() {
            let key = parts.get(..count).unwrap_or_default().join(delimiter);
            let (found, rest) = if key == "*" {
                (Found::Value(data), path.to_owned())
            } else {
                (traverse(heap, data, &key, delimiter), parts.get(count..).unwrap_or_default().join(delimiter))
            };
            let id = match found {
                Found::Missing => continue,
                Found::Unknown => {
                    known = false;
                    continue;
                }
                Found::Value(id) => id,
            };
            let matched = match heap.get(id) {
                Value::Map(map) if map.is_empty() => false,
                Value::Map(_) => self.in_map(id, &rest),
                Value::List(items) => items.iter().any(|it| {
                    (matches!(heap.get(*it), Value::Map(_)) && self.in_map(*it, &rest)) || is(&python::text(heap, *it), &rest, self.how)
                }),
                _ => is(&python::text(heap, id), &rest, self.how),
            };
            if matched {
                return Some(true);
            }
        }
        known.then_some(false)
    }

    fn in_map(&self, id: Id, pattern: &str) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let (heap, how) = (self.heap, self.how);
        let (wildcard, pattern) = match pattern.strip_prefix("*:") {
            Some(rest) => (true, rest),
            None => (false, pattern),
        };
        let Some(map) = heap.map(id) else { return false };
        if pattern == "*" || map.contains_key(pattern) || map.keys().any(|key| is(&python::key_text(key), pattern, how)) {
            return true;
        }
        if self.has(id, pattern, ":") == Some(true) {
            return true;
        }
        wildcard
            && map.values().any(|slot| match heap.get(slot.value) {
                Value::Map(_) => self.in_map(slot.value, pattern),
                Value::List(items) => items.iter().any(|it| is(&python::text(heap, *it), pattern, how)),
                _ => is(&python::text(heap, slot.value), pattern, how),
            })
    }
}

/// Returns whether a text matches; case does not count.
fn is(text: &str, pattern: &str, how: How) -> bool {
    let (text, pattern) = (text.to_lowercase(), pattern.to_lowercase());
    match how {
        How::Exact => text == pattern,
        How::Glob => fnmatch::matches(&text, &pattern),
        How::Regex => begins_with(&text, &pattern),
    }
}

/// Returns whether a regular expression matches at the start of a text.
pub fn begins_with(text: &str, pattern: &str) -> bool {
    Regex::new(&format!("^(?:{pattern})")).is_ok_and(|it| it.is_match(text).unwrap_or(false))
}
