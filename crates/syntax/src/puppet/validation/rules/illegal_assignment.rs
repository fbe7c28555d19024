//! Assigning to something that is no variable, nor a list of variables.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, target: NodeId) {
    match cx.data(target) {
        Data::Variable { expr } => {
            let Data::Name(name) = cx.data(*expr) else { return };
            super::illegal_numeric_assignment::check(cx, target, name);
            super::cross_scope_assignment::check(cx, target, name);
        }
        Data::Access { .. } => super::illegal_indexed_assignment::check(cx, target),
        Data::List { values } => {
            for value in values {
                check(cx, *value);
            }
        }
        _ => {
            let what = label::a_an(cx.model, target);
            let message = format!("Illegal attempt to assign to '{what}'. Not an assignable reference");
            cx.error(Code::IllegalAssignment, target, message);
        }
    }
}
