//! Values and chunks as JSON, as Salt prints them.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Number, Value as Json};
use smallvec::SmallVec;

use crate::chunk::{Chunk, Order};
use crate::includers::Includers;
use crate::python;
use crate::value::{Heap, Id, Key, Value};

/// Returns a value as JSON; keys as Python's `str` has them.
pub fn value(heap: &Heap, id: Id) -> Json {
    match heap.get(id) {
        Value::List(items) => items.iter().map(|it| value(heap, *it)).collect(),
        Value::Map(map) => Json::Object(map.iter().map(|(key, slot)| (python::key_text(key), value(heap, slot.value))).collect()),
        scalar => self::scalar(scalar),
    }
}

/// Returns a value that has no parts.
fn scalar(value: &Value) -> Json {
    match value {
        Value::Bool(it) => Json::Bool(*it),
        Value::Int(it) => Json::from(*it),
        Value::Big(it) => big(it),
        Value::Float(it) => Number::from_f64(*it).map_or_else(|| Json::from(python::float(*it)), Json::Number),
        Value::Str(it) => Json::from(it.to_string()),
        Value::Bytes(it) => Json::from(String::from_utf8_lossy(it).into_owned()),
        Value::Unknown => Json::from("(unknown)"),
        Value::Null | Value::List(_) | Value::Map(_) => Json::Null,
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

/// A chunk as `state.show_lowstate` prints it, with sorted keys.
pub struct Low<'c> {
    pub heap: &'c Heap,
    pub chunk: &'c Chunk,
}

/// A value of a chunk or in one.
enum Part<'c> {
    Value(Id),
    Key(&'c Key),
    Text(&'c str),
    Files(&'c Includers),
    Order(Order),
    Number(u32),
    True,
}

impl Serialize for Low<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let chunk = self.chunk;
        let mut entries = Entries::new();
        entries.extend(chunk.args.iter().map(|(key, slot)| (text(key), Part::Value(slot.value))));
        // What the chunk itself has counts more than an argument of that name.
        let mut set = |name: &'static str, part| entries.push((Cow::Borrowed(name), part));
        set("state", Part::Text(&chunk.state));
        set("fun", Part::Text(&chunk.fun));
        set("name", Part::Key(&chunk.name));
        set("__id__", Part::Text(&chunk.id));
        set("__env__", Part::Text("base"));
        if let Some(sls) = &chunk.sls {
            set("__sls__", Part::Text(sls));
        }
        if !chunk.included_from.is_empty() {
            set("__sls_included_from__", Part::Files(&chunk.included_from));
        }
        if let Some(it) = chunk.order {
            set("order", Part::Order(it));
        }
        if let Some(it) = chunk.name_order {
            set("name_order", Part::Number(it));
        }
        if chunk.is_prerequired {
            set("__prereq__", Part::True);
        }
        if chunk.has_prereq {
            set("__prerequiring__", Part::True);
        }
        sorted(self.heap, entries, serializer)
    }
}

/// Entries of a map. Most states have no more.
type Entries<'c> = SmallVec<[(Cow<'c, str>, Part<'c>); 12]>;

/// Writes a map by its keys. Of those that are the same as texts, the last one counts.
fn sorted<S: Serializer>(heap: &Heap, mut entries: Entries<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let mut map = serializer.serialize_map(None)?;
    let mut entries = entries.into_iter().peekable();
    while let Some((key, part)) = entries.next() {
        if entries.peek().is_none_or(|next| next.0 != key) {
            map.serialize_entry(&key, &Written { heap, part })?;
        }
    }
    map.end()
}

/// The key as Python's `str` has it.
fn text(key: &Key) -> Cow<'_, str> {
    match key {
        Key::Str(text) => Cow::Borrowed(text),
        other => Cow::Owned(python::key_text(other)),
    }
}

struct Written<'p> {
    heap: &'p Heap,
    part: Part<'p>,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let heap = self.heap;
        let id = match &self.part {
            Part::Value(id) => *id,
            Part::Text(text) => return serializer.serialize_str(text),
            Part::Files(files) => return serializer.collect_seq(files.iter().map(|it| &**it)),
            Part::Order(it) => return order(*it).serialize(serializer),
            Part::Number(it) => return serializer.serialize_u32(*it),
            Part::True => return serializer.serialize_bool(true),
            Part::Key(Key::Str(text)) => return serializer.serialize_str(text),
            Part::Key(key) => return scalar(&key.to_value()).serialize(serializer),
        };
        match heap.get(id) {
            Value::Str(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items.iter().map(|it| Written { heap, part: Part::Value(*it) })),
            Value::Map(map) => sorted(heap, map.iter().map(|(key, slot)| (text(key), Part::Value(slot.value))).collect(), serializer),
            other => scalar(other).serialize(serializer),
        }
    }
}
