//! The test `odd`: whether an integer is odd.

use super::shared::rest_is;
use super::{Test, test};

pub(super) static TEST: Test = test(&["odd"], "test_odd", &["value"], |r, it, _| rest_is(r, it, 2, 1));
