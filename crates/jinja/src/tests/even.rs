//! The test `even`: whether an integer is even.

use super::shared::rest_is;
use super::{Test, test};

pub(super) static TEST: Test = test(&["even"], "test_even", &["value"], |r, it, _| rest_is(r, it, 2, 0));
