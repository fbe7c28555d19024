//! Statements outside of any definition in a file of a module.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, root: NodeId) {
    if cx.options.autoload.is_none() {
        return;
    }
    match cx.data(root) {
        Data::Nop => {}
        Data::Block { statements } => {
            for statement in statements {
                refuse(cx, *statement);
            }
        }
        _ => refuse(cx, root),
    }
}

fn refuse(cx: &mut Checker<'_>, id: NodeId) {
    if matches!(cx.data(id), Data::Definition { .. } | Data::TypeAlias { .. } | Data::TypeMapping { .. } | Data::TypeDefinition { .. }) {
        return;
    }
    let what = label::label(cx.model, id);
    let message = format!("This {what} is unacceptable as a top level construct in this location");
    cx.error(Code::IllegalTopConstructLocation, id, message);
}
