//! A report for Code Climate.

use lint::{Severity, State};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

use super::Reported;

#[derive(Default)]
pub struct Climate(Vec<Value>);

impl Climate {
    pub fn add(&mut self, reported: &Reported<'_>) {
        let problem = reported.problem;
        if problem.state != State::Open {
            return;
        }
        let severity = match problem.severity {
            Severity::Warning => "minor",
            Severity::Error => "major",
        };
        let line = problem.line;
        let mut issue = json!({
            "type": "issue",
            "check_name": problem.check,
            "description": problem.message,
            "categories": ["Style"],
            "severity": severity,
            "location": { "path": reported.path, "lines": { "begin": line, "end": line } },
        });
        let digest = Sha1::digest(issue.to_string().as_bytes());
        let fingerprint: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        issue["fingerprint"] = fingerprint.into();
        if let Some(check) = lint::checks::by_name(problem.check)
            && let (Some(description), Some(help)) = (check.description, check.help)
        {
            let description = description.strip_suffix('.').unwrap_or(description);
            let name = check.name;
            issue["content"] = format!("{description}. See [this page]({help}) for more information about the `{name}` check.").into();
        }
        self.0.push(issue);
    }

    pub fn finish(self) -> Value {
        Value::Array(self.0)
    }
}
