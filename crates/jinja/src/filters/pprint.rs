//! The filter `pprint`: takes a value and returns it as `pprint` of Python prints it.

use super::{Filter, filter};
use crate::error::{Error, Outcome};
use crate::value::{Key, Value};

pub(super) static FILTER: Filter = filter(&["pprint"], "do_pprint", &["value"], 1, 0, |_, args| pretty(&args.value(0)));

/// `pprint.pformat`, as far as it fits on one line.
fn pretty(value: &Value) -> Outcome {
    let sorted = sorted_maps(value, 0)?;
    let text = sorted.repr()?;
    if text.chars().count() > 80 {
        return Err(Error::not_covered("pprint of more than a line"));
    }
    Ok(Value::str(text))
}

fn sorted_maps(value: &Value, depth: u32) -> Outcome {
    if depth > 50 {
        return Err(Error::not_covered("pprint of what is nested so deep"));
    }
    Ok(match value {
        Value::Dict(dict) => {
            let mut pairs = dict.pairs();
            let texts = pairs.iter().all(|it| matches!(it.0, Value::Str(_)));
            if texts {
                pairs.sort_by(|a, b| a.0.as_str().cmp(&b.0.as_str()));
            } else if pairs.len() > 1 {
                return Err(Error::not_covered("pprint of a map with such keys"));
            }
            let mut map = crate::value::Map::new();
            for (key, value) in pairs {
                map.insert(Key::new(key)?, sorted_maps(&value, depth + 1)?);
            }
            Value::Dict(dict.of_same_form(map))
        }
        Value::List(list) => Value::list(list.to_vec().iter().map(|it| sorted_maps(it, depth + 1)).collect::<Outcome<_>>()?),
        Value::Tuple(items) => Value::tuple(items.iter().map(|it| sorted_maps(it, depth + 1)).collect::<Outcome<_>>()?),
        other => other.clone(),
    })
}
