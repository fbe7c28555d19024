//! The filter `update_dict_key_value`: takes a map and returns it with the map at a path of keys updated.

use jinja::{Args, Dict, Error, Outcome, Value};

use super::Filter;
use super::shared::nested::{change, existing};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "update_dict_key_value", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    change(args, |dict, key, value| {
        let Value::Dict(more) = &value else { return Err(Error::not_covered("updating a map with what is no map")) };
        let more = more.to_map();
        match existing(dict, &key) {
            None => {
                dict.edit(|it| it.insert(key, Value::Dict(Dict::new(more))));
            }
            Some(Value::Dict(old)) => old.edit(|it| it.extend(more)),
            Some(_) => return Err(Error::not_covered("updating what is no map")),
        }
        Ok(())
    })
}
