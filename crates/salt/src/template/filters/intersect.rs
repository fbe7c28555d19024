//! The filter `intersect`: takes two lists and returns the items that are in both.

use super::shared::sets::pick;

use super::Filter;
use super::shared::steps::by_values;

pub(super) static FILTER: Filter = Filter { name: "intersect", steps: by_values, run: |args| pick(args, |a, b| a && b) };
