//! Values and chunks as JSON, as Salt prints them.

use serde_json::{Map, Number, Value as Json};

use crate::chunk::{Chunk, Order};
use crate::python;
use crate::value::{Heap, Id, Key, Value};

/// Returns a value as JSON; keys as Python's `str` has them.
pub fn value(heap: &Heap, id: Id) -> Json {
    match heap.get(id) {
        Value::Null => Json::Null,
        Value::Bool(it) => Json::Bool(*it),
        Value::Int(it) => Json::from(*it),
        Value::Big(it) => big(it),
        Value::Float(it) => Number::from_f64(*it).map_or_else(|| Json::from(python::float(*it)), Json::Number),
        Value::Str(it) => Json::from(it.to_string()),
        Value::Bytes(it) => Json::from(String::from_utf8_lossy(it).into_owned()),
        Value::List(items) => items.iter().map(|it| value(heap, *it)).collect(),
        Value::Map(map) => Json::Object(map.iter().map(|(key, slot)| (python::key_text(key), value(heap, slot.value))).collect()),
        Value::Unknown => Json::from("(unknown)"),
    }
}

/// Returns a large number; JSON has it as a float.
fn big(digits: &str) -> Json {
    match (digits.parse::<u64>(), digits.parse::<f64>()) {
        (Ok(it), _) => Json::from(it),
        (_, Ok(it)) => Number::from_f64(it).map_or(Json::Null, Json::Number),
        _ => Json::Null,
    }
}

/// Returns the number of a chunk.
pub fn order(order: Order) -> Json {
    match order {
        Order::Int(it) => Json::from(it),
        Order::Float(it) => Number::from_f64(it).map_or(Json::Null, Json::Number),
        Order::Bool(it) => Json::Bool(it),
    }
}

fn key(key: &Key) -> Json {
    match key {
        Key::Null => Json::Null,
        Key::Bool(it) => Json::Bool(*it),
        Key::Int(it) => Json::from(*it),
        Key::Float(it) => Number::from_f64(*it).map_or(Json::Null, Json::Number),
        Key::Big(it) => big(it),
        Key::Str(it) => Json::from(it.to_string()),
        Key::Bytes(it) => Json::from(String::from_utf8_lossy(it).into_owned()),
    }
}

/// Returns a chunk as `state.show_lowstate` prints it, with sorted keys.
pub fn low(heap: &Heap, chunk: &Chunk) -> Json {
    let mut all: Vec<(String, Json)> = chunk.args.iter().map(|(key, slot)| (python::key_text(key), value(heap, slot.value))).collect();
    let mut set = |name: &str, value: Json| {
        all.retain(|it| it.0 != name);
        all.push((name.to_owned(), value));
    };
    set("state", Json::from(chunk.state.to_string()));
    set("fun", Json::from(chunk.fun.to_string()));
    set("name", key(&chunk.name));
    set("__id__", Json::from(chunk.id.to_string()));
    set("__env__", Json::from("base"));
    if let Some(sls) = &chunk.sls {
        set("__sls__", Json::from(sls.to_string()));
    }
    if !chunk.included_from.is_empty() {
        set("__sls_included_from__", chunk.included_from.iter().map(|it| it.to_string()).collect());
    }
    if let Some(it) = chunk.order {
        set("order", order(it));
    }
    if let Some(it) = chunk.name_order {
        set("name_order", Json::from(it));
    }
    if chunk.is_prerequired {
        set("__prereq__", Json::Bool(true));
    }
    if chunk.has_prereq {
        set("__prerequiring__", Json::Bool(true));
    }
    sorted(Json::Object(all.into_iter().collect()))
}

/// Returns JSON with its keys sorted, at every depth.
fn sorted(json: Json) -> Json {
    match json {
        Json::Object(map) => {
            let mut entries: Vec<(String, Json)> = map.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries.into_iter().map(|(key, value)| (key, sorted(value))).collect::<Map<_, _>>())
        }
        Json::Array(items) => Json::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}
