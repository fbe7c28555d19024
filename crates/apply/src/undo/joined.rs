//! Joins the changes of one file or account in a run, so that its state after the last one can be compared with what it is now.

use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::{UndoRecord, Was};

/// Joins changes of the same object, at the place of the first one. Changes that cancel each other out are dropped.
pub fn joined(all: Vec<UndoRecord>) -> Vec<UndoRecord> {
    let mut out: Vec<UndoRecord> = Vec::with_capacity(all.len());
    let mut places: FxHashMap<(String, String), usize> = FxHashMap::default();
    let mut is_joined: Vec<bool> = Vec::new();
    for record in all {
        // Entries in a file are restored one by one.
        if !matches!(record.type_name.as_str(), "file" | "user" | "group") {
            out.push(record);
            is_joined.push(false);
            continue;
        }
        let key = (record.type_name.clone(), record.title.clone());
        match places.get(&key).and_then(|it| Some((out.get_mut(*it)?, is_joined.get_mut(*it)?))) {
            Some((first, is_joined)) => {
                join(first, record);
                *is_joined = true;
            }
            None => {
                places.insert(key, out.len());
                out.push(record);
                is_joined.push(false);
            }
        }
    }
    let is_left = |(record, is_joined): &(UndoRecord, bool)| !is_joined || record.refusal.is_some() || !record.changes.is_empty();
    out.into_iter().zip(is_joined).filter(is_left).map(|it| it.0).collect()
}

fn join(first: &mut UndoRecord, second: UndoRecord) {
    if !first.resource.split(", ").any(|it| it == second.resource) {
        first.resource = format!("{}, {}", first.resource, second.resource);
    }
    let holds_content = |it: &&Was| matches!(it.property.as_str(), "ensure" | "content" | "target" | "checksum_value");
    if !first.changes.iter().any(|it| holds_content(&it)) {
        first.copy = first.copy.take().or(second.copy);
    }
    first.refusal = first.refusal.take().or(second.refusal);
    for was in second.changes {
        match first.changes.iter_mut().find(|it| it.property == was.property) {
            Some(it) => it.after = was.after,
            None => first.changes.push(was),
        }
    }
    first.changes.retain(|it| it.before != it.after);
    // Nothing that did not exist had a mode.
    if first.changes.iter().any(|it| it.property == "ensure" && it.before == "absent") {
        for was in first.changes.iter_mut().filter(|it| it.property != "ensure") {
            was.before = Json::Null;
        }
    }
    let is_unchanged = |name: &str| first.all.iter().any(|it| it.0 == name && it.1 == "absent");
    // It was made and removed again.
    if is_unchanged("ensure") && !first.changes.iter().any(|it| it.property == "ensure") {
        first.changes.clear();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn change_of_file(resource: &str, ensure: &str, changes: &[(&str, Json, Json)]) -> UndoRecord {
        let was = |(property, before, after): &(&str, Json, Json)| Was {
            property: (*property).to_owned(),
            before: before.clone(),
            after: after.clone(),
        };
        UndoRecord {
            resource: resource.to_owned(),
            type_name: "file".to_owned(),
            title: "/a".to_owned(),
            all: vec![("ensure".to_owned(), json!(ensure))],
            copy: Some(resource.to_owned()),
            changes: changes.iter().map(was).collect(),
            ..UndoRecord::default()
        }
    }

    #[test]
    fn changes_of_one_file_are_one() {
        let all = joined(vec![
            change_of_file("a", "file", &[("mode", json!("600"), json!("644"))]),
            UndoRecord::refused("cmd", "why"),
            change_of_file("b", "file", &[("content", json!("x"), json!("y")), ("mode", json!("644"), json!("640"))]),
            UndoRecord::refused("cmd", "why"),
        ]);
        let [first, ..] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((all.len(), first.resource.as_str(), first.copy.as_deref()), (3, "a, b", Some("a")));
        let values: Vec<_> = first.changes.iter().map(|it| (it.property.as_str(), &it.before, &it.after)).collect();
        assert_eq!(values, [("mode", &json!("600"), &json!("640")), ("content", &json!("x"), &json!("y"))]);
    }

    #[test]
    fn changes_that_cancel_each_other_out_are_dropped() {
        let made = change_of_file("a", "absent", &[("ensure", json!("absent"), json!("file")), ("content", Json::Null, json!("x"))]);
        let changed = change_of_file("b", "file", &[("mode", json!("644"), json!("600"))]);
        let removed = change_of_file("c", "file", &[("ensure", json!("file"), json!("absent")), ("content", json!("x"), Json::Null)]);
        let all = joined(vec![made.clone(), changed.clone()]);
        assert_eq!(all.first().and_then(|it| it.changes.last()).map(|it| (&it.before, &it.after)), Some((&Json::Null, &json!("600"))));
        assert_eq!(joined(vec![made, changed, removed]), []);
    }
}
