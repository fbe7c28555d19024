//! The result as a table, on the terminal and as `docs/truth.md`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::recordings::{self, Recording, Verdict};

#[derive(Default)]
pub struct Tables {
    rows: BTreeMap<String, Row>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    cases: usize,
    accepted: usize,
    refused: usize,
    crashes: usize,
    equal: usize,
    listed: usize,
    differing: usize,
}

impl Tables {
    pub fn count(&mut self, subject: &str, puppet: &Recording, differs: bool, unlisted: bool) {
        let row = self.rows.entry(subject.to_owned()).or_default();
        row.cases += 1;
        match puppet.verdict {
            Verdict::Accept => row.accepted += 1,
            Verdict::Reject => row.refused += 1,
            Verdict::Crash => row.crashes += 1,
        }
        match (differs, unlisted) {
            (false, _) => row.equal += 1,
            (true, false) => row.listed += 1,
            (true, true) => row.differing += 1,
        }
    }

    /// The table, as Markdown that is readable as it is.
    pub fn text(&self) -> String {
        let mut out = String::from("| subject        | cases | accepted | refused | crash | equal | listed | differing |\n");
        out.push_str("|----------------|------:|---------:|--------:|------:|------:|-------:|----------:|\n");
        let mut all = Row::default();
        for (subject, row) in &self.rows {
            out.push_str(&line(subject, row));
            all.cases += row.cases;
            all.accepted += row.accepted;
            all.refused += row.refused;
            all.crashes += row.crashes;
            all.equal += row.equal;
            all.listed += row.listed;
            all.differing += row.differing;
        }
        out.push_str(&line("all", &all));
        out
    }
}

fn line(subject: &str, row: &Row) -> String {
    format!(
        "| {subject:<14} | {:>5} | {:>8} | {:>7} | {:>5} | {:>5} | {:>6} | {:>9} |\n",
        row.cases, row.accepted, row.refused, row.crashes, row.equal, row.listed, row.differing
    )
}

const PAGE: &str = "docs/truth.md";
const BEGIN: &str = "<!-- table: written by `cargo xtask truth --all` -->\n";
const END: &str = "<!-- end of table -->\n";

/// Puts the table between the marks of the page.
pub fn write_page(root: &Path, tables: &Tables) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let lost = || format!("{PAGE} has lost its marks");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(lost)?;
    let (_, after) = rest.split_once(END).ok_or_else(lost)?;
    recordings::replace(&path, &format!("{before}{BEGIN}\n{}\n{END}{after}", tables.text()))
}
