//! The text of a heredoc that is not in the syntax that its tag names.

use crate::puppet::model::{Data, NodeId};
use crate::puppet::validation::{Checker, json};
use crate::{Code, Dialect, ParseOptions, Severity};

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, syntax: &str, text: NodeId) {
    // Text with interpolations is known when it is evaluated only.
    let Data::String(value) = cx.data(text) else { return };
    // Of `a+b+json` the most specific syntax that is known counts: the whole, then without its first parts.
    let mut name = syntax;
    let found = loop {
        match name {
            "json" => break json::check(value).map(|m| (Code::InvalidHeredocJson, json_message(&m))),
            "pp" => break code(value, Dialect::Manifest).map(|m| (Code::InvalidHeredocPuppet, message("PP", &m))),
            "epp" => break code(value, Dialect::Epp).map(|m| (Code::InvalidHeredocEpp, message("EPP", &m))),
            "base64" => break base64(value).map(|m| (Code::InvalidHeredocBase64, format!("Base64 syntax checker: {m}"))),
            _ => match name.split_once('+') {
                Some((_, rest)) => name = rest,
                None => break None,
            },
        }
    };
    if let Some((code, detail)) = found {
        cx.fatal(code, text, format!("Invalid produced text having syntax: '{syntax}'. {detail}"));
    }
}

fn message(checker: &str, detail: &str) -> String {
    format!("{checker} syntax checker: \"{}\"", cap(detail, 500))
}

fn json_message(detail: &str) -> String {
    format!("JSON syntax checker: Cannot parse invalid JSON string. \"{}\"", cap(detail, 100))
}

fn cap(text: &str, max: usize) -> String {
    let text: String = text.chars().take(max).collect();
    text.replace("\r\n", "\\n").replace('\n', "\\n")
}

/// Puppet's error for code in a heredoc.
fn code(text: &str, dialect: Dialect) -> Option<String> {
    let parse = crate::parse(text, ParseOptions { dialect, tasks: false });
    let place = |offset: usize| {
        let before = text.get(..offset).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        format!(" (line: {line}, column: {column})")
    };
    if let Some(problem) = parse.problems().iter().find(|p| p.severity == Severity::Error) {
        let at = match problem.puppet_place {
            crate::Place::None => String::new(),
            crate::Place::Same => place(problem.range.start().into()),
            crate::Place::At(at) => place(at.into()),
        };
        return Some(format!("{}{at}", problem.message));
    }
    let model = parse.model();
    let errors: Vec<_> = crate::validation::issues(&model, &crate::ValidateOptions::default())
        .into_iter()
        .filter(|i| i.severity == Severity::Error)
        .collect();
    match errors.as_slice() {
        [] => None,
        [one] => Some(format!("{}{}", one.message, place(model.get(one.node).offset as usize))),
        several => Some(format!("Language validation logged {} errors. Giving up", several.len())),
    }
}

fn base64(text: &str) -> Option<&'static str> {
    let cleaned: Vec<u8> = text.bytes().filter(|b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'?')).collect();
    let padding = cleaned.iter().rev().take_while(|b| **b == b'=').count();
    let body = cleaned.get(..cleaned.len() - padding).unwrap_or(&[]);
    let strict =
        cleaned.len().is_multiple_of(4) && padding <= 2 && body.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'));
    if strict {
        return None;
    }
    Some(if (cleaned.len() * 8).is_multiple_of(6) {
        "Cannot parse invalid Base64 string - contains letters outside strict base 64 range (or whitespace)"
    } else {
        "Cannot parse invalid Base64 string - padding is not correct"
    })
}
