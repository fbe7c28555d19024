//! An interpolation in the name of a node.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(super) fn check(cx: &mut Checker<'_>, host: NodeId, segments: &[NodeId]) {
    let inner = segments.iter().find_map(|s| match cx.data(*s) {
        Data::Text { expr } => Some(*expr),
        _ => None,
    });
    let message = "An interpolated expression is not allowed in a hostname of a node".to_owned();
    cx.error(Code::IllegalHostnameInterpolation, inner.unwrap_or(host), message);
}
