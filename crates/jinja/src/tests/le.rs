//! The test `le`: whether a value is less than another or equal.

use super::{Test, test};
use crate::ast::Comparison;
use crate::eval::compare;

pub(super) static TEST: Test = test(&["le", "<="], "le", &["a", "b"], |_, a, b| compare(Comparison::Le, a, b));
