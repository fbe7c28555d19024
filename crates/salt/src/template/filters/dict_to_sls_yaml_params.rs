//! The filter `dict_to_sls_yaml_params`: takes a map and returns it as a YAML list of maps with one entry.

use super::shared::arguments::{flag, printed, value};
use crate::template::yaml::{self, Layout};
use jinja::Value;

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter {
    name: "dict_to_sls_yaml_params",
    steps: by_values,
    run: |args| match value(args)? {
        Value::Dict(dict) if dict.is_known() => {
            let one = |(key, item): (Value, Value)| {
                jinja::Key::new(key).ok().map(|key| Value::Dict(jinja::Dict::new([(key, item)].into_iter().collect())))
            };
            let list = Value::list(dict.pairs().into_iter().filter_map(one).collect());
            printed(yaml::print(&list, Layout::of_flow(flag(args, 1, "flow_style", false)?)))
        }
        _ => Ok(Value::unknown("a map")),
    },
};
