//! One JSON document. It is stable: members may be added, and none goes or changes its meaning within a version.

use std::io::{self, Write};

use diagnostics::{Edit, Finding, Fix};
use serde::Serialize;

use crate::commands::check::position::{Position, Span};
use crate::commands::check::report::{AllLines, Counts, Report, severity_name};

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
    fixes: Vec<JsonFix<'a>>,
    /// The systems for which it holds; none where it holds for all.
    systems: Vec<&'a str>,
    puppet: JsonPuppet<'a>,
    url: Option<String>,
}

#[derive(Serialize)]
struct JsonRelated<'a> {
    file: &'a str,
    range: Span,
    message: &'a str,
}

#[derive(Serialize)]
struct JsonFix<'a> {
    title: &'a str,
    sure: bool,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    file: &'a str,
    range: Span,
    text: &'a str,
}

/// Puppet's own report.
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
    let lines = report.lines();
    let findings = report.files.iter().flat_map(|it| &it.findings).map(|it| finding(it, &lines)).collect();
    let failures = report.failures.iter().map(|it| JsonFailure { path: &it.path, message: &it.message }).collect();
    let document = Document { version: VERSION, summary: report.counts(), findings, failures };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn finding<'a>(it: &'a Finding, all: &AllLines<'_>) -> JsonFinding<'a> {
    let related = it.related.iter().filter(|other| all.has(&other.file));
    let related = related.map(|it| JsonRelated { file: &it.file, range: all.file(&it.file).span(it.range), message: &it.message });
    let lines = all.file(&it.file);
    JsonFinding {
        code: it.code.name,
        severity: severity_name(it.severity),
        file: &it.file,
        range: lines.span(it.range),
        message: &it.message,
        help: it.help.as_deref(),
        related: related.collect(),
        fixes: it.fixes.iter().filter(|fix| fix.edits.iter().all(|edit| all.has(&edit.file))).map(|it| fix(it, all)).collect(),
        systems: it.systems.iter().map(|it| &**it).collect(),
        puppet: JsonPuppet {
            code: Some(it.puppet_code).filter(|it| !it.is_empty()),
            place: it.puppet_place.map(|it| lines.position(it.into())),
        },
        url: Some(it.code.url()),
    }
}

fn fix<'a>(it: &'a Fix, all: &AllLines<'_>) -> JsonFix<'a> {
    let edit = |it: &'a Edit| JsonEdit { file: &it.file, range: all.file(&it.file).span(it.range), text: &it.text };
    JsonFix { title: &it.title, sure: it.sure, edits: it.edits.iter().map(edit).collect() }
}
