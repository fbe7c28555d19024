//! The result of a suite as a table, on the terminal and in `docs/truth.md`.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::Suite;
use super::compare::Difference;
use crate::compare::Aspect;
use crate::recordings::replace;

#[derive(Default)]
pub struct Table {
    rows: BTreeMap<String, Row>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    cases: usize,
    errors: usize,
    equal: usize,
    listed: usize,
    unanswered: usize,
    verdict: usize,
    error: usize,
    other: usize,
}

impl Table {
    pub fn count(&mut self, subject: &str, puppet: &Value, differences: &[Difference], all_listed: bool) {
        for name in [subject, "~all"] {
            let row = self.rows.entry(name.to_owned()).or_default();
            row.cases += 1;
            row.errors += usize::from(puppet.get("error").is_some());
            let first = differences.iter().map(|d| d.aspect).min();
            let unanswered = differences.iter().any(|d| d.ours.as_str().is_some_and(|text| text.starts_with("no answer")));
            match first {
                None => row.equal += 1,
                Some(_) if all_listed => row.listed += 1,
                Some(Aspect::Verdict) if unanswered => row.unanswered += 1,
                Some(Aspect::Verdict) => row.verdict += 1,
                Some(Aspect::Error | Aspect::Place) => row.error += 1,
                Some(_) => row.other += 1,
            }
        }
    }

    /// The table, as Markdown that is readable as it is.
    pub fn text(&self) -> String {
        let mut out =
            String::from("| subject              | cases | errors | equal | listed | no answer | verdict | error differs | other |\n");
        out.push_str("|----------------------|------:|-------:|------:|-------:|----------:|--------:|--------------:|------:|\n");
        for (name, row) in &self.rows {
            out.push_str(&format!(
                "| {:<20} | {:>5} | {:>6} | {:>5} | {:>6} | {:>9} | {:>7} | {:>13} | {:>5} |\n",
                name.trim_start_matches('~'),
                row.cases,
                row.errors,
                row.equal,
                row.listed,
                row.unanswered,
                row.verdict,
                row.error,
                row.other
            ));
        }
        out
    }
}

const PAGE: &str = "docs/truth.md";

/// Puts the table between the marks of the page.
pub fn write_page(root: &Path, suite: Suite, table: &Table) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let (begin, end) =
        (format!("<!-- {}: written by `cargo xtask truth` -->\n", suite.name()), format!("<!-- end of {} -->\n", suite.name()));
    let lost = || format!("{PAGE} has lost its marks");
    let (before, rest) = page.split_once(&begin).ok_or_else(lost)?;
    let (_, after) = rest.split_once(&end).ok_or_else(lost)?;
    replace(&path, &format!("{before}{begin}\n{}\n{end}{after}", table.text()))
}
