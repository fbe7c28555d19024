//! Parameters of a template that text stands before.

use crate::Code;
use crate::puppet::model::NodeId;
use crate::puppet::validation::Checker;

pub(super) fn refuse(cx: &mut Checker<'_>, call: NodeId) {
    let message = "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace";
    cx.error(Code::IllegalEppParameters, call, message.to_owned());
}
