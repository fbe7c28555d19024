//! The filter `selectattr`: takes a sequence and returns the items with an attribute that passes a test.

use super::shared::select;
use super::{Filter, open};

pub(super) static FILTER: Filter = open(&["selectattr"], |r, args| select(r, args, true, true));
