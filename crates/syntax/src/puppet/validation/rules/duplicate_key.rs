//! A key that a hash has already. How bad that is follows the `strict` setting.

use std::collections::HashMap;

use crate::Code;
use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::Checker;
use crate::puppet::validation::literal::literal;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, hash: NodeId) {
    let Data::Hash { entries } = cx.data(hash) else { return };
    let mut seen: HashMap<_, NodeId> = HashMap::new();
    for entry in entries {
        let Data::Entry { key, .. } = cx.data(*entry) else { continue };
        let Some(key) = literal(cx.model, *key) else { continue };
        let text = key.to_s();
        let first = *seen.entry(key).or_insert(*entry);
        if first != *entry
            && let Some(severity) = cx.severity_of_strict()
        {
            cx.accept(Code::DuplicateKey, severity, *entry, format!("The key '{text}' is declared more than once"));
            cx.see(first, "the key is declared here already");
        }
    }
}
