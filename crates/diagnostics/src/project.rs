//! Findings in `bunraku.toml`.

use std::path::Path;
use std::sync::Arc;

use settings::{Problem, ProblemKind};
use syntax::Severity;

use crate::registry::codes;
use crate::registry::own::{INVALID_SETTING, UNKNOWN_SETTING};
use crate::{Edit, Finding, Fix};

/// All that is wrong with a `bunraku.toml` that lies in `folder`. `file` is how it is shown.
pub fn findings_in_settings(file: &Arc<str>, text: &str, folder: &Path) -> Vec<Finding> {
    let codes = codes();
    let (_, problems) = settings::read(text, folder, Some(&codes));
    problems.into_iter().map(|it| finding(file, it)).collect()
}

fn finding(file: &Arc<str>, problem: Problem) -> Finding {
    let (code, severity) = match problem.kind {
        ProblemKind::Invalid => (INVALID_SETTING, Severity::Error),
        ProblemKind::Unknown => (UNKNOWN_SETTING, Severity::Warning),
    };
    let fix = problem.instead.map(|name| Fix {
        title: format!("Write `{name}`"),
        edits: vec![Edit { file: file.clone(), range: problem.range, text: name }],
        sure: false,
    });
    Finding {
        code,
        puppet_code: "",
        severity,
        file: file.clone(),
        range: problem.range,
        message: problem.message,
        help: problem.help,
        related: Vec::new(),
        fixes: fix.into_iter().collect(),
        systems: Vec::new(),
        puppet_place: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_registry() {
        let text = "[levels]\nduplicate-key = 'hint'\nduplicate-kex = 'off'\nsyntax-error = 1\n";
        let found = findings_in_settings(&Arc::from("bunraku.toml"), text, Path::new("/site"));
        let shown: Vec<(&str, &str)> = found.iter().map(|it| (it.code, &text[std::ops::Range::<usize>::from(it.range)])).collect();
        assert_eq!(shown, [("unknown-setting", "duplicate-kex"), ("invalid-setting", "1")]);
        assert_eq!(found[0].help.as_deref(), Some("did you mean `duplicate-key`?"));
        assert_eq!(found[0].fixes[0].edits[0].text, "duplicate-key");
    }
}
