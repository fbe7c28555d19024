//! Several values of grains or of the pillar at once.

use jinja::{Args, Dict, Error, ErrorKind, Key, Map, Outcome, Value};

use crate::template::functions::pillar_key;
use crate::template::value::{copy, traverse};

/// A map of the values at several paths; the default where there is none.
pub fn items(args: &Args, find: impl Fn(&str, &str) -> Option<Value>) -> Outcome {
    let named = |name: &str| args.named.iter().find(|it| &*it.0 == name).map(|it| it.1.clone());
    if args.named.iter().any(|it| !matches!(&*it.0, "default" | "delimiter")) {
        return Ok(Value::unknown("the values of several keys"));
    }
    let default = named("default").unwrap_or_else(|| Value::str(""));
    let delimiter = match named("delimiter") {
        None => ":".to_owned(),
        Some(it) => match it.as_str().filter(|it| !it.is_empty()) {
            Some(it) => it.to_owned(),
            None => return Ok(Value::unknown("a delimiter")),
        },
    };
    let mut map = Map::default();
    for key in &args.positional {
        let Some(path) = key.as_str() else { return Ok(Value::unknown("the value of a key that is no text")) };
        let found = find(path, &delimiter).map_or_else(|| default.clone(), |it| copy(&it));
        map.insert(Key::new(key.clone())?, found);
    }
    Ok(Value::Dict(Dict::new(map)))
}

/// The keys of a map in the pillar.
pub fn keys(pillar: &Value, path: &str, delimiter: &str) -> Outcome {
    match traverse(pillar, path, delimiter) {
        Some(it) if it.is_unknown() => Ok(Value::unknown(pillar_key(path))),
        Some(Value::Dict(it)) => Ok(Value::list(it.keys())),
        Some(_) => Err(Error::value_error(format!("Pillar value in key {path} is not a dict"))),
        None => Err(Error::new(ErrorKind::Python("KeyError"), format!("'Pillar key not found: {path}'"))),
    }
}
