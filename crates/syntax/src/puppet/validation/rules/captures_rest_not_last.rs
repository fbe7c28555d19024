//! `*$x` before other parameters of a lambda.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, lambda: NodeId) {
    let Data::Lambda { parameters, .. } = cx.data(lambda) else { return };
    let Some((_, before_last)) = parameters.split_last() else { return };
    for parameter in before_last {
        if let Data::Parameter { name, captures_rest: true, .. } = cx.data(*parameter) {
            let message = format!("Parameter ${name} is not last, and has 'captures rest'");
            cx.error(Code::CapturesRestNotLast, *parameter, message);
        }
    }
}
