//! The filter `regex_match`: takes a text and returns the groups of a match at its start.

use super::shared::regex::groups;

use super::Filter;
use super::shared::steps::by_pattern;

pub(super) static FILTER: Filter = Filter { name: "regex_match", steps: by_pattern, run: |args| groups(args, true, true) };

/// The same in releases before 3008.
pub(super) static BEFORE_3008: Filter = Filter { name: "regex_match", steps: by_pattern, run: |args| groups(args, true, false) };
