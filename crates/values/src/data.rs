//! Values as JSON.

mod types;

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::ty::question::with_stack;
use crate::{Hash, Str, Value, binary, print};

/// Deeper values are cut off: nobody writes them, and printing one must not exhaust the stack.
const DEEPEST: u32 = 500;

/// Puppet's rich data, as catalogs have it: what JSON does not know is a hash with `__ptype`. What Puppet cannot say in it, an
/// iterator or a type that speaks of itself, is a list or the text of the type.
pub fn to_rich(value: &Value) -> Json {
    Writer::new(false).value(value, 0).unwrap_or(Json::Null)
}

/// As [`to_rich`]; none where Puppet refuses.
pub fn to_rich_exact(value: &Value) -> Option<Json> {
    Writer::new(true).value(value, 0)
}

struct Writer {
    exact: bool,
    /// The names of the types that are being written.
    aliases: Vec<Str>,
    /// How many more types are written out: a few that each name the one before twice are as many as one likes.
    types_left: u32,
}

/// As many types as no catalog has.
const MOST_TYPES: u32 = 100_000;

impl Writer {
    fn new(exact: bool) -> Writer {
        Writer { exact, aliases: Vec::new(), types_left: MOST_TYPES }
    }

    fn value(&mut self, value: &Value, depth: u32) -> Option<Json> {
        if depth > DEEPEST {
            return Some(Json::Null);
        }
        with_stack(|| self.write(value, depth))
    }

    fn write(&mut self, value: &Value, depth: u32) -> Option<Json> {
        let tagged = |name: &str, inner: Json| json!({"__ptype": name, "__pvalue": inner});
        Some(match value {
            Value::Undef | Value::Unknown(_) => Json::Null,
            Value::Default => json!({"__ptype": "Default"}),
            Value::Boolean(it) => (*it).into(),
            Value::Integer(it) => (*it).into(),
            Value::Float(it) => float(*it),
            Value::String(text) => (&**text).into(),
            Value::Regex(regex) => tagged("Regexp", regex.source().into()),
            Value::Array(values) => self.list(values, depth)?,
            Value::Iterator(_) if self.exact => return None,
            Value::Iterator(it) => self.list(&it.elements, depth)?,
            Value::Hash(entries) if entries.keys().all(|key| matches!(key, Value::String(name) if &**name != "__ptype")) => {
                self.entries(entries.iter(), Map::new(), depth)?
            }
            Value::Hash(entries) => {
                let mut flat = Vec::with_capacity(entries.len() * 2);
                for (key, value) in entries.iter() {
                    flat.push(self.value(key, depth + 1)?);
                    flat.push(self.value(value, depth + 1)?);
                }
                tagged("Hash", Json::Array(flat))
            }
            Value::Sensitive(inner) => tagged("Sensitive", self.value(inner, depth + 1)?),
            Value::Timestamp(_) => tagged("Timestamp", print::interpolate(value).into()),
            Value::Timespan(_) => tagged("Timespan", print::interpolate(value).into()),
            Value::Version(_) => tagged("SemVer", print::interpolate(value).into()),
            Value::VersionRange(_) => tagged("SemVerRange", print::interpolate(value).into()),
            Value::Binary(bytes) => tagged("Binary", binary::encode(bytes).into()),
            Value::Uri(text) => tagged("URI", (&**text).into()),
            Value::Type(ty) => match self.ty(ty, depth) {
                None if !self.exact => {
                    self.aliases.clear();
                    ty.plain().into()
                }
                known => known?,
            },
            Value::Deferred(_) | Value::Object(_) => {
                let (name, entries) = print::init(value);
                let mut out = Map::new();
                out.insert("__ptype".into(), name.into());
                self.entries(entries.iter().map(|(key, value)| (key, value)), out, depth)?
            }
        })
    }

    fn list(&mut self, values: &[Value], depth: u32) -> Option<Json> {
        values.iter().map(|it| self.value(it, depth + 1)).collect()
    }

    fn entries<'a>(
        &mut self,
        entries: impl Iterator<Item = (&'a Value, &'a Value)>,
        mut out: Map<String, Json>,
        depth: u32,
    ) -> Option<Json> {
        for (key, value) in entries {
            out.insert(print::interpolate(key), self.value(value, depth + 1)?);
        }
        Some(Json::Object(out))
    }
}

/// JSON has no numbers for these.
fn float(value: f64) -> Json {
    if value.is_finite() { value.into() } else { print::float(value).into() }
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

/// Value of a text of YAML. Symbols become texts, and numbers that are too large become floats.
pub fn from_yaml(data: &yaml::Data) -> Value {
    match data {
        yaml::Data::Undef => Value::Undef,
        yaml::Data::Boolean(it) => Value::Boolean(*it),
        yaml::Data::Integer(it) => Value::Integer(*it),
        yaml::Data::Big(text) => text.parse().map_or(Value::Undef, Value::Float),
        yaml::Data::Float(it) => Value::Float(*it),
        yaml::Data::String(text) | yaml::Data::Symbol(text) => Value::String(text.clone()),
        // The reader refuses what is nested deeper than 200 levels.
        yaml::Data::Array(items) => Value::array(items.iter().map(from_yaml).collect()),
        yaml::Data::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (from_yaml(key), from_yaml(value))).collect::<Hash>()),
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
