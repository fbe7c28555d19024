//! All findings of one file.

use std::sync::Arc;

use syntax::{Autoload, Dialect, ParseOptions, Severity, Strict, ValidateOptions};

use crate::Finding;
use crate::advice::{self, Text};

/// Input of a check besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    pub dialect: Dialect,
    /// Puppet's `strict` setting.
    pub strict: Strict,
    /// Puppet's `tasks` setting.
    pub tasks: bool,
    /// Definitions that the file may hold, if it lies where modules are loaded from.
    pub autoload: Option<Autoload>,
}

/// Reads a text and says all that is wrong with it, in the order of the text. No tree is made of it unless a finding needs one.
pub fn check(file: &Arc<str>, text: &str, options: &CheckOptions) -> Vec<Finding> {
    let CheckOptions { dialect, strict, tasks, autoload } = options.clone();
    let read = ParseOptions { dialect, tasks };
    let (model, mut problems) = syntax::parse_model(text, read);
    let is_read = problems.iter().all(|it| it.severity != Severity::Error);
    if is_read {
        problems.extend(syntax::validate_model(&model, &ValidateOptions { strict, tasks, autoload }));
    }
    let mut findings: Vec<Finding> = problems.iter().map(|it| Finding::new(file.clone(), it)).collect();
    let model = Arc::new(model);
    crate::fixes::add_fixes(&mut findings, text, options.autoload.as_ref(), || model.clone());
    // What is half written means nothing yet.
    if is_read {
        findings.extend(advice::find_all(file, &Text::new(text, read, model)));
    }
    // Of two findings at one place the one that Puppet meets first stays first.
    findings.sort_by_key(|it| it.range.start());
    findings
}
