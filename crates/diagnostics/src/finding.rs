//! One mistake, and what has to do with it.

use std::sync::Arc;

use issue::Issue;
use syntax::{Place, Problem, Severity, TextRange, TextSize};

use crate::registry::{Code, codes};

/// One mistake in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The code, as `duplicate-key`.
    pub code: Code,
    /// Puppet's name of the issue; empty where Puppet has none.
    pub puppet_code: &'static str,
    pub severity: Severity,
    /// The file as it is shown to people; empty where it is in none.
    pub file: Arc<str>,
    /// Range to underline.
    pub range: TextRange,
    /// Message; Puppet's own words where it has some.
    pub message: String,
    /// Help: what to do about it.
    pub help: Option<String>,
    /// Other places that have to do with it, in this file or others.
    pub related: Vec<Related>,
    /// Fixes, the best one first.
    pub fixes: Vec<Fix>,
    /// The names of the fact sets for which it holds; none where it holds for all.
    pub systems: Vec<Arc<str>>,
    /// Where Puppet says that the mistake is; nothing where it names the file only.
    pub puppet_place: Option<TextSize>,
    /// The issue as data, where an evaluation has found it.
    pub issue: Option<Arc<Issue>>,
}

/// A place that has to do with a finding, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub file: Arc<str>,
    pub range: TextRange,
    pub message: String,
}

/// A change of texts that takes a finding away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Title in a menu.
    pub title: String,
    pub edits: Vec<Edit>,
    /// It cannot change what is meant, so that it may be made without asking.
    pub sure: bool,
}

/// A range of a text, and what comes in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub file: Arc<str>,
    pub range: TextRange,
    pub text: String,
}

impl Finding {
    /// Whether another one reports the same mistake.
    pub fn is_same(&self, other: &Finding) -> bool {
        (self.code, &self.file, self.range, &self.message) == (other.code, &other.file, other.range, &other.message)
    }

    /// Returns a finding that says no more than its message.
    pub fn plain(file: Arc<str>, code: Code, severity: Severity, range: TextRange, message: String) -> Finding {
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
            issue: None,
        }
    }

    /// The path of the template that has syntax errors, of a call that fails because of them.
    pub fn invalid_template(&self) -> Option<&str> {
        match self.issue.as_deref() {
            Some(Issue::InvalidTemplate { place, .. }) => place.file.as_deref(),
            _ => None,
        }
    }

    /// The path of the template that raised an exception, of a call that fails because of that.
    pub fn failed_template(&self) -> Option<&str> {
        self.issue.as_deref()?.failed_template()?.0.file.as_deref()
    }

    /// Returns the finding of a problem of the parser or the validation.
    pub fn new(file: Arc<str>, problem: &Problem) -> Finding {
        let puppet_place = match problem.puppet_place {
            Place::Same => Some(problem.range.start()),
            Place::At(offset) => Some(offset),
            Place::None => None,
        };
        let related = problem.related.iter();
        let related = related.map(|(range, message)| Related { file: file.clone(), range: *range, message: message.clone() }).collect();
        Finding {
            puppet_code: problem.code.puppet(),
            help: problem.help.clone(),
            related,
            puppet_place,
            ..Finding::plain(file, codes::of_problem(problem.code), problem.severity, problem.range, problem.message.clone())
        }
    }

    /// Message with the systems that it is for, if not for all.
    pub fn full_message(&self) -> String {
        match self.systems.as_slice() {
            [] => self.message.clone(),
            systems => format!("{} (on {})", self.message, systems.join(", ")),
        }
    }

    /// The same, and what to do about it: for a place that holds one text only.
    pub fn text(&self) -> String {
        match &self.help {
            Some(help) => format!("{}\n{help}", self.full_message()),
            None => self.full_message(),
        }
    }

    /// An error stops Puppet; everything else does not.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
