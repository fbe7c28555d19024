//! Two parameters with one name.

use std::collections::HashMap;

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, holder: NodeId) {
    let (Data::Definition { parameters, .. } | Data::Lambda { parameters, .. }) = cx.data(holder) else { return };
    let mut seen: HashMap<&str, NodeId> = HashMap::new();
    for parameter in parameters {
        let Data::Parameter { name, .. } = cx.data(*parameter) else { continue };
        let first = *seen.entry(&**name).or_insert(*parameter);
        if first != *parameter {
            let message = format!("The parameter '{name}' is declared more than once in the parameter list");
            cx.error(Code::DuplicateParameter, *parameter, message);
            cx.see(first, "the parameter is declared here already");
        }
    }
}
