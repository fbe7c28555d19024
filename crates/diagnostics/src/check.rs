//! All findings of one file.

use std::sync::Arc;

use syntax::{Autoload, Dialect, Parse, ParseOptions, Severity, Strict, ValidateOptions};

use crate::Finding;
use crate::advice::advice;

/// What a check must know beyond the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    pub dialect: Dialect,
    /// Puppet's `strict` setting.
    pub strict: Strict,
    /// Puppet's `tasks` setting.
    pub tasks: bool,
    /// What the file may define, if it lies where modules are loaded from.
    pub autoload: Option<Autoload>,
}

/// Parses a text and says all that is wrong with it, in the order of the text.
pub fn check(file: &Arc<str>, text: &str, options: &CheckOptions) -> Vec<Finding> {
    let parse = syntax::parse(text, ParseOptions { dialect: options.dialect, tasks: options.tasks });
    let validate = ValidateOptions { strict: options.strict, tasks: options.tasks, autoload: options.autoload.clone() };
    findings(file, &parse, &validate)
}

/// All that is wrong with a parsed text, in the order of the text.
pub fn findings(file: &Arc<str>, parse: &Parse, options: &ValidateOptions) -> Vec<Finding> {
    let validated = syntax::validate(parse, options);
    let problems = parse.problems().iter().chain(&validated);
    let mut findings: Vec<Finding> = problems.map(|it| Finding::new(file.clone(), it)).collect();
    crate::negation::explain(&mut findings, parse);
    // What is half written means nothing yet.
    if parse.problems().iter().all(|it| it.severity != Severity::Error) {
        findings.extend(advice(file, parse));
    }
    // Of two findings at one place the one that Puppet meets first stays first.
    findings.sort_by_key(|it| it.range.start());
    findings
}
