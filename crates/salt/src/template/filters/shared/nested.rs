//! Values at a path of keys in a map, which changes in place.

use jinja::{Args, Dict, Error, Key, Map, Outcome, Value};

use super::given::{Given, given};

/// Longest path.
const MAX_STEPS: usize = 200;

/// Changes what is at the path, and returns the map.
pub fn change(args: &Args, edit: impl FnOnce(&Dict, Key, Value) -> Outcome<()>) -> Outcome {
    let bound = given(args, &["in_dict", "keys", "value", "delimiter", "ordered_dict"]);
    let result = bound.and_then(|it| change_known(&it, edit));
    if let (Err(_), Some(Value::Dict(dict))) = (&result, args.positional.first()) {
        // How far it got is not known.
        dict.forget();
    }
    result
}

fn change_known(given: &Given, edit: impl FnOnce(&Dict, Key, Value) -> Outcome<()>) -> Outcome {
    let whole = given.value(0);
    let Value::Dict(dict) = &whole else { return Err(Error::not_covered("a path in what is no map")) };
    if given.truth(4)? {
        return Err(Error::not_covered("ordered maps"));
    }
    let delimiter = given.some(3).map_or(Ok(":".to_owned()), |_| given.text(3))?;
    let path = given.text(1)?;
    let steps: Vec<&str> = path.split(delimiter.as_str()).collect();
    let Some((last, before)) = steps.split_last().filter(|_| steps.len() <= MAX_STEPS && !delimiter.is_empty()) else {
        return Err(Error::not_covered("a long path"));
    };
    let mut here = dict.clone();
    for step in before {
        let key = Key::text((*step).into());
        here = match here.get(&key) {
            Some(Value::Dict(it)) => it,
            Some(Value::Unknown(it)) => return Err(Error::unknown(&*it.why)),
            _ => {
                let empty = Dict::new(Map::default());
                here.edit(|it| it.insert(key, Value::Dict(empty.clone())));
                empty
            }
        };
        if !here.is_known() {
            return Err(Error::unknown("the content of a map"));
        }
    }
    edit(&here, Key::text((*last).into()), given.value(2))?;
    Ok(whole)
}

/// Returns the value at a key, if that is not `None`.
pub fn existing(dict: &Dict, key: &Key) -> Option<Value> {
    dict.get(key).filter(|it| !matches!(it, Value::None))
}
