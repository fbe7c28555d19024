//! The filter `compare_dicts`: takes two maps and returns the keys whose values differ, with both values.

use jinja::{Args, Dict, Error, Map, Outcome, Value};

use super::Filter;
use super::shared::given::given;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "compare_dicts", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    let given = given(args, &["old", "new"])?;
    let (Value::Dict(old), Value::Dict(new)) = (given.value(0), given.value(1)) else {
        return Err(Error::not_covered("what is no map"));
    };
    if !old.is_known() || !new.is_known() {
        return Err(Error::not_covered("an unknown map"));
    }
    let (old, new) = (old.to_map(), new.to_map());
    let change = |old: Value, new: Value| Value::dict([("old", old), ("new", new)]);
    let nothing = || Value::str("");
    let mut found = Map::default();
    for (key, value) in &new {
        match old.get(key) {
            None => found.insert(key.clone(), change(nothing(), value.clone())),
            Some(before) if !value.equals(before)? => found.insert(key.clone(), change(before.clone(), value.clone())),
            Some(_) => None,
        };
    }
    for (key, value) in old.iter().filter(|it| !new.contains_key(it.0)) {
        found.insert(key.clone(), Value::dict([("new", nothing()), ("old", value.clone())]));
    }
    // Salt goes through a set, whose order is another one each time.
    if found.len() > 1 {
        return Err(Error::not_covered("maps with several differences"));
    }
    Ok(Value::Dict(Dict::new(found)))
}
