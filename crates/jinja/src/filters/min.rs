//! The filter `min`: takes a sequence and returns its least item.

use super::shared::extreme;
use super::{Filter, filter};

pub(super) static FILTER: Filter =
    filter(&["min"], "do_min", &["value", "case_sensitive", "attribute"], 1, 1, |r, args| extreme(r, args, "<"));
