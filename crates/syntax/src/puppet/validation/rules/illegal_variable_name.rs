//! A variable with a name that cannot be.

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, variable: NodeId, name: NodeId) {
    let Data::Name(name) = cx.data(name) else { return };
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        super::illegal_numeric_variable_name::check(cx, variable, name);
    } else if !is_variable_name(name) {
        let message = format!(
            "Illegal variable name, The given name '{name}' does not conform to the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/"
        );
        cx.error(Code::IllegalVariableName, variable, message);
    }
}

/// Parts begin with a small letter, the last one with an underscore too.
fn is_variable_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let parts: Vec<&str> = name.split("::").collect();
    parts.iter().enumerate().all(|(i, part)| {
        let last = i + 1 == parts.len();
        let first = part.chars().next().is_some_and(|c| c.is_ascii_lowercase() || last && c == '_');
        first && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
