//! An expression where only a name or a type can stand.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

fn refuse(cx: &mut Checker<'_>, id: NodeId, feature: &str, holder: NodeId) {
    let what = label::a_an_uc(cx.model, id);
    let holder = label::a_an(cx.model, holder);
    cx.error(Code::IllegalExpression, id, format!("Illegal expression. {what} is unacceptable as {feature} in {holder}"));
}

/// The called expression must be a name, or a type.
pub(in crate::puppet::validation) fn check_functor(cx: &mut Checker<'_>, call: NodeId, functor: NodeId) {
    match cx.data(functor) {
        Data::Name(_) | Data::Reference(_) => {}
        Data::Access { left, .. } if matches!(cx.data(*left), Data::Reference(_)) => {}
        Data::RenderString(_) => super::illegal_epp_parameters::refuse(cx, call),
        _ => refuse(cx, functor, "function name", call),
    }
}

/// The collected expression must be a type.
pub(in crate::puppet::validation) fn check_collected_type(cx: &mut Checker<'_>, collector: NodeId, type_expr: NodeId) {
    if !matches!(cx.data(type_expr), Data::Reference(_)) {
        refuse(cx, type_expr, "type name", collector);
    }
}

/// An alias and a return type must be types.
pub(in crate::puppet::validation) fn check_type_reference(cx: &mut Checker<'_>, holder: NodeId, type_expr: Option<NodeId>) {
    let Some(type_expr) = type_expr else { return };
    let name = match cx.data(type_expr) {
        Data::Access { left, .. } => *left,
        _ => type_expr,
    };
    match cx.data(name) {
        Data::Reference(name) => super::future_reserved_word::check(cx, type_expr, &name.to_lowercase()),
        _ => refuse(cx, type_expr, "a type reference", holder),
    }
}

pub(super) fn check_hostname(cx: &mut Checker<'_>, host: NodeId, node: NodeId) {
    refuse(cx, host, "hostname", node);
}
