//! GitLab's report of code quality: an array of one object for each finding.
//!
//! <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>

use std::io::{self, Write};

use diagnostics::{Finding, Severity};
use serde_json::{Value, json};

use crate::commands::check::fingerprint::{Key, Names};
use crate::commands::check::position::Lines;
use crate::commands::check::report::Report;

pub fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let mut names = Names::default();
    let mut issues = Vec::new();
    for file in report.files.iter().filter(|it| !it.findings.is_empty()) {
        let lines = Lines::new(&file.text);
        issues.extend(file.findings.iter().map(|it| issue(it, &lines, names.name(Key::new(it, &it.file, &lines)))));
    }
    for it in &report.failures {
        let key = Key { file: it.path.clone(), code: "read".to_owned(), line: it.message.clone() };
        issues.push(json!({
            "description": it.message,
            "check_name": "read",
            "fingerprint": names.name(key),
            "severity": "blocker",
            "location": { "path": it.path, "lines": { "begin": 1 } },
        }));
    }
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    writeln!(out)
}

fn issue(it: &Finding, lines: &Lines<'_>, fingerprint: String) -> Value {
    let span = lines.span(it.range);
    json!({
        "description": it.full_message(),
        "check_name": it.code.name,
        "fingerprint": fingerprint,
        "severity": match it.severity {
            Severity::Error => "major",
            Severity::Warning | Severity::Deprecation => "minor",
            Severity::Hint => "info",
        },
        "location": { "path": &*it.file, "lines": { "begin": span.start.line, "end": span.end.line } },
    })
}
