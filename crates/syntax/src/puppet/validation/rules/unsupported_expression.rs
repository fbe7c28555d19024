//! `type A {…}`, which Puppet reads and does not know.

use crate::Code;
use crate::puppet::model::{NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, id: NodeId) {
    let what = label::a_an(cx.model, id);
    cx.error(Code::UnsupportedExpression, id, format!("Expressions of type {what} are not supported in this version of Puppet"));
}
