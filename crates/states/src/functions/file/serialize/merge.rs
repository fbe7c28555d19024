//! `merge_if_exists`: data of the file, with the data of the state merged into it.

use machine::System;
use serde_json::{Map, Value as Json, json};

use crate::error::StateError;
use crate::returned::Outcome;

/// Result of merging.
pub enum Merged {
    /// Data to write, and the difference from the data of the file, if that has any.
    Data(Json, Option<Json>),
    /// The state is done.
    Outcome(Outcome),
}

/// Merges data into that of a file.
pub fn merged(system: &dyn System, path: &str, data: Json) -> Result<Merged, StateError> {
    let bytes = system.read(path).map_err(|it| StateError::system(&it, path))?;
    let old: Json = match serde_json::from_slice(&bytes) {
        Ok(old) => old,
        Err(problem) => return Ok(Merged::Outcome(Outcome::failed(format!("Failed to deserialize existing data: {problem}")))),
    };
    if old.is_null() {
        return Ok(Merged::Data(data, None));
    }
    if !old.is_object() || !data.is_object() {
        return Err(StateError::exception("TypeError", "Cannot update using non-dict types in dictupdate.update()"));
    }
    let new = merge(old.clone(), data);
    if is_same(&old, &new) {
        return Ok(Merged::Outcome(Outcome::fine(format!("The file {path} is in the correct state"))));
    }
    let difference = difference(&old, &new);
    Ok(Merged::Data(new, Some(difference)))
}

/// Merges maps member by member; anything else takes the place of what was there. A file of JSON is nested 128 levels at most.
fn merge(old: Json, new: Json) -> Json {
    match (old, new) {
        (Json::Object(mut all), Json::Object(new)) => {
            for (key, value) in new {
                let value = match all.remove(&key) {
                    Some(old) => merge(old, value),
                    None => value,
                };
                all.insert(key, value);
            }
            Json::Object(all)
        }
        (_, new) => new,
    }
}

/// The members of the new map that differ from those of the old one; maps are compared member by member.
fn difference(old: &Json, new: &Json) -> Json {
    let (Json::Object(old), Json::Object(new)) = (old, new) else { return Json::Null };
    let mut all = Map::new();
    for (key, value) in new {
        let changed = match old.get(key) {
            None => json!({ "new": value, "old": "<_null_>" }),
            Some(before) if is_same(before, value) => continue,
            Some(before) if before.is_object() && value.is_object() => difference(before, value),
            Some(before) => json!({ "new": value, "old": before }),
        };
        all.insert(key.clone(), changed);
    }
    Json::Object(all)
}

/// Equality of Python: `1`, `1.0` and `True` are the same.
fn is_same(a: &Json, b: &Json) -> bool {
    let number = |it: &Json| match it {
        Json::Bool(it) => Some(f64::from(u8::from(*it))),
        other => other.as_f64(),
    };
    match (a, b) {
        (Json::Object(a), Json::Object(b)) => a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b))),
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Json::Number(a), Json::Number(b)) if !a.is_f64() && !b.is_f64() => a == b,
        _ => a == b || number(a).is_some_and(|a| number(b) == Some(a)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_merged() {
        let old = json!({"a": {"b": 1, "c": [1]}, "d": 1, "f": {"g": 1}});
        let new = json!({"a": {"c": [2], "e": null}, "d": {"x": 1}, "f": 2});
        assert_eq!(merge(old, new), json!({"a": {"b": 1, "c": [2], "e": null}, "d": {"x": 1}, "f": 2}));
    }

    #[test]
    fn numbers_are_equal_as_in_python() {
        assert!(is_same(&json!({"a": [1, true, null]}), &json!({"a": [1.0, 1, null]})));
        assert!(!is_same(&json!([0]), &json!([null])));
        assert!(!is_same(&json!(9007199254740993i64), &json!(9007199254740992i64)));
    }
}
