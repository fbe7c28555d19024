//! One mistake in one file.

use std::sync::Arc;

use syntax::{Place, Problem, Severity, TextRange, TextSize};

/// One mistake in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The stable code, as `duplicate-key`.
    pub code: &'static str,
    /// Puppet's name of the issue; empty where Puppet has none.
    pub puppet_code: &'static str,
    pub severity: Severity,
    /// The file as it is shown to people.
    pub file: Arc<str>,
    /// What to underline.
    pub range: TextRange,
    /// What is wrong; Puppet's own words where it has some.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places in the file that have to do with it.
    pub related: Vec<Related>,
    /// Where Puppet says that the mistake is; nothing where it names the file only.
    pub puppet_place: Option<TextSize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub range: TextRange,
    pub message: String,
}

impl Finding {
    pub fn new(file: Arc<str>, problem: &Problem) -> Finding {
        let puppet_place = match problem.puppet_place {
            Place::Same => Some(problem.range.start()),
            Place::At(offset) => Some(offset),
            Place::None => None,
        };
        let related = problem.related.iter().map(|(range, message)| Related { range: *range, message: message.clone() });
        Finding {
            code: problem.code.name(),
            puppet_code: problem.code.puppet(),
            severity: problem.severity,
            file,
            range: problem.range,
            message: problem.message.clone(),
            help: problem.help.clone(),
            related: related.collect(),
            puppet_place,
        }
    }

    /// An error stops Puppet; everything else does not.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
