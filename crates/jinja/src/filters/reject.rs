//! The filter `reject`: takes a sequence and returns the items that fail a test.

use super::shared::select;
use super::{Filter, open};

pub(super) static FILTER: Filter = open(&["reject"], |r, args| select(r, args, false, false));
