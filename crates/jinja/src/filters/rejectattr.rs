//! The filter `rejectattr`: takes a sequence and returns the items with an attribute that fails a test.

use super::shared::select;
use super::{Filter, open};

pub(super) static FILTER: Filter = open(&["rejectattr"], |r, args| select(r, args, false, true));
