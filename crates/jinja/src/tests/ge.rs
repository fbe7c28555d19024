//! The test `ge`: whether a value is greater than another or equal.

use super::{Test, test};
use crate::ast::Comparison;
use crate::eval::compare;

pub(super) static TEST: Test = test(&["ge", ">="], "ge", &["a", "b"], |_, a, b| compare(Comparison::Ge, a, b));
