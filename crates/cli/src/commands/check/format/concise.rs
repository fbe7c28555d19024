//! One line per finding: `path:line:column: code message`.

use std::io::{self, Write};

use diagnostics::Finding;

use super::groups::groups;
use crate::commands::check::GroupBy;
use crate::commands::check::failure::one_line;
use crate::commands::check::report::{AllLines, Report};

pub fn write(out: &mut impl Write, report: &Report, group_by: Option<GroupBy>) -> io::Result<()> {
    let lines = report.lines();
    for (index, group) in groups(report, group_by).into_iter().enumerate() {
        if let Some(heading) = group.heading {
            writeln!(out, "{}{heading}", if index > 0 { "\n" } else { "" })?;
        }
        for finding in group.findings {
            writeln!(out, "{}", line(finding, &lines))?;
        }
    }
    Ok(())
}

fn line(finding: &Finding, all: &AllLines<'_>) -> String {
    let place = all.file(&finding.file).position(finding.range.start().into());
    let message = finding.full_message();
    let message: Vec<&str> = message.split_whitespace().collect();
    format!("{}:{}:{}: {} {}", finding.file, place.line, place.column, finding.code.name, one_line(&message.join(" ")))
}
