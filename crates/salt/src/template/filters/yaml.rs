//! The filter `yaml`: takes a value and returns it as YAML.

use super::shared::arguments::{flag, marked, value};
use crate::template::value::Printer;

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter =
    Filter { name: "yaml", steps: by_values, run: |args| marked(Printer::yaml(&value(args)?, flag(args, 1, "flow_style", true)?)) };
