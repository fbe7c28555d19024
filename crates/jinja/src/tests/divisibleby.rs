//! The test `divisibleby`: whether a number is a multiple of another.

use super::{Test, test};
use crate::ast::Binary;
use crate::value::Value;

pub(super) static TEST: Test = test(&["divisibleby"], "test_divisibleby", &["value", "num"], |r, it, by| {
    let rest = r.binary(Binary::Mod, it, by)?;
    rest.equals(&Value::Int(0))
});
