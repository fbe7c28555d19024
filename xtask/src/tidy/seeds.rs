//! Every paragraph of Puppet's pages is tested, or says why not: `tests/seeds/README.md`.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::Tree;

/// Why a paragraph has no case of its own.
const REASONS: &[&str] = &["heading", "layout", "link", "advice", "history", "apply", "elsewhere"];

pub fn covered(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    let tables: Vec<(&str, &str)> =
        tree.ending(".table").filter_map(|(file, text)| Some((file.strip_prefix("tests/seeds/")?.strip_suffix(".table")?, text))).collect();
    for (page, text) in &tables {
        let cases = tree.get(&format!("tests/catalogs/seed-{page}.cases")).unwrap_or_default();
        page_is_covered(page, text, &numbers(cases), &mut complaints);
    }
    for (file, _) in tree.ending(".cases") {
        let page = file.strip_prefix("tests/catalogs/seed-").and_then(|it| it.strip_suffix(".cases"));
        if page.is_some_and(|page| !tables.iter().any(|(it, _)| *it == page)) {
            complaints.push(format!("{file}: no table of paragraphs"));
        }
    }
    complaints
}

/// The numbers that the names of cases begin with, each with one of the names.
fn numbers(cases: &str) -> BTreeMap<usize, &str> {
    let names = cases.lines().filter_map(|line| line.strip_prefix("--- ")?.split(' ').next());
    names.map(|name| (name.split('-').next().and_then(paragraph).unwrap_or(0), name)).collect()
}

fn page_is_covered(page: &str, table: &str, cases: &BTreeMap<usize, &str>, complaints: &mut Vec<String>) {
    let mut tested = BTreeSet::new();
    let mut last = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(" | ");
        let number = parts.next().and_then(paragraph).unwrap_or(0);
        let how = parts.next().unwrap_or_default();
        if number != last + 1 {
            complaints.push(format!("{page}: paragraph {} is not listed", last + 1));
        }
        last = number;
        let at = match how.strip_prefix("see ") {
            Some(other) => paragraph(other),
            None => (how == "cases").then_some(number),
        };
        match at {
            Some(at) if !cases.contains_key(&at) => complaints.push(format!("{page} p{number}: no case of p{at}")),
            Some(at) if at == number => drop(tested.insert(at)),
            Some(_) => {}
            None if REASONS.contains(&how) => {}
            None => complaints.push(format!("{page} p{number}: {how:?} is no reason")),
        }
    }
    let lost = cases.iter().filter(|(number, _)| !tested.contains(*number));
    complaints.extend(lost.map(|(_, name)| format!("{page}: the case {name} belongs to no paragraph with cases")));
}

fn paragraph(text: &str) -> Option<usize> {
    text.strip_prefix('p')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(table: &str, cases: &str) -> Vec<String> {
        covered(&Tree::new(&[("tests/seeds/a.table", table), ("tests/catalogs/seed-a.cases", cases)]))
    }

    #[test]
    fn a_page_may_be_covered() {
        let table = "# Page\n\np1 | heading | 0 | Title\np2 | cases | 0 | First\np3 | see p2 | 0 | Second\n";
        assert!(complaints(table, "--- p2-x | modules\n1\n--- p2-y\n2\n").is_empty());
    }

    #[test]
    fn what_is_not_covered_is_found() {
        for (table, cases) in [
            ("p1 | cases | 0 | x", ""),
            ("p1 | see p2 | 0 | x\np2 | heading | 0 | x", ""),
            ("p1 | whim | 0 | x", ""),
            ("p2 | heading | 0 | x", ""),
            ("p1 | heading | 0 | x", "--- p1-x\n1"),
            ("p1 | heading | 0 | x", "--- other\n1"),
        ] {
            assert_eq!(complaints(table, cases).len(), 1, "{table:?} {cases:?}");
        }
        assert_eq!(covered(&Tree::new(&[("tests/catalogs/seed-b.cases", "")])).len(), 1);
    }
}
