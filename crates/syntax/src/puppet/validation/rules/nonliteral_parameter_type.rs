//! A class parameter whose type must be computed.

use crate::puppet::model::{Data, NodeId, full};
use crate::puppet::validation::Checker;
use crate::puppet::validation::literal::literal;
use crate::{Code, Severity};

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, class: NodeId) {
    let Data::Definition { parameters, .. } = cx.data(class) else { return };
    for parameter in parameters {
        let Data::Parameter { name, type_expr: Some(type_expr), .. } = cx.data(*parameter) else { continue };
        if literal(cx.model, *type_expr).is_none() {
            let what = full::class(cx.data(*type_expr));
            let message = format!("The parameter '${name}' must be a literal type, not a Puppet::Pops::Model::{what}");
            cx.accept(Code::NonliteralParameterType, Severity::Deprecation, *parameter, message);
        }
    }
}
