//! Workflow commands of GitHub Actions: a line for each finding, which becomes a note at its place in the changed files.

use std::io::{self, Write};

use diagnostics::Severity;

use crate::commands::check::position::Lines;
use crate::commands::check::report::Report;

pub fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for file in report.files.iter().filter(|it| !it.findings.is_empty()) {
        let lines = Lines::new(&file.text);
        for it in &file.findings {
            let level = match it.severity {
                Severity::Error => "error",
                Severity::Warning | Severity::Deprecation => "warning",
                Severity::Hint => "notice",
            };
            let span = lines.span(it.range);
            write!(out, "::{level} title={}", property(it.code.name))?;
            if !it.file.is_empty() {
                write!(out, ",file={},line={},endLine={}", property(&it.file), span.start.line, span.end.line)?;
            }
            // GitHub refuses columns of a range over several lines.
            if !it.file.is_empty() && span.start.line == span.end.line {
                write!(out, ",col={},endColumn={}", span.start.column, span.end.column)?;
            }
            let help = it.help.as_deref().map(|it| format!("\n{it}")).unwrap_or_default();
            writeln!(out, "::{}", data(&format!("{}{help}", it.full_message())))?;
        }
    }
    for it in &report.failures {
        writeln!(out, "::error file={}::{}", property(&it.path), data(&it.message))?;
    }
    Ok(())
}

fn data(text: &str) -> String {
    let mut escaped = String::new();
    for it in text.chars() {
        match it {
            '%' => escaped.push_str("%25"),
            '\r' => escaped.push_str("%0D"),
            '\n' => escaped.push_str("%0A"),
            // The log is shown by a terminal that takes commands.
            it if it.is_control() => escaped.extend(it.escape_default()),
            it => escaped.push(it),
        }
    }
    escaped
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("50%:\r\n::error::x"), "50%25:%0D%0A::error::x");
        assert_eq!(data("\u{1b}[31m"), "\\u{1b}[31m");
        assert_eq!(property("C:a,b%.pp"), "C%3Aa%2Cb%25.pp");
    }
}
