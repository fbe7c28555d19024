//! The test `lt`: whether a value is less than another.

use super::{Test, test};
use crate::ast::Comparison;
use crate::eval::compare;

pub(super) static TEST: Test = test(&["lt", "<", "lessthan"], "lt", &["a", "b"], |_, a, b| compare(Comparison::Lt, a, b));
