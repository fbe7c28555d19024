//! The test `gt`: whether a value is greater than another.

use super::{Test, test};
use crate::ast::Comparison;
use crate::eval::compare;

pub(super) static TEST: Test = test(&["gt", ">", "greaterthan"], "gt", &["a", "b"], |_, a, b| compare(Comparison::Gt, a, b));
