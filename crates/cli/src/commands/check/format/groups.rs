//! Findings in groups, for `--group-by`.

use std::collections::{BTreeMap, HashSet};

use diagnostics::{Code, Finding, Severity};

use crate::commands::check::GroupBy;
use crate::commands::check::report::{Report, plural, severity_name};

/// Findings that are printed together.
pub struct Group<'a> {
    pub heading: Option<String>,
    pub findings: Vec<&'a Finding>,
}

/// Returns the findings in the order in which they are printed.
pub fn groups(report: &Report, group_by: Option<GroupBy>) -> Vec<Group<'_>> {
    match group_by {
        None => vec![Group { heading: None, findings: report.findings().collect() }],
        Some(GroupBy::File) => {
            let files = report.files.iter().filter(|it| !it.findings.is_empty());
            files
                .map(|it| {
                    let heading = format!("{}: {}", it.name, plural(it.findings.len(), "finding"));
                    Group { heading: Some(heading), findings: it.findings.iter().collect() }
                })
                .collect()
        }
        Some(GroupBy::Code) => {
            fn group(it: CodeCount<'_>) -> Group<'_> {
                let heading = format!("{}: {} in {}", it.code, plural(it.findings.len(), "finding"), plural(it.files, "file"));
                Group { heading: Some(heading), findings: it.findings }
            }
            by_code(report).into_iter().map(group).collect()
        }
    }
}

/// The findings of one code.
pub struct CodeCount<'a> {
    pub code: Code,
    /// The worst level of them.
    pub severity: Severity,
    pub findings: Vec<&'a Finding>,
    pub files: usize,
}

impl CodeCount<'_> {
    pub fn level(&self) -> &'static str {
        severity_name(self.severity)
    }
}

/// Returns the codes that were found: the worst first, then the most frequent.
pub fn by_code(report: &Report) -> Vec<CodeCount<'_>> {
    let mut found: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in report.findings() {
        found.entry(finding.code.name).or_default().push(finding);
    }
    let mut codes: Vec<CodeCount<'_>> = found.into_values().filter_map(count).collect();
    codes.sort_by_key(|it| (rank(it.severity), std::cmp::Reverse(it.findings.len())));
    codes
}

fn count(findings: Vec<&Finding>) -> Option<CodeCount<'_>> {
    let worst = findings.iter().min_by_key(|it| rank(it.severity))?;
    let files: HashSet<&str> = findings.iter().map(|it| &*it.file).collect();
    Some(CodeCount { code: worst.code, severity: worst.severity, files: files.len(), findings })
}

fn rank(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Deprecation => 2,
        Severity::Hint => 3,
    }
}
