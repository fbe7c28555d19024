//! A definition inside of something that is evaluated.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, definition: NodeId) {
    let mut n = 0;
    loop {
        let Some(holder) = cx.holder(n) else { return };
        n += 1;
        match cx.data(holder) {
            Data::Apply { .. } | Data::Definition { kind: crate::model::DefinitionKind::Class, .. } => return,
            Data::Block { .. } | Data::ApplyBlock { .. } => {
                let absolute = matches!(
                    cx.data(definition),
                    Data::Definition { kind: crate::model::DefinitionKind::Function | crate::model::DefinitionKind::Plan, .. }
                        | Data::TypeAlias { .. }
                        | Data::TypeDefinition { .. }
                );
                if absolute && cx.holder(n).is_some() {
                    super::not_absolute_top_level::refuse(cx, definition);
                    return;
                }
            }
            _ => {
                let message = "Classes, definitions, and nodes may only appear at toplevel or inside other classes".to_owned();
                cx.error(Code::NotTopLevel, definition, message);
                return;
            }
        }
    }
}
