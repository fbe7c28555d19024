//! The filter `select`: takes a sequence and returns the items that pass a test.

use super::shared::select;
use super::{Filter, open};

pub(super) static FILTER: Filter = open(&["select"], |r, args| select(r, args, true, false));
