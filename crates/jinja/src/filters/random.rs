//! The filter `random`: takes a sequence and returns one of its items; it is not covered.

use super::{Filter, filter};
use crate::error::Error;

pub(super) static FILTER: Filter = filter(&["random"], "do_random", &["seq"], 1, 1, |_, _| Err(Error::not_covered("random choices")));
