//! A definition with the name of one of Puppet's own types.

use crate::Code;
use crate::puppet::model::{NodeId, label};
use crate::puppet::validation::Checker;

const RESERVED: &[&str] = &[
    "type",
    "any",
    "unit",
    "scalar",
    "boolean",
    "numeric",
    "integer",
    "float",
    "collection",
    "array",
    "hash",
    "tuple",
    "struct",
    "variant",
    "optional",
    "enum",
    "regexp",
    "pattern",
    "runtime",
    "init",
    "object",
    "sensitive",
    "semver",
    "semverrange",
    "string",
    "timestamp",
    "timespan",
    "typeset",
];

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, definition: NodeId, name: &str) {
    if RESERVED.contains(&name) {
        let what = label::a_an(cx.model, definition);
        let message = format!("The name: '{name}' is already defined by Puppet and can not be used as the name of {what}.");
        cx.error(Code::ReservedTypeName, definition, message);
    }
}
