//! The filter `regex_search`: takes a text and returns the groups of the first match.

use super::shared::regex::groups;

use super::Filter;
use super::shared::steps::by_pattern;

pub(super) static FILTER: Filter = Filter { name: "regex_search", steps: by_pattern, run: |args| groups(args, false, true) };

/// The same in releases before 3008.
pub(super) static BEFORE_3008: Filter = Filter { name: "regex_search", steps: by_pattern, run: |args| groups(args, false, false) };
