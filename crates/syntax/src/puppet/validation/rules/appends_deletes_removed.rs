//! `+=` and `-=`.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;
use literals::operator::Assignment;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, assignment: NodeId, op: Assignment) {
    let message = format!("The operator '{op}' is no longer supported. See http://links.puppet.com/remove-plus-equals");
    cx.error(Code::AppendsDeletesRemoved, assignment, message);
}
