//! A function or type inside of a class.

use crate::Code;
use crate::puppet::model::{NodeId, label};
use crate::puppet::validation::Checker;

pub(super) fn refuse(cx: &mut Checker<'_>, definition: NodeId) {
    let what = label::a_an_uc(cx.model, definition);
    cx.error(Code::NotAbsoluteTopLevel, definition, format!("{what} may only appear at toplevel"));
}
