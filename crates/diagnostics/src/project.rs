//! Findings in `bunraku.toml`.

use std::path::Path;
use std::sync::Arc;

use settings::{Known, Problem, ProblemKind};
use syntax::Severity;

use crate::registry::{self, codes};
use crate::{Edit, Finding, Fix};

/// All that is wrong with a `bunraku.toml` that lies in `folder`. `file` is how it is shown; `wrong_facts` says what is wrong with a file
/// of facts.
pub fn findings_in_settings(file: &Arc<str>, text: &str, folder: &Path, wrong_facts: &dyn Fn(&Path) -> Option<String>) -> Vec<Finding> {
    let (_, problems) = settings::read(text, folder, Some(&Names::new(wrong_facts)));
    problems.into_iter().map(|it| finding(file, it)).collect()
}

/// Names that settings may contain.
pub struct Names<'a> {
    codes: Vec<&'static str>,
    wrong_facts: &'a dyn Fn(&Path) -> Option<String>,
}

impl<'a> Names<'a> {
    /// `wrong_facts` says what is wrong with a file of facts.
    pub fn new(wrong_facts: &'a dyn Fn(&Path) -> Option<String>) -> Names<'a> {
        Names { codes: registry::names(), wrong_facts }
    }
}

impl Known for Names<'_> {
    fn codes(&self) -> &[&str] {
        &self.codes
    }

    fn system(&self, name: &str) -> Option<(String, Option<String>)> {
        unknown_system(name)
    }

    fn facts(&self, path: &Path) -> Option<String> {
        (self.wrong_facts)(path)
    }
}

/// Error in the name of an operating system, if there is one, and similar names.
pub fn unknown_system(name: &str) -> Option<(String, Option<String>)> {
    if facts::sets::meant(name).is_some() {
        return None;
    }
    let of_system = facts::sets::names_of_system(name);
    let help = if of_system.is_empty() {
        let names: Vec<String> = facts::sets::names().collect();
        let near = syntax::nearest(&name.to_lowercase(), names.iter().map(String::as_str));
        near.map(|it| format!("did you mean `{it}`?"))
    } else {
        Some(format!("there are {}", of_system.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")))
    };
    Some((format!("there are no built-in facts for `{name}`"), help))
}

fn finding(file: &Arc<str>, problem: Problem) -> Finding {
    let (code, severity) = match problem.kind {
        ProblemKind::Invalid => (codes::INVALID_SETTING, Severity::Error),
        ProblemKind::Unknown => (codes::UNKNOWN_SETTING, Severity::Warning),
    };
    let fix = problem.instead.map(|name| Fix {
        title: format!("Write `{name}`"),
        edits: vec![Edit { file: file.clone(), range: problem.range, text: name }],
        sure: false,
    });
    Finding {
        help: problem.help,
        fixes: fix.into_iter().collect(),
        ..Finding::plain(file.clone(), code, severity, problem.range, problem.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_registry() {
        let text = "[levels]\nduplicate-key = 'hint'\nduplicate-kex = 'off'\nsyntax-error = 1\n";
        let found = findings_in_settings(&Arc::from("bunraku.toml"), text, Path::new("/site"), &|_| None);
        let shown: Vec<(&str, &str)> = found.iter().map(|it| (it.code.name, &text[std::ops::Range::<usize>::from(it.range)])).collect();
        assert_eq!(shown, [("unknown-setting", "duplicate-kex"), ("invalid-setting", "1")]);
        assert_eq!(found[0].help.as_deref(), Some("did you mean `duplicate-key`?"));
        assert_eq!(found[0].fixes[0].edits[0].text, "duplicate-key");
    }

    #[test]
    fn systems_are_those_that_there_are_facts_of() {
        let help = |name: &str| unknown_system(name).map(|(_, help)| help.unwrap_or_default());
        assert_eq!(help("debian-12"), None);
        assert_eq!(help("RedHat 9"), None);
        assert_eq!(help("debain-12").as_deref(), Some("did you mean `debian-12`?"));
        assert_eq!(help("plan9").as_deref(), Some(""));
        assert!(help("debian-99").is_some_and(|it| it.starts_with("there are `debian-") && it.contains("`debian-12`")));
    }
}
