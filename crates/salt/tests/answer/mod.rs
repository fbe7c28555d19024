//! The form in which `tests/oracle/salt/oracle_salt.py` prints states and edges.

use salt::Compiled;
use serde_json::{Map, Value, json};

const REQUISITES: &[&str] = &[
    "require",
    "require_any",
    "watch",
    "watch_any",
    "prereq",
    "onfail",
    "onfail_any",
    "onfail_all",
    "onchanges",
    "onchanges_any",
    "listen",
    "listen_in",
];

/// The parts of a chunk as the oracle prints them.
pub fn shown(compiled: &Compiled, step: salt::Step) -> Value {
    let chunk = &compiled.chunks[step.chunk];
    let low = serde_json::to_value(salt::json::Low { heap: &compiled.heap, chunk }).unwrap();
    let low = low.as_object().unwrap();
    let mut out = Map::new();
    for (to, from) in [("id", "__id__"), ("state", "state"), ("fun", "fun"), ("name", "name"), ("sls", "__sls__"), ("order", "order")] {
        out.insert(to.to_owned(), low.get(from).cloned().unwrap_or(Value::Null));
    }
    if let Some(it) = low.get("__sls_included_from__") {
        out.insert("included_from".to_owned(), it.clone());
    }
    let (mut requisites, mut args) = (Map::new(), Map::new());
    for (key, value) in low {
        if REQUISITES.contains(&key.as_str()) {
            requisites.insert(key.clone(), value.clone());
        } else if !matches!(key.as_str(), "state" | "fun" | "name" | "order" | "name_order" | "prerequired") && !key.starts_with("__") {
            args.insert(key.clone(), value.clone());
        }
    }
    for (name, map) in [("requisites", requisites), ("args", args)] {
        if !map.is_empty() {
            out.insert(name.to_owned(), Value::Object(map));
        }
    }
    if step.is_again {
        out.insert("second_listing".to_owned(), Value::Bool(true));
    }
    Value::Object(out)
}

/// The edges of the graph, sorted.
pub fn edges(compiled: &Compiled) -> Value {
    let Some(graph) = &compiled.graph else { return Value::Null };
    let tag = |node: salt::NodeId| graph.nodes[node].tag.to_string();
    let mut all: Vec<[String; 3]> = graph.edges().map(|it| [tag(it.before), it.kind.name().to_owned(), tag(it.after)]).collect();
    all.sort();
    json!(all)
}
