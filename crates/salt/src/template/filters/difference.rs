//! The filter `difference`: takes two lists and returns the items that are in the first only.

use super::shared::sets::pick;

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "difference", steps: by_values, run: |args| pick(args, |a, b| a && !b) };
