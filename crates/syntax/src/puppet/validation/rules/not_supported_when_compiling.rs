//! Constructs of plans in the block of an `apply`.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

/// True for a collector of exported resources.
pub(super) fn check_exported(cx: &mut Checker<'_>, id: NodeId) -> bool {
    let Data::Collect { query, .. } = cx.data(id) else { return false };
    let exported = matches!(cx.data(*query), Data::Query { exported: true, .. });
    if exported {
        refuse(cx, id);
    }
    exported
}

pub(in crate::puppet::validation) fn check_apply(cx: &mut Checker<'_>, id: NodeId) {
    if super::not_supported_when_scripting::in_apply(cx) {
        refuse(cx, id);
    }
}

fn refuse(cx: &mut Checker<'_>, id: NodeId) {
    let what = label::a_an_uc(cx.model, id);
    cx.error(Code::NotSupportedWhenCompiling, id, format!("{what} is not available when compiling a catalog"));
}
