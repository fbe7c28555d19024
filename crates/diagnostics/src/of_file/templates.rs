//! A template that cannot be read is one mistake, however often it is called.

use std::collections::HashMap;

use crate::{Finding, Related};

/// Tells of a template with syntax errors at its first call, with the other calls beside it. What is wrong is told in the template.
pub(super) fn once(found: &mut Vec<Finding>) {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut kept: Vec<Finding> = Vec::with_capacity(found.len());
    for finding in found.drain(..) {
        if !finding.message.contains("(): Invalid EPP: ") {
            kept.push(finding);
            continue;
        }
        match first.get(&finding.message).and_then(|at| kept.get_mut(*at)) {
            Some(there) => {
                let message = "it is called here, too".to_owned();
                there.related.push(Related { file: finding.file, range: finding.range, message });
            }
            None => {
                first.insert(finding.message.clone(), kept.len());
                kept.push(finding);
            }
        }
    }
    *found = kept;
}
