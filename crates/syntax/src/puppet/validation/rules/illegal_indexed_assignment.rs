//! Assigning to an element of a list or hash.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(super) fn check(cx: &mut Checker<'_>, target: NodeId) {
    let message = "Illegal attempt to assign via [index/key]. Not an assignable reference".to_owned();
    cx.error(Code::IllegalIndexedAssignment, target, message);
}
