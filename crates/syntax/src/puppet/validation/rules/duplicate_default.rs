//! A second `default` in a case or selector.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check_case(cx: &mut Checker<'_>, case: NodeId) {
    let Data::Case { options, .. } = cx.data(case) else { return };
    let mut found = None;
    for option in options {
        let Data::CaseOption { values, .. } = cx.data(*option) else { continue };
        for value in values.iter().filter(|v| matches!(cx.model.data(**v), Data::Default)) {
            match found {
                Some(first) => refuse(cx, *value, first, case),
                None => found = Some(*value),
            }
        }
    }
}

pub(in crate::puppet::validation) fn check_selector(cx: &mut Checker<'_>, selector: NodeId) {
    let Data::Selector { selectors, .. } = cx.data(selector) else { return };
    let defaults = selectors.iter().filter_map(|s| match cx.model.data(*s) {
        Data::SelectorEntry { matching, .. } if matches!(cx.model.data(*matching), Data::Default) => Some(*matching),
        _ => None,
    });
    if let [first, second, ..] = *defaults.collect::<Vec<_>>() {
        refuse(cx, second, first, selector);
    }
}

fn refuse(cx: &mut Checker<'_>, value: NodeId, first: NodeId, holder: NodeId) {
    let holder = label::label(cx.model, holder);
    cx.error(Code::DuplicateDefault, value, format!("This {holder} already has a 'default' entry - this is a duplicate"));
    cx.see(first, "the first `default` is here");
}
