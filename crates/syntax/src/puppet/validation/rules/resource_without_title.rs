//! A name and a hash where a resource was meant.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

/// True if the block is such a pair.
pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, block: NodeId) -> bool {
    let Some(name) = named_pair(cx, block) else { return false };
    let message = format!("This expression is invalid. Did you try declaring a '{name}' resource without a title?");
    cx.error(Code::ResourceWithoutTitle, block, message);
    true
}

/// The name in a block that is nothing but a name and a hash.
pub(super) fn named_pair(cx: &Checker<'_>, block: NodeId) -> Option<String> {
    // Where tasks are compiled there are no resources that could have been meant.
    if cx.options.tasks {
        return None;
    }
    let Data::Block { statements } = cx.data(block) else { return None };
    let [name, hash] = statements.as_slice() else { return None };
    match (cx.data(*name), cx.data(*hash)) {
        (Data::Name(name), Data::Hash { .. }) => Some(name.to_string()),
        _ => None,
    }
}
