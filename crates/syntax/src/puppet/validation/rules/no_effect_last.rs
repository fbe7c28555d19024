//! A value at the end of a class, defined type or node, which has no value.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, definition: NodeId, body: Option<NodeId>) {
    let Some(body) = body else { return };
    let last = match cx.data(body) {
        Data::Block { statements } | Data::ApplyBlock { statements } => statements.last().copied(),
        _ => Some(body),
    };
    let Some(last) = last.filter(|id| super::no_effect::is_idle(cx, Some(*id))) else { return };
    if super::resource_without_title::named_pair(cx, last).is_some() {
        return;
    }
    let what = label::label(cx.model, last);
    let holder = label::a_an_uc(cx.model, definition);
    let message = format!("This {what} has no effect. {holder} can not end with a value-producing expression without other effect");
    cx.error(Code::NoEffectLast, last, message);
}
