//! Facts of one machine for what an evaluation does not know of it.

use facts::sets;
use serde_json::{Map, Value as Json};
use values::{Hash, Value};

/// The facts of a set as some machine may have them: what is not known is what the nearest machine that is known has, or absent.
pub fn complete(set: &Value) -> Json {
    let Value::Hash(known) = set else { return Json::Object(Map::new()) };
    let name = text_at(known, "os", "name");
    let major = match at(known, "os").and_then(|os| match os {
        Value::Hash(os) => at(os, "release").cloned(),
        _ => None,
    }) {
        Some(Value::Hash(release)) => at(&release, "major").and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    let donor = sets::find(&name, &major).or_else(|| sets::find(&name, "")).or_else(|| sets::find("Debian", "12"));
    let donor = match donor.map(|it| it.facts) {
        Some(Value::Hash(facts)) => facts.as_ref().clone(),
        _ => Hash::default(),
    };
    let mut all = filled(known, &donor);
    for (old, path) in facts::old_names() {
        if let Some(Value::Unknown(_)) = at(known, old) {
            let mut value = Some(&Json::Null);
            for (index, key) in path.split('.').enumerate() {
                value = if index == 0 { all.get(key) } else { value.and_then(|it| it.get(key)) };
            }
            if let Some(value) = value.cloned() {
                all.insert(old.to_owned(), value);
            }
        }
    }
    Json::Object(all)
}

fn filled(known: &Hash, donor: &Hash) -> Map<String, Json> {
    let mut all = Map::new();
    for (key, value) in known.iter() {
        let Some(name) = key.as_str() else { continue };
        let other = at(donor, name);
        let value = match (value, other) {
            (Value::Unknown(_), None) => continue,
            (Value::Unknown(_), Some(other)) => values::data::to_rich(other),
            (Value::Hash(inner), Some(Value::Hash(other))) => Json::Object(filled(inner, other)),
            (Value::Hash(inner), _) => Json::Object(filled(inner, &Hash::default())),
            (value, _) => values::data::to_rich(value),
        };
        all.insert(name.to_owned(), value);
    }
    all
}

fn at<'h>(hash: &'h Hash, key: &str) -> Option<&'h Value> {
    hash.get(&Value::from(key))
}

fn text_at(hash: &Hash, first: &str, second: &str) -> String {
    match at(hash, first) {
        Some(Value::Hash(inner)) => at(inner, second).and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}
