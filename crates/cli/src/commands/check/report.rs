//! What a run found, before it is printed.

use std::io::Write;
use std::sync::Arc;

use diagnostics::{Finding, Severity};

use super::failure::Failure;
use crate::exit::Exit;

#[derive(Debug, Default)]
pub struct Report {
    /// Every file that was checked, sorted by path.
    pub files: Vec<FileReport>,
    pub failures: Vec<Failure>,
    pub notes: Vec<Failure>,
}

#[derive(Debug)]
pub struct FileReport {
    pub name: Arc<str>,
    /// Empty where nothing was found.
    pub text: String,
    pub findings: Vec<Finding>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    pub files: usize,
    pub files_with_findings: usize,
    pub errors: usize,
    pub warnings: usize,
    pub hints: usize,
    pub failures: usize,
}

impl Report {
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { files: self.files.len(), failures: self.failures.len(), ..Counts::default() };
        for file in &self.files {
            counts.files_with_findings += usize::from(!file.findings.is_empty());
            for it in &file.findings {
                match it.severity {
                    Severity::Error => counts.errors += 1,
                    Severity::Warning | Severity::Deprecation => counts.warnings += 1,
                    Severity::Hint => counts.hints += 1,
                }
            }
        }
        counts
    }

    pub fn exit(&self, deny_warnings: bool) -> Exit {
        let counts = self.counts();
        if counts.failures > 0 {
            Exit::Failed
        } else if counts.errors > 0 || (deny_warnings && counts.warnings > 0) {
            Exit::Found
        } else {
            Exit::Clean
        }
    }

    /// The last line for people.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let found = if counts.files_with_findings == 0 {
            format!("checked {}: no findings", plural(counts.files, "file"))
        } else {
            let kinds = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.hints, "hint")];
            let kinds: Vec<String> = kinds.into_iter().filter(|(n, _)| *n > 0).map(|(n, name)| plural(n, name)).collect();
            format!("{} in {} of {}", kinds.join(", "), counts.files_with_findings, plural(counts.files, "file"))
        };
        match counts.failures {
            0 => found,
            n => format!("{found}; {} could not be read", plural(n, "input")),
        }
    }

    /// What could not be checked, a line each.
    pub fn write_notes(&self, out: &mut impl Write) {
        for it in &self.notes {
            // There is nobody to tell where standard error is closed.
            let _ = writeln!(out, "bunraku: note: {}: {}", it.path, it.message);
        }
        for it in &self.failures {
            let _ = writeln!(out, "bunraku: {}: {}", it.path, it.message);
        }
    }
}

/// The word for a severity in the formats for machines.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Deprecation => "deprecation",
        Severity::Hint => "hint",
    }
}

fn plural(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}
