//! `private` and `attr` without quotes.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, id: NodeId) {
    if let Data::Reserved(word) = cx.data(id) {
        let message = format!("Use of reserved word: {word}, must be quoted if intended to be a String value");
        cx.error(Code::ReservedWord, id, message);
    }
}
