//! A number outside of Puppet's range.

use crate::Code;
use crate::puppet::model::{Data, Integer, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, id: NodeId) {
    if let Data::Integer { value: Integer::Big(n), .. } = cx.data(id) {
        let message = format!("A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x{}'", n.to_str_radix(16));
        cx.error(Code::NumericOverflow, id, message);
    }
}
