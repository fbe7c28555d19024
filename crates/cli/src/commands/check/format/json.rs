//! One JSON document. It is stable: members may be added, and none goes or changes its meaning within a version.

use std::io::{self, Write};

use diagnostics::Finding;
use serde::Serialize;

use crate::commands::check::position::{Lines, Position, Span};
use crate::commands::check::report::{Counts, Report, severity_name};

const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    summary: Counts,
    findings: Vec<JsonFinding<'a>>,
    failures: Vec<JsonFailure<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    code: &'a str,
    severity: &'a str,
    file: &'a str,
    range: Span,
    message: &'a str,
    help: Option<&'a str>,
    related: Vec<JsonRelated<'a>>,
    puppet: JsonPuppet<'a>,
    url: Option<String>,
}

#[derive(Serialize)]
struct JsonRelated<'a> {
    range: Span,
    message: &'a str,
}

/// What Puppet itself says.
#[derive(Serialize)]
struct JsonPuppet<'a> {
    code: Option<&'a str>,
    place: Option<Position>,
}

#[derive(Serialize)]
struct JsonFailure<'a> {
    path: &'a str,
    message: &'a str,
}

pub fn write(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let mut findings = Vec::new();
    for file in &report.files {
        if !file.findings.is_empty() {
            let lines = Lines::new(&file.text);
            findings.extend(file.findings.iter().map(|it| finding(it, &lines)));
        }
    }
    let failures = report.failures.iter().map(|it| JsonFailure { path: &it.path, message: &it.message }).collect();
    let document = Document { version: VERSION, summary: report.counts(), findings, failures };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn finding<'a>(it: &'a Finding, lines: &Lines) -> JsonFinding<'a> {
    let related = it.related.iter().filter(|other| other.file == it.file);
    let related = related.map(|it| JsonRelated { range: lines.span(it.range), message: &it.message });
    JsonFinding {
        code: it.code,
        severity: severity_name(it.severity),
        file: &it.file,
        range: lines.span(it.range),
        message: &it.message,
        help: it.help.as_deref(),
        related: related.collect(),
        puppet: JsonPuppet {
            code: Some(it.puppet_code).filter(|it| !it.is_empty()),
            place: it.puppet_place.map(|it| lines.position(it.into())),
        },
        url: diagnostics::find(it.code).map(|it| it.url()),
    }
}
