//! A parameter with a name that cannot be.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, parameter: NodeId) {
    let Data::Parameter { name, .. } = cx.data(parameter) else { return };
    let first = name.chars().next().is_some_and(|c| c.is_ascii_lowercase() || c == '_');
    if !(first && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')) {
        let message = format!("Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/");
        cx.error(Code::IllegalParameterName, parameter, message);
    }
}
