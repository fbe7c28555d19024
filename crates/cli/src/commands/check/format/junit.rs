//! JUnit's XML: a suite for each file, a case for each finding, a passed one where there is none.
//!
//! A case has failed if its finding makes the exit code non-zero. Other findings are passed cases that print the finding.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as JunitReport, TestCase, TestCaseStatus, TestSuite};

use crate::commands::check::position::Lines;
use crate::commands::check::report::{Report, severity_name};

pub fn write(out: &mut impl Write, report: &Report, deny_warnings: bool) -> io::Result<()> {
    let mut junit = JunitReport::new("bunraku check");
    for file in &report.files {
        let mut suite = TestSuite::new(&*file.name);
        if file.findings.is_empty() {
            suite.add_test_case(TestCase::new("check", TestCaseStatus::success()));
        }
        let lines = Lines::new(&file.text);
        for it in &file.findings {
            let place = lines.position(it.range.start().into());
            let help = it.help.as_deref().map(|it| format!("\n{it}")).unwrap_or_default();
            let text = format!("{}:{}:{}: {}{help}", file.name, place.line, place.column, it.full_message());
            let name = format!("{} at {}:{}", it.code, place.line, place.column);
            let mut case = if report.fails(it, deny_warnings) {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_type(severity_name(it.severity)).set_message(it.full_message()).set_description(text);
                TestCase::new(name, status)
            } else {
                let mut case = TestCase::new(name, TestCaseStatus::success());
                case.set_system_out(format!("{}: {text}", severity_name(it.severity)));
                case
            };
            case.set_classname(&*file.name);
            suite.add_test_case(case);
        }
        junit.add_test_suite(suite);
    }
    for it in &report.failures {
        let mut suite = TestSuite::new(it.path.as_str());
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(it.message.as_str());
        suite.add_test_case(TestCase::new("read", status));
        junit.add_test_suite(suite);
    }
    junit.serialize(&mut *out).map_err(io::Error::other)?;
    Ok(())
}
