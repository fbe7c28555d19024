//! SARIF 2.1.0, the format of code scanning.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::BTreeSet;
use std::io::{self, Write};

use diagnostics::{Code, Finding, Fix, Severity};
use serde_json::{Value, json};
use syntax::TextRange;

use crate::commands::check::position::Lines;
use crate::commands::check::report::{AllLines, Report};
use crate::exit::Exit;

pub fn write(out: &mut impl Write, report: &Report, exit: Exit) -> io::Result<()> {
    let codes: BTreeSet<Code> = report.files.iter().flat_map(|it| &it.findings).map(|it| it.code).collect();
    let rules: Vec<Code> = codes.into_iter().collect();
    let lines = report.lines();
    let results: Vec<Value> = report.files.iter().flat_map(|it| &it.findings).map(|it| result(it, &lines, &rules)).collect();
    let failures: Vec<Value> = report.failures.iter().map(|it| notification(&it.path, &it.message)).collect();
    let document = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "bunraku",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "utf16CodeUnits",
            "invocations": [{
                "executionSuccessful": report.failures.is_empty(),
                "exitCode": exit.code(),
                "toolExecutionNotifications": failures,
            }],
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn rule(it: &Code) -> Value {
    json!({
        "id": it.name,
        "shortDescription": { "text": it.title },
        "helpUri": it.url(),
        "help": { "text": it.page, "markdown": it.page },
    })
}

fn result(it: &Finding, all: &AllLines<'_>, rules: &[Code]) -> Value {
    let text = match &it.help {
        Some(help) => format!("{}\n{help}", it.full_message()),
        None => it.full_message(),
    };
    let has_place = all.has(&it.file);
    let mut result = json!({
        "ruleId": it.code.name,
        "level": level(it.severity),
        "message": { "text": text },
        "locations": if has_place { json!([{ "physicalLocation": place(&it.file, it.range, all) }]) } else { json!([]) },
    });
    if let Some(index) = rules.iter().position(|rule| *rule == it.code) {
        result["ruleIndex"] = json!(index);
    }
    let related = it.related.iter().filter(|other| all.has(&other.file)).enumerate().map(
        |(id, other)| json!({ "id": id, "physicalLocation": place(&other.file, other.range, all), "message": { "text": other.message } }),
    );
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    let fixes = it.fixes.iter().filter(|fix| fix.edits.iter().all(|edit| all.has(&edit.file)));
    let fixes: Vec<Value> = fixes.map(|it| fix(it, all)).collect();
    if !fixes.is_empty() {
        result["fixes"] = json!(fixes);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning | Severity::Deprecation => "warning",
        Severity::Hint => "note",
    }
}

fn fix(it: &Fix, all: &AllLines<'_>) -> Value {
    let changes = it.edits.iter().map(|edit| {
        json!({
            "artifactLocation": { "uri": uri(&edit.file) },
            "replacements": [{
                "deletedRegion": region(edit.range, all.file(&edit.file)),
                "insertedContent": { "text": edit.text },
            }],
        })
    });
    json!({ "description": { "text": it.title }, "artifactChanges": changes.collect::<Vec<_>>() })
}

fn place(file: &str, range: TextRange, all: &AllLines<'_>) -> Value {
    json!({ "artifactLocation": { "uri": uri(file) }, "region": region(range, all.file(file)) })
}

fn region(range: TextRange, lines: &Lines<'_>) -> Value {
    let span = lines.span(range);
    json!({
        "startLine": span.start.line,
        "startColumn": span.start.utf16,
        "endLine": span.end.line,
        "endColumn": span.end.utf16,
    })
}

fn notification(path: &str, message: &str) -> Value {
    json!({
        "level": "error",
        "message": { "text": format!("{path}: {message}") },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(path) } } }],
    })
}

/// A path as a URI: relative to the folder of the run, or of the scheme `file`.
fn uri(path: &str) -> String {
    let drive = cfg!(windows) && path.as_bytes().get(1) == Some(&b':');
    let mut uri = match path.starts_with('/') {
        true => String::from("file://"),
        false if drive => String::from("file:///"),
        false => String::new(),
    };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            b':' if drive => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("manifests/init.pp"), "manifests/init.pp");
        assert_eq!(uri("a b/é:%.pp"), "a%20b/%C3%A9%3A%25.pp");
        assert_eq!(uri("/etc/x.pp"), "file:///etc/x.pp");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
