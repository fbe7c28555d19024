//! Assigning to a variable of another class.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(super) fn check(cx: &mut Checker<'_>, target: NodeId, name: &str) {
    if name.contains("::") {
        let message = format!("Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces");
        cx.error(Code::CrossScopeAssignment, target, message);
    }
}
