//! `*$x` as a parameter of a class, defined type or template.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

/// `named` is what the message names.
pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, holder: NodeId, named: NodeId) {
    let (Data::Definition { parameters, .. } | Data::Lambda { parameters, .. }) = cx.data(holder) else { return };
    for parameter in parameters {
        if let Data::Parameter { name, captures_rest: true, .. } = cx.data(*parameter) {
            let what = label::a_an(cx.model, named);
            let message = format!("Parameter ${name} has 'captures rest' - not supported in {what}");
            cx.error(Code::CapturesRestNotSupported, *parameter, message);
        }
    }
}
