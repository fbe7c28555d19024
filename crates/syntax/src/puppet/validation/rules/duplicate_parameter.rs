//! Two parameters with one name.

use std::collections::HashSet;

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, holder: NodeId) {
    let (Data::Definition { parameters, .. } | Data::Lambda { parameters, .. }) = cx.data(holder) else { return };
    let mut seen = HashSet::new();
    for parameter in parameters {
        if let Data::Parameter { name, .. } = cx.data(*parameter)
            && !seen.insert(name.as_str())
        {
            let message = format!("The parameter '{name}' is declared more than once in the parameter list");
            cx.error(Code::DuplicateParameter, *parameter, message);
        }
    }
}
