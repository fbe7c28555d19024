//! A node that inherits from another.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, parent: Option<NodeId>) {
    if let Some(parent) = parent {
        let message =
            "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation";
        cx.error(Code::IllegalNodeInheritance, parent, message.to_owned());
    }
}
