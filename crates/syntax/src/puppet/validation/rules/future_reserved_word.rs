//! Names that a later Puppet may take for itself.

use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;
use crate::{Code, Severity};

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, node: NodeId, name: &str) {
    if name == "plan" {
        let message = format!("Use of future reserved word: '{name}'");
        cx.accept(Code::FutureReservedWord, Severity::Deprecation, node, message);
    }
}
