//! The filter `set_dict_key_value`: takes a map and returns it with a value at a path of keys.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::nested::change;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "set_dict_key_value", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    change(args, |dict, key, value| {
        dict.edit(|it| it.insert(key, value));
        Ok(())
    })
}
