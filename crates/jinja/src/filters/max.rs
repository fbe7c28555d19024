//! The filter `max`: takes a sequence and returns its greatest item.

use super::shared::extreme;
use super::{Filter, filter};

pub(super) static FILTER: Filter =
    filter(&["max"], "do_max", &["value", "case_sensitive", "attribute"], 1, 1, |r, args| extreme(r, args, ">"));
