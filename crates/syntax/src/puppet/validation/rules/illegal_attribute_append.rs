//! `+>` outside of an override or collector.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;
use literals::operator::AttributeOperator;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, attribute: NodeId) {
    let Data::AttributeOperation { name, op: AttributeOperator::Append, .. } = cx.data(attribute) else { return };
    let Some(holder) = cx.holder(0) else { return };
    if !matches!(cx.data(holder), Data::Collect { .. } | Data::ResourceOverride { .. }) {
        let holder = label::a_an(cx.model, holder);
        let message = format!("Illegal +> operation on attribute {name}. This operator can not be used in {holder}");
        cx.error(Code::IllegalAttributeAppend, attribute, message);
    }
}
