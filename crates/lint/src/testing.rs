//! Common code of the tests of the checks.

use std::fmt::Write;

use expect_test::Expect;

use crate::{Configuration, Report, Source};

/// Runs one check over a text that lies at `/code/modules/m/manifests/init.pp`.
pub fn report(check: &str, text: &str, fix: bool) -> Report {
    let mut configuration = Configuration::default();
    configuration.enable_only(&[check]);
    assert!(configuration.is_enabled(check), "there is no check {check}");
    let source = Source { text, path: "m/manifests/init.pp", full_path: "/code/modules/m/manifests/init.pp" };
    if fix { crate::fix(source, &configuration) } else { crate::lint(source, &configuration) }
}

/// Expects the problems of a check: a line for each.
pub fn check(check: &str, text: &str, expected: Expect) {
    let mut out = String::new();
    for problem in report(check, text, false).problems {
        let _ = writeln!(out, "{}:{}: {}: {}", problem.line, problem.column, problem.kind(), problem.message);
    }
    expected.assert_eq(&out);
}

/// Expects the text that a check's fixes make.
pub fn fixes(check: &str, text: &str, expected: &str) {
    assert_eq!(report(check, text, true).fixed.as_deref(), Some(expected));
}
