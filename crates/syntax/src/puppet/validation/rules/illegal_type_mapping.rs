//! A mapping of runtime types whose sides do not fit.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, mapping: NodeId) {
    let Data::TypeMapping { type_expr, mapping: right } = cx.data(mapping) else { return };
    let keys = match cx.data(*type_expr) {
        Data::Access { left, keys } => match cx.data(*left) {
            Data::Reference(name) if &**name == "Runtime" => Some(keys),
            _ => None,
        },
        _ => None,
    };
    let Some(keys) = keys else { return super::unsupported_expression::check(cx, mapping) };
    let pattern_left = keys.len() == 2 && keys.get(1).is_some_and(|k| is_pattern_and_replacement(cx, *k));
    let fits = if is_pattern_and_replacement(cx, *right) { pattern_left } else { !pattern_left && is_type(cx, *right) };
    if !fits {
        let what = label::a_an_uc(cx.model, mapping);
        let expected = if pattern_left { "Tuple[Regexp,String]" } else { "Type" };
        cx.error(Code::IllegalTypeMapping, mapping, format!("Illegal type mapping. Expected a {expected} on the left side, got {what}"));
    }
}

fn is_pattern_and_replacement(cx: &Checker<'_>, id: NodeId) -> bool {
    match cx.data(id) {
        Data::List { values } => match values.as_slice() {
            [pattern, text] => matches!(cx.data(*pattern), Data::Regex(_)) && matches!(cx.data(*text), Data::String(_)),
            _ => false,
        },
        _ => false,
    }
}

fn is_type(cx: &Checker<'_>, id: NodeId) -> bool {
    match cx.data(id) {
        Data::Reference(_) => true,
        Data::Access { left, .. } => matches!(cx.data(*left), Data::Reference(_)),
        _ => false,
    }
}
