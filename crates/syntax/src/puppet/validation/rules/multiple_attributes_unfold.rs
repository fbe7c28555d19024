//! Two `* =>` in one resource body.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, body: NodeId) {
    let Data::ResourceBody { operations, .. } = cx.data(body) else { return };
    let splats: Vec<NodeId> = operations.iter().copied().filter(|id| matches!(cx.data(*id), Data::AttributesOperation { .. })).collect();
    for splat in splats.into_iter().skip(1) {
        let message = "Unfolding of attributes from Hash can only be used once per resource body".to_owned();
        cx.error(Code::MultipleAttributesUnfold, splat, message);
    }
}
