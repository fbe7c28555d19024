//! The test `eq`: whether two values are equal.

use super::{Test, test};
use crate::ast::Comparison;
use crate::eval::compare;

pub(super) static TEST: Test = test(&["eq", "==", "equalto"], "eq", &["a", "b"], |_, a, b| compare(Comparison::Eq, a, b));
