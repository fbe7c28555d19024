//! Values as JSON.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::{Hash, Value, binary, print};

/// Deeper values are cut off: nobody writes them, and printing one must not exhaust the stack.
const DEEPEST: u32 = 500;

/// Puppet's rich data, as catalogs have it: what JSON does not know is a hash with `__ptype`. Types are given as their text.
pub fn to_rich(value: &Value) -> Json {
    rich(value, 0)
}

fn rich(value: &Value, depth: u32) -> Json {
    if depth > DEEPEST {
        return Json::Null;
    }
    let tagged = |name: &str, inner: Json| json!({"__ptype": name, "__pvalue": inner});
    match value {
        Value::Undef | Value::Unknown(_) => Json::Null,
        Value::Default => json!({"__ptype": "Default"}),
        Value::Boolean(it) => (*it).into(),
        Value::Integer(it) => (*it).into(),
        Value::Float(it) => (*it).into(),
        Value::String(text) => (&**text).into(),
        Value::Regex(regex) => tagged("Regexp", regex.source().into()),
        Value::Array(values) => values.iter().map(|it| rich(it, depth + 1)).collect(),
        Value::Iterator(it) => it.elements.iter().map(|it| rich(it, depth + 1)).collect(),
        Value::Hash(entries) if entries.keys().all(|key| matches!(key, Value::String(name) if &**name != "__ptype")) => {
            let entry = |(key, value): (&Value, &Value)| (print::interpolate(key), rich(value, depth + 1));
            Json::Object(entries.iter().map(entry).collect())
        }
        Value::Hash(entries) => {
            let flat = entries.iter().flat_map(|(key, value)| [rich(key, depth + 1), rich(value, depth + 1)]).collect();
            tagged("Hash", Json::Array(flat))
        }
        Value::Sensitive(inner) => tagged("Sensitive", rich(inner, depth + 1)),
        Value::Deferred(deferred) => {
            let mut out = Map::new();
            out.insert("__ptype".into(), "Deferred".into());
            out.insert("name".into(), (&*deferred.name).into());
            if let Some(arguments) = &deferred.arguments {
                out.insert("arguments".into(), arguments.iter().map(|it| rich(it, depth + 1)).collect());
            }
            Json::Object(out)
        }
        Value::Timestamp(_) => tagged("Timestamp", print::interpolate(value).into()),
        Value::Timespan(_) => tagged("Timespan", print::interpolate(value).into()),
        Value::Version(_) => tagged("SemVer", print::interpolate(value).into()),
        Value::VersionRange(_) => tagged("SemVerRange", print::interpolate(value).into()),
        Value::Binary(bytes) => tagged("Binary", binary::encode(bytes).into()),
        Value::Uri(text) => tagged("URI", (&**text).into()),
        Value::Type(_) => print::interpolate(value).into(),
        Value::Object(object) => {
            let mut out = Map::new();
            out.insert("__ptype".into(), (&*object.ty.name).into());
            out.extend(object.attributes.iter().map(|(name, value)| (name.to_string(), rich(value, depth + 1))));
            Json::Object(out)
        }
    }
}

/// Plain data; a number that fits nowhere is a float.
pub fn from_json(data: &Json) -> Value {
    match data {
        Json::Null => Value::Undef,
        Json::Bool(it) => Value::Boolean(*it),
        Json::Number(it) => it.as_i64().map_or_else(|| Value::Float(it.as_f64().unwrap_or_default()), Value::Integer),
        Json::String(text) => Value::string(text),
        // serde_json reads no deeper than 128 levels.
        Json::Array(values) => Value::Array(Arc::new(values.iter().map(from_json).collect())),
        Json::Object(entries) => {
            let entries: Hash = entries.iter().map(|(key, value)| (Value::string(key), from_json(value))).collect();
            Value::hash(entries)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_data_comes_back() {
        let data = json!({"a": [1, 2.5, "x", null, true], "b": {"c": {}}});
        assert_eq!(to_rich(&from_json(&data)), data);
    }

    #[test]
    fn what_json_does_not_know_has_its_type() {
        assert_eq!(to_rich(&Value::Default), json!({"__ptype": "Default"}));
        assert_eq!(to_rich(&Value::Sensitive(Arc::new("x".into()))), json!({"__ptype": "Sensitive", "__pvalue": "x"}));
        let entries: Hash = [(Value::Integer(1), Value::string("a"))].into_iter().collect();
        assert_eq!(to_rich(&Value::hash(entries)), json!({"__ptype": "Hash", "__pvalue": [1, "a"]}));
    }
}
