//! The name of a node with characters that no host name has.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, host: NodeId, node: NodeId) {
    match cx.data(host) {
        Data::String(name) | Data::Name(name) | Data::Reference(name) => {
            if !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')) {
                let message =
                    format!("The hostname '{name}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)");
                cx.error(Code::IllegalHostnameChars, host, message);
            }
        }
        Data::Integer { .. } | Data::Float(_) | Data::Default | Data::Regex(_) => {}
        Data::Concat { segments } => super::illegal_hostname_interpolation::check(cx, host, segments),
        _ => super::illegal_expression::check_hostname(cx, host, node),
    }
}
