//! A parameter `$name` or `$title`, which every class and defined type has.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, definition: NodeId) {
    let Data::Definition { parameters, .. } = cx.data(definition) else { return };
    for parameter in parameters {
        if let Data::Parameter { name, .. } = cx.data(*parameter)
            && matches!(&**name, "name" | "title")
        {
            let holder = label::label(cx.model, definition);
            let message = format!("The parameter ${name} redefines a built in parameter in the {holder}");
            cx.error(Code::ReservedParameter, *parameter, message);
        }
    }
}
