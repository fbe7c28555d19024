//! The test `ne`: whether two values differ.

use super::{Test, test};
use crate::ast::Comparison;
use crate::eval::compare;

pub(super) static TEST: Test = test(&["ne", "!="], "ne", &["a", "b"], |_, a, b| compare(Comparison::Ne, a, b));
