//! A value in the middle of a block that nothing uses.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, block: NodeId) {
    let (Data::Block { statements } | Data::ApplyBlock { statements }) = cx.data(block) else { return };
    let Some((_, before_last)) = statements.split_last() else { return };
    if let Some(idle) = before_last.iter().copied().find(|id| is_idle(cx, Some(*id))) {
        let what = label::label(cx.model, idle);
        let message = format!(
            "This {what} has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)"
        );
        cx.error(Code::NoEffect, idle, message);
    }
}

/// Whether evaluating it changes nothing. What an interpolation or a selector may do inside does not count.
pub(super) fn is_idle(cx: &Checker<'_>, id: Option<NodeId>) -> bool {
    let Some(id) = id else { return true };
    match cx.data(id) {
        Data::Nop
        | Data::Integer { .. }
        | Data::Float(_)
        | Data::String(_)
        | Data::Boolean(_)
        | Data::Undef
        | Data::Default
        | Data::Regex(_)
        | Data::Name(_)
        | Data::Reference(_)
        | Data::Reserved(_)
        | Data::Variable { .. }
        | Data::Concat { .. }
        | Data::Text { .. }
        | Data::Heredoc { .. }
        | Data::List { .. }
        | Data::Hash { .. }
        | Data::Access { .. }
        | Data::Not { .. }
        | Data::Minus { .. }
        | Data::Unfold { .. }
        | Data::Arithmetic { .. }
        | Data::Comparison { .. }
        | Data::In { .. }
        | Data::And { .. }
        | Data::Or { .. }
        | Data::NamedAccess { .. }
        | Data::Selector { .. } => true,
        Data::Paren { expr } => is_idle(cx, Some(*expr)),
        Data::Block { statements } | Data::ApplyBlock { statements } => statements.iter().all(|s| is_idle(cx, Some(*s))),
        Data::If { test, then, otherwise } | Data::Unless { test, then, otherwise } => {
            is_idle(cx, Some(*test)) && is_idle(cx, *then) && is_idle(cx, *otherwise)
        }
        Data::Case { test, options } => is_idle(cx, Some(*test)) && options.iter().all(|o| is_idle(cx, Some(*o))),
        Data::CaseOption { values, then } => values.iter().all(|v| is_idle(cx, Some(*v))) && is_idle(cx, *then),
        // A match sets `$1`.
        _ => false,
    }
}
