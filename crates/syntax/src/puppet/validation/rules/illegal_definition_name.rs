//! A class, defined type, function or type with a name that cannot be.

use crate::Code;
use crate::puppet::model::{NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, definition: NodeId, name: &str) {
    if !parts_begin_with(name, |c| c.is_ascii_lowercase()) {
        refuse(cx, definition, name);
    }
}

/// The names of types have capital letters.
pub(in crate::puppet::validation) fn check_type(cx: &mut Checker<'_>, definition: NodeId, name: &str) {
    if !parts_begin_with(name, |c| c.is_ascii_uppercase()) {
        refuse(cx, definition, name);
    }
}

fn refuse(cx: &mut Checker<'_>, definition: NodeId, name: &str) {
    let what = label::a_an(cx.model, definition);
    let message = format!("Unacceptable name. The name '{name}' is unacceptable as the name of {what}");
    cx.error(Code::IllegalDefinitionName, definition, message);
}

fn parts_begin_with(name: &str, first: fn(&char) -> bool) -> bool {
    name.split("::")
        .all(|part| part.chars().next().is_some_and(|c| first(&c)) && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}
