//! Something without a value where one is needed.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, id: NodeId) {
    let mut id = id;
    loop {
        match cx.data(id) {
            Data::Collect { .. }
            | Data::Definition { .. }
            | Data::NodeDefinition { .. }
            | Data::TypeAlias { .. }
            | Data::TypeMapping { .. }
            | Data::TypeDefinition { .. } => {
                let what = label::a_an_uc(cx.model, id);
                cx.error(Code::NotRvalue, id, format!("Invalid use of expression. {what} does not produce a value"));
                return;
            }
            Data::Paren { expr }
            | Data::Not { expr }
            | Data::Minus { expr }
            | Data::Unfold { expr }
            | Data::Text { expr }
            | Data::Render { expr } => id = *expr,
            _ => return,
        }
    }
}

/// Collectors and chains may be chained.
pub(in crate::puppet::validation) fn check_operand(cx: &mut Checker<'_>, id: NodeId) {
    if !matches!(cx.data(id), Data::Collect { .. } | Data::Relationship { .. }) {
        check(cx, id);
    }
}
