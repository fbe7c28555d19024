//! SARIF 2.1.0, with the fields that puppet-lint gives.

use std::path::{Path, PathBuf};

use lint::State;
use serde_json::{Map, Value, json};

use super::Reported;

pub struct Sarif {
    /// The folder that paths are given from.
    base: PathBuf,
    rules: Vec<Value>,
    names: Vec<String>,
    results: Vec<Value>,
}

impl Sarif {
    /// `first` is the first path of the command line.
    pub fn new(first: &Path) -> Self {
        let folder = if first.is_dir() { first } else { first.parent().unwrap_or(first) };
        // Without `.` and `..`, as files are named.
        let base = folder.components().fold(PathBuf::new(), |mut base, component| {
            match component {
                std::path::Component::CurDir => {}
                std::path::Component::ParentDir => {
                    base.pop();
                }
                other => base.push(other),
            }
            base
        });
        Self { base, rules: Vec::new(), names: Vec::new(), results: Vec::new() }
    }

    pub fn add(&mut self, reported: &Reported<'_>) {
        let problem = reported.problem;
        let index = self.names.iter().position(|it| it == problem.check).unwrap_or_else(|| {
            self.rules.push(rule(reported));
            self.names.push(problem.check.to_owned());
            self.names.len() - 1
        });
        let path =
            Path::new(reported.full_path).strip_prefix(&self.base).map_or(reported.full_path, |it| it.to_str().unwrap_or(reported.path));
        self.results.push(json!({
            "ruleId": problem.check,
            "ruleIndex": index,
            "message": { "text": problem.message },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": path, "uriBaseId": "ROOTPATH" },
                "region": { "startLine": problem.line, "startColumn": problem.column },
            } }],
        }));
    }

    pub fn finish(self) -> Value {
        let base = self.base.to_string_lossy();
        let slash = if base.ends_with('/') { "" } else { "/" };
        json!({
            "$schema": "https://www.schemastore.org/schemas/json/sarif-2.1.0-rtm.5.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "Puppet Lint",
                    "informationUri": "https://github.com/puppetlabs/puppet-lint",
                    "version": "0.15.0",
                    "rules": self.rules,
                } },
                "results": self.results,
                "columnKind": "utf16CodeUnits",
                "originalUriBaseIds": { "ROOTPATH": { "uri": format!("file://{base}{slash}") } },
            }],
        })
    }
}

fn rule(reported: &Reported<'_>) -> Value {
    let problem = reported.problem;
    let check = lint::checks::by_name(problem.check);
    let syntax = (problem.check == lint::SYNTAX).then_some("Check for any syntax error and record an error of each instance found.");
    let mut rule = Map::new();
    rule.insert("id".to_owned(), json!(problem.check));
    if let Some(text) = check.and_then(|it| it.description).or(syntax) {
        rule.insert("fullDescription".to_owned(), json!({ "text": text }));
    }
    if problem.state == State::Open {
        rule.insert("defaultConfiguration".to_owned(), json!({ "level": problem.kind() }));
    }
    if let Some(help) = check.and_then(|it| it.help) {
        rule.insert("helpUri".to_owned(), json!(help));
    }
    Value::Object(rule)
}
