//! Assigning to `$1`, which a match sets.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(super) fn check(cx: &mut Checker<'_>, target: NodeId, name: &str) {
    if is_match_result(name) {
        let message =
            format!("Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable");
        cx.error(Code::IllegalNumericAssignment, target, message);
    }
}

/// `0`, or a decimal number that does not begin with one.
pub(super) fn is_match_result(name: &str) -> bool {
    name == "0" || !name.starts_with('0') && !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}
