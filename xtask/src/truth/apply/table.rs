//! How many cases there are of which kind, and what became of them: a table in `docs/truth.md`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::recordings;

#[derive(Default)]
pub struct Table {
    rows: BTreeMap<String, Row>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    cases: usize,
    steps: usize,
    equal: usize,
    meant: usize,
    differing: usize,
}

/// Result of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Equal,
    /// It differs where the case says so.
    Meant,
    Differing,
}

impl Table {
    pub fn count(&mut self, group: &str, steps: usize, outcome: Outcome) {
        let row = self.rows.entry(group.to_owned()).or_default();
        row.cases += 1;
        row.steps += steps;
        match outcome {
            Outcome::Equal => row.equal += 1,
            Outcome::Meant => row.meant += 1,
            Outcome::Differing => row.differing += 1,
        }
    }

    fn text(&self) -> String {
        let mut out = String::from("| group          | cases | steps | equal | meant | differing |\n");
        out.push_str("|----------------|------:|------:|------:|------:|----------:|\n");
        let mut all = Row::default();
        for (group, row) in &self.rows {
            out.push_str(&line(group, row));
            all.cases += row.cases;
            all.steps += row.steps;
            all.equal += row.equal;
            all.meant += row.meant;
            all.differing += row.differing;
        }
        out.push_str(&line("all", &all));
        out
    }
}

fn line(group: &str, row: &Row) -> String {
    format!("| {group:<14} | {:>5} | {:>5} | {:>5} | {:>5} | {:>9} |\n", row.cases, row.steps, row.equal, row.meant, row.differing)
}

const PAGE: &str = "docs/truth.md";
const BEGIN: &str = "<!-- apply: written by `cargo xtask truth --suite apply --accept` -->\n";
const END: &str = "<!-- end of apply -->\n";

/// Puts the table between the marks of the page.
pub fn write_page(root: &Path, table: &Table) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    recordings::replace(&path, &with_table(&page, table).ok_or_else(|| format!("{PAGE} has lost its marks"))?)
}

fn with_table(page: &str, table: &Table) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{}\n{END}{after}", table.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_between_the_marks() {
        let mut table = Table::default();
        table.count("noop", 2, Outcome::Equal);
        table.count("noop", 1, Outcome::Meant);
        let page = with_table(&format!("a\n{BEGIN}old\n{END}b\n"), &table).unwrap_or_default();
        assert!(page.contains("| noop           |     2 |     3 |     1 |     1 |         0 |\n"), "{page}");
        assert!(page.starts_with("a\n") && page.ends_with("b\n") && !page.contains("old"), "{page}");
        assert_eq!(with_table("no marks", &table), None);
    }
}
