//! The filter `append_dict_key_value`: takes a map and returns it with a value appended to the list at a path of keys.

use jinja::{Args, Error, Outcome, Value};

use super::Filter;
use super::shared::nested::{change, existing};
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "append_dict_key_value", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    change(args, |dict, key, value| {
        match existing(dict, &key) {
            None => {
                dict.edit(|it| it.insert(key, Value::list(vec![value])));
            }
            Some(Value::List(list)) => list.edit(|it| it.push(value)),
            Some(_) => return Err(Error::not_covered("appending to what is no list")),
        }
        Ok(())
    })
}
