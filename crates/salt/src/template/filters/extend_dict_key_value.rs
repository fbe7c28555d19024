//! The filter `extend_dict_key_value`: takes a map and returns it with values appended to the list at a path of keys.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::nested::{change, existing};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "extend_dict_key_value", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    change(args, |dict, key, value| {
        let more = match &value {
            Value::Str(_) | Value::List(_) | Value::Tuple(_) | Value::Dict(_) => value.iterate()?,
            _ => return Err(Error::not_covered("extending a list with what is no list")),
        };
        match existing(dict, &key) {
            None => {
                dict.edit(|it| it.insert(key, Value::list(more)));
            }
            Some(Value::List(list)) => list.edit(|it| it.extend(more)),
            Some(_) => return Err(Error::not_covered("extending what is no list")),
        }
        Ok(())
    })
}
