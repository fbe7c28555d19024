//! Output of a run: Salt's summary of a highstate, and its JSON.

use serde_json::{Map, Value as Json};

use crate::python;
use crate::returned::{Return, time};
use crate::run::Returns;

/// `salt-call --out json`.
pub fn json(returns: &Returns) -> Json {
    let all: Map<String, Json> = returns.iter().map(|(tag, it)| (tag.clone(), it.to_json())).collect();
    Json::Object(std::iter::once(("local".to_owned(), Json::Object(all))).collect())
}

/// The summary of a highstate.
pub fn text(returns: &Returns) -> String {
    let mut sorted: Vec<(&String, &Return)> = returns.iter().collect();
    sorted.sort_by_key(|it| it.1.number);
    let mut out = String::from("local:\n");
    for (tag, ret) in &sorted {
        state(tag, ret, &mut out);
    }
    let count = |wanted: Option<bool>| sorted.iter().filter(|it| it.1.result() == wanted).count();
    let (unchanged, failed) = (count(None), count(Some(false)));
    let changed = sorted.iter().filter(|it| it.1.has_changes()).count();
    let warned = sorted.iter().filter(|it| !it.1.outcome.warnings.is_empty()).count();
    let most = [unchanged, failed, count(Some(true)), warned].iter().map(|it| it.to_string().len()).max().unwrap_or(1);
    let width = "Succeeded".len() + most + 2;
    let rule = "-".repeat(width);
    let line = |label: &str, count: usize| format!("{label}: {count:>width$}", width = width - label.len() - 2);
    let mut counts: Vec<String> = Vec::new();
    counts.extend((unchanged > 0).then(|| format!("unchanged={unchanged}")));
    counts.extend((changed > 0).then(|| format!("changed={changed}")));
    let counts = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    out +=
        &format!("\nSummary for local\n{rule}\n{}{counts}\n{}\n", line("Succeeded", count(Some(true)) + unchanged), line("Failed", failed));
    if warned > 0 {
        out += &format!("{}\n", line("Warnings", warned));
    }
    let total: f64 = sorted.iter().map(|it| it.1.milliseconds).sum();
    let (total, unit) = if total > 999.0 { (total / 1000.0, "s") } else { (total, "ms") };
    out += &format!("{rule}\nTotal states run: {:>1$}\n", sorted.len(), width - 7);
    out += &format!("Total run time: {:>1$} {unit}\n", format!("{total:.3}"), width.saturating_sub(5));
    out
}

fn state(tag: &str, ret: &Return, out: &mut String) {
    let mut parts = tag.split("_|-");
    let (state, id) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (name, fun) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    *out += &format!("----------\n          ID: {id}\n    Function: {state}.{fun}\n");
    if id != name {
        *out += &format!("        Name: {name}\n");
    }
    let comment = ret.outcome.comment.trim().replace('\n', "\n              ");
    *out += &format!("      Result: {}\n     Comment: {comment}\n", python::result(ret.result()));
    if let Some(start) = &ret.start {
        let milliseconds = salt_float(ret.milliseconds);
        *out += &format!("     Started: {}\n    Duration: {milliseconds} ms\n", time(start));
    }
    *out += "     Changes:   ";
    out.push('\n');
    if ret.has_changes() {
        nested(&Json::Object(ret.outcome.changes.clone()), 14, "", out);
    }
    if !ret.outcome.warnings.is_empty() {
        let text = ret.outcome.warnings.join("\n");
        let lines = wrapped(&text, 80 - 14);
        *out += &format!("    Warnings: {}\n", lines.join("\n              "));
    }
}

fn salt_float(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.1}") } else { format!("{}", (value * 1000.0).round() / 1000.0) }
}

/// The words of a text in lines of a width, as `textwrap` fills them.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Salt's `nested` output.
fn nested(value: &Json, indent: usize, prefix: &str, out: &mut String) {
    let space = " ".repeat(indent);
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => *out += &format!("{space}{prefix}{}\n", python::repr(value)),
        Json::String(text) => {
            for (number, line) in text.lines().enumerate() {
                let prefix = if number == 0 { prefix.to_owned() } else { " ".repeat(prefix.len()) };
                *out += &format!("{space}{prefix}{line}\n");
            }
        }
        Json::Array(items) => {
            for item in items {
                if item.is_array() || item.is_object() {
                    *out += &format!("{space}|_\n");
                    nested(item, indent + 2, if item.is_object() { "" } else { "- " }, out);
                } else {
                    nested(item, indent, "- ", out);
                }
            }
        }
        Json::Object(map) => {
            if indent > 0 {
                *out += &format!("{space}----------\n");
            }
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            for key in keys {
                *out += &format!("{space}{prefix}{key}:\n");
                nested(&map[key.as_str()], indent + 4, "", out);
            }
        }
    }
}
