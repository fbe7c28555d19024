//! A table of the codes that were found: how often, and in how many files.

use std::io::{self, Write};

use super::groups::by_code;
use crate::commands::check::report::Report;

pub fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let codes = by_code(report);
    if codes.is_empty() {
        return Ok(());
    }
    let width = codes.iter().map(|it| it.code.name.len()).max().unwrap_or(0).max("code".len());
    writeln!(out, "{:>8}  {:>5}  {:<11}  code", "findings", "files", "level")?;
    for it in codes {
        let row = format!("{:>8}  {:>5}  {:<11}  {:<width$}", it.findings.len(), it.files, it.level(), it.code.name);
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out)
}
