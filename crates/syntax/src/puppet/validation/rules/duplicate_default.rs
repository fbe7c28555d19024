//! A second `default` in a case or selector.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;

pub(in crate::puppet::validation) fn check_case(cx: &mut Checker<'_>, case: NodeId) {
    let Data::Case { options, .. } = cx.data(case) else { return };
    let mut found = false;
    for option in options {
        let Data::CaseOption { values, .. } = cx.data(*option) else { continue };
        for value in values.iter().filter(|v| matches!(cx.model.data(**v), Data::Default)) {
            if found {
                refuse(cx, *value, case);
            }
            found = true;
        }
    }
}

pub(in crate::puppet::validation) fn check_selector(cx: &mut Checker<'_>, selector: NodeId) {
    let Data::Selector { selectors, .. } = cx.data(selector) else { return };
    let defaults = selectors.iter().filter_map(|s| match cx.model.data(*s) {
        Data::SelectorEntry { matching, .. } if matches!(cx.model.data(*matching), Data::Default) => Some(*matching),
        _ => None,
    });
    if let Some(second) = defaults.collect::<Vec<_>>().get(1).copied() {
        refuse(cx, second, selector);
    }
}

fn refuse(cx: &mut Checker<'_>, value: NodeId, holder: NodeId) {
    let holder = label::label(cx.model, holder);
    cx.error(Code::DuplicateDefault, value, format!("This {holder} already has a 'default' entry - this is a duplicate"));
}
