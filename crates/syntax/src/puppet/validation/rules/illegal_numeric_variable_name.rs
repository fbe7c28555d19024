//! A variable that begins with a digit and is no number.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(super) fn check(cx: &mut Checker<'_>, variable: NodeId, name: &str) {
    if !super::illegal_numeric_assignment::is_match_result(name) {
        let message =
            format!("Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9");
        cx.error(Code::IllegalNumericVariableName, variable, message);
    }
}
