//! What a text tells together with the files around it: names of what is not there, or not meant for it.
//!
//! As with advice, each must be right nearly always. A file for each code.

mod absent_module;
mod discontinued_import;
mod illegal_definition_location;
mod missing_file;
mod private_definition;
mod relative_name;
mod site;
#[cfg(test)]
pub(crate) mod tests;
mod unknown_fact;
pub(crate) mod unmatched_collector;
pub(crate) mod unmatched_in_site;
mod unmatched_selector;
pub(crate) mod unrealized_in_site;
mod unrealized_resource;

use std::sync::Arc;

use analysis::{File, Snapshot};
use settings::Level;
use syntax::{Severity, TextRange};

use crate::Finding;
use crate::advice::Text;

/// A code, how bad it is where no settings say so, and what looks for it.
pub(crate) struct Rule {
    pub code: &'static str,
    /// Nothing where each finding says it itself.
    pub level: Option<Level>,
    find: fn(&Here<'_>, &mut Vec<Finding>),
}

pub(crate) static RULES: &[Rule] = &[
    absent_module::RULE,
    discontinued_import::RULE,
    illegal_definition_location::RULE,
    missing_file::RULE,
    private_definition::RULE,
    relative_name::RULE,
    unknown_fact::RULE,
    unmatched_collector::RULE,
    unmatched_selector::RULE,
    unrealized_resource::RULE,
];

/// A file of a workspace as the rules look at it.
struct Here<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    path: Arc<str>,
    text: &'a Text<'a>,
}

/// What is found in a file whose syntax is right.
pub(crate) fn around(snapshot: Snapshot<'_>, file: File, text: &Text<'_>) -> Vec<Finding> {
    let here = Here { snapshot, file, path: snapshot.path(file), text };
    let mut found = Vec::new();
    for rule in RULES {
        (rule.find)(&here, &mut found);
    }
    found
}

impl Here<'_> {
    fn finding(&self, code: &'static str, severity: Severity, range: TextRange, message: String) -> Finding {
        plain(self.path.clone(), code, severity, range, message)
    }
}

/// A finding that says no more than its message.
fn plain(file: Arc<str>, code: &'static str, severity: Severity, range: TextRange, message: String) -> Finding {
    Finding {
        code,
        puppet_code: "",
        severity,
        file,
        range,
        message,
        help: None,
        related: Vec::new(),
        fixes: Vec::new(),
        systems: Vec::new(),
        puppet_place: None,
    }
}
