//! A template that cannot be read is one mistake, however often it is called.

use std::collections::HashMap;

use issue::Issue;

use crate::{Finding, Related};

/// Reports a template with syntax errors at its first call, with the other calls as related places. What is wrong is reported in the
/// template.
pub(super) fn merge_calls(found: &mut Vec<Finding>) {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut merged: Vec<Finding> = Vec::with_capacity(found.len());
    for finding in found.drain(..) {
        if !matches!(finding.issue.as_deref(), Some(Issue::InvalidTemplate { .. })) {
            merged.push(finding);
            continue;
        }
        match first.get(&finding.message).and_then(|at| merged.get_mut(*at)) {
            Some(there) => {
                let message = "it is called here, too".to_owned();
                there.related.push(Related { file: finding.file, range: finding.range, message });
            }
            None => {
                first.insert(finding.message.clone(), merged.len());
                merged.push(finding);
            }
        }
    }
    *found = merged;
}
