//! The filter `yaml`: takes a value and returns it as YAML.

use jinja::{Args, Outcome};

use super::Filter;
use super::shared::arguments::{flag, marked, value};
use super::shared::steps::by_values;
use super::shared::strict::undefined_inside;
use crate::template::yaml::{self, Layout};

pub(super) static FILTER: Filter = Filter { name: "yaml", steps: by_values, run };

fn run(args: &Args) -> Outcome {
    match undefined_inside(args) {
        Some(undefined) => Ok(undefined),
        None => marked(yaml::print(&value(args)?, Layout::of_flow(flag(args, 1, "flow_style", true)?))),
    }
}
