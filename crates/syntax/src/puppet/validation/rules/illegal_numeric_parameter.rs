//! A parameter whose name is a number.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, parameter: NodeId) {
    let Data::Parameter { name, .. } = cx.data(parameter) else { return };
    let digits = name.strip_prefix("0x").unwrap_or(name);
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        let message = format!("The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)");
        cx.error(Code::IllegalNumericParameter, parameter, message);
    }
}
