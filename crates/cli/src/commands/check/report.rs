//! Report of a run, before it is printed.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::Arc;

use diagnostics::{Finding, Severity};

use super::failure::InputError;
use super::position::Lines;
use crate::exit::Exit;

#[derive(Debug, Default)]
pub struct Report {
    /// Every file that was checked, sorted by path.
    pub files: Vec<FileReport>,
    pub failures: Vec<InputError>,
    pub notes: Vec<InputError>,
    /// Whether errors of puppet-lint count as warnings, because no settings ask for lint.
    pub lowers_lint: bool,
    /// Result of `--fix`.
    pub fixed: Fixed,
    /// How many findings were left out because the baseline has them.
    pub baseline_known: usize,
    /// How many findings of the baseline are found no more.
    pub baseline_gone: usize,
    /// How many files depend on what is not known, so that nothing is reported of them.
    pub undecided: usize,
    /// How many findings were written to a baseline, if one was.
    pub baseline_written: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    pub fixes: usize,
    pub files: usize,
}

#[derive(Debug)]
pub struct FileReport {
    pub name: Arc<str>,
    pub text: Arc<str>,
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
    /// Adds the report of other files.
    pub fn add(&mut self, other: Report) {
        let known: HashSet<Arc<str>> = self.files.iter().map(|it| it.name.clone()).collect();
        let is_merged = !known.is_empty() && !other.files.is_empty();
        self.files.extend(other.files.into_iter().filter(|it| !known.contains(&it.name)));
        if is_merged {
            // Findings in settings come last.
            self.files.sort_by_key(|it| (it.name.ends_with(settings::FILE_NAME), it.name.clone()));
        }
        self.failures.extend(other.failures);
        self.failures.sort();
        self.failures.dedup();
        self.notes.extend(other.notes);
        self.lowers_lint |= other.lowers_lint;
        self.undecided += other.undecided;
    }

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
        if !self.failures.is_empty() {
            Exit::Failed
        } else if self.findings().any(|it| self.fails(it, deny_warnings)) {
            Exit::Found
        } else {
            Exit::Clean
        }
    }

    /// Returns whether a finding makes the exit code non-zero.
    pub fn fails(&self, finding: &Finding, deny_warnings: bool) -> bool {
        let counts = match finding.severity {
            Severity::Error => true,
            Severity::Warning | Severity::Deprecation => deny_warnings,
            Severity::Hint => false,
        };
        counts && self.baseline_written.is_none()
    }

    /// Returns all findings, by file and place.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|it| &it.findings)
    }

    /// The last line for people.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let found = if counts.files == 0 && counts.failures == 0 {
            "no files to check".to_owned()
        } else if counts.files_with_findings == 0 {
            format!("checked {}: no findings", plural(counts.files, "file"))
        } else {
            let kinds = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.hints, "hint")];
            let kinds: Vec<String> = kinds.into_iter().filter(|(n, _)| *n > 0).map(|(n, name)| plural(n, name)).collect();
            format!("{} in {} of {}", kinds.join(", "), counts.files_with_findings, plural(counts.files, "file"))
        };
        let mut parts = vec![found];
        if self.fixed.fixes > 0 {
            parts.push(format!("{} fixed in {}", plural(self.fixed.fixes, "finding"), plural(self.fixed.files, "file")));
        }
        if self.baseline_known > 0 {
            parts.push(format!("{} known", plural(self.baseline_known, "finding")));
        }
        if let Some(n) = self.baseline_written {
            parts.push(format!("{} written to the baseline", plural(n, "finding")));
        }
        if self.undecided > 0 {
            parts.push(format!("{} not analysed", plural(self.undecided, "file")));
        }
        if counts.failures > 0 {
            parts.push(format!("{} could not be read", plural(counts.failures, "input")));
        }
        parts.join("; ")
    }

    /// The lines of every file that has to do with a finding.
    pub fn lines(&self) -> AllLines<'_> {
        let mut named: HashSet<&str> = HashSet::new();
        for finding in self.findings() {
            named.insert(&finding.file);
            named.extend(finding.related.iter().map(|it| &*it.file));
            named.extend(finding.fixes.iter().flat_map(|it| &it.edits).map(|it| &*it.file));
        }
        let files = self.files.iter().filter(|it| named.contains(&*it.name));
        AllLines { by_file: files.map(|it| (&*it.name, Lines::new(&it.text))).collect(), none: Lines::new("") }
    }

    /// Writes a line for each input that could not be checked.
    pub fn write_notes(&self, out: &mut impl Write) {
        for it in &self.notes {
            // A closed standard error is no failure.
            let _ = writeln!(out, "bunraku: note: {}: {}", it.path, it.message);
        }
        if self.baseline_gone > 0 {
            let outdated = plural(self.baseline_gone, "finding");
            let _ = writeln!(out, "bunraku: note: {outdated} of the baseline no longer found: `--write-baseline` removes them");
        }
        for it in &self.failures {
            let _ = writeln!(out, "bunraku: {}: {}", it.path, it.message);
        }
    }
}

/// The lines of files, by their names.
pub struct AllLines<'a> {
    by_file: HashMap<&'a str, Lines<'a>>,
    none: Lines<'a>,
}

impl<'a> AllLines<'a> {
    /// The lines of a file; of one that was not read, none.
    pub fn file(&self, file: &str) -> &Lines<'a> {
        self.by_file.get(file).unwrap_or(&self.none)
    }

    pub fn has(&self, file: &str) -> bool {
        self.by_file.contains_key(file)
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

/// Returns a number with its noun, as `2 files`.
pub fn plural(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}
