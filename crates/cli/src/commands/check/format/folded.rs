//! Many findings of one check of puppet-lint in one file, on one line.

use std::collections::HashMap;

use diagnostics::Finding;

use crate::commands::check::report::AllLines;

/// More findings of one check in one file than this are folded.
const MANY: usize = 10;

/// Lines that a folded finding names.
const NAMED: usize = 5;

/// How a finding is printed.
pub enum Shown<'a> {
    Whole(&'a Finding),
    /// The findings of one check in one file.
    Folded(Vec<&'a Finding>),
}

/// Folds the findings of checks of puppet-lint that a file has many of. A folded finding stands where its first one stood.
pub fn fold(findings: Vec<&Finding>) -> Vec<Shown<'_>> {
    let mut checks: HashMap<(&str, &str), Vec<&Finding>> = HashMap::new();
    for it in findings.iter().filter(|it| it.code.is_lint()) {
        checks.entry((&it.file, it.code.name)).or_default().push(it);
    }
    checks.retain(|_, findings| findings.len() > MANY);
    let mut shown = Vec::new();
    for finding in findings {
        match checks.get(&(&*finding.file, finding.code.name)) {
            Some(same) if same.first().is_some_and(|first| std::ptr::eq(*first, finding)) => shown.push(Shown::Folded(same.clone())),
            Some(_) => {}
            None => shown.push(Shown::Whole(finding)),
        }
    }
    shown
}

/// Renders findings of one check in one file as one line: how many there are, and where the first ones stand.
pub fn folded(findings: &[&Finding], all: &AllLines<'_>) -> String {
    let Some(first) = findings.first() else { return String::new() };
    let lines = all.file(&first.file);
    let mut numbers: Vec<u32> = findings.iter().map(|it| lines.position(it.range.start().into()).line).collect();
    numbers.dedup();
    let more = if numbers.len() > NAMED { ", …" } else { "" };
    let numbers: Vec<String> = numbers.iter().take(NAMED).map(u32::to_string).collect();
    let place = format!("{} times in {}: lines {}{more}", findings.len(), first.file, numbers.join(", "));
    format!("{} ({place})", first.full_message())
}
