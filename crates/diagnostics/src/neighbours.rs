//! Mistakes that the text of a file shows together with other files of the workspace: names that are not defined, or not for it.
//!
//! As with advice, each must be right nearly always. A file for each code.

pub(crate) mod absent_module;
pub(crate) mod discontinued_import;
pub(crate) mod illegal_definition_location;
pub(crate) mod missing_file;
pub(crate) mod private_definition;
pub(crate) mod relative_name;
pub(crate) mod site;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod unknown_fact;
pub(crate) mod unknown_variable;
pub(crate) mod unmatched_collector;
pub(crate) mod unmatched_in_site;
pub(crate) mod unmatched_selector;
pub(crate) mod unrealized_in_site;
pub(crate) mod unrealized_resource;

use std::sync::Arc;

use analysis::{Evaluation, File, Snapshot};
use syntax::{Severity, TextRange};

use crate::Finding;
use crate::advice::Text;
pub(crate) use crate::registry::Rule;
use crate::registry::{self, Code};

/// A file of a workspace as the rules look at it.
pub(crate) struct CodeFile<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    path: Arc<str>,
    text: &'a Text<'a>,
}

/// Returns what is found in a file whose syntax is right.
pub(crate) fn find_all(snapshot: Snapshot<'_>, file: File, text: &Text<'_>) -> Vec<Finding> {
    let here = CodeFile { snapshot, file, path: snapshot.path(file), text };
    let mut found = Vec::new();
    for (_, find) in registry::rules(|it| if let Rule::Neighbours(find) = it { Some(find) } else { None }) {
        find(&here, &mut found);
    }
    found
}

/// Returns what is so on no node of a site, as far as the evaluations of a file show it, without what is `known`.
pub(crate) fn find_in_site(snapshot: Snapshot<'_>, file: File, evaluations: &[Evaluation], known: &[Finding]) -> Vec<Finding> {
    let rules = registry::rules(|it| if let Rule::Site(find) = it { Some(find) } else { None });
    rules.flat_map(|(_, find)| find(snapshot, file, evaluations, known)).collect()
}

impl CodeFile<'_> {
    fn finding(&self, code: Code, severity: Severity, range: TextRange, message: String) -> Finding {
        Finding::plain(self.path.clone(), code, severity, range, message)
    }
}
