//! An assignment in a parameter's default value.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, parameter: NodeId) {
    let Data::Parameter { value: Some(value), .. } = cx.data(parameter) else { return };
    let mut stack = vec![*value];
    let mut children = Vec::new();
    while let Some(id) = stack.pop() {
        match cx.data(id) {
            Data::Assignment { .. } => {
                cx.error(Code::IllegalAssignmentContext, id, "Assignment not allowed here".to_owned());
            }
            // What a lambda assigns is its own.
            Data::Lambda { .. } => {}
            _ => {
                children.clear();
                cx.model.children(id, &mut children);
                stack.extend(children.iter().rev());
            }
        }
    }
}
