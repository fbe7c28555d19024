//! The page of what Puppet does names for each row a case or a test that there is, and a text that Puppet has said in it.

use std::collections::BTreeMap;
use std::path::Path;

/// Recorded answers of the cases.
fn recorded(root: &Path) -> BTreeMap<String, String> {
    let cases = std::fs::read_dir(root.join("tests/apply")).unwrap().map(|it| it.unwrap());
    cases
        .filter_map(|it| Some((it.file_name().into_string().ok()?, std::fs::read_to_string(it.path().join("recorded.json")).ok()?)))
        .collect()
}

/// The code of all tests of faults.
fn faults(root: &Path) -> String {
    let files = std::fs::read_dir(root.join("crates/cli/tests/faults")).unwrap().map(|it| it.unwrap().path());
    files.filter(|it| it.extension().is_some_and(|it| it == "rs")).map(|it| std::fs::read_to_string(it).unwrap()).collect()
}

/// Texts between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_row_has_a_case_that_shows_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (recorded, faults) = (recorded(&root), faults(&root));
    let page = std::fs::read_to_string(root.join("docs/apply-cases.md")).unwrap();
    let rows: Vec<Vec<&str>> =
        page.lines().filter_map(|it| it.strip_prefix("| ")?.strip_suffix(" |")).map(|it| it.split(" | ").collect()).collect();
    let mut numbers = Vec::new();
    for row in rows {
        let Ok(number) = row[0].parse::<usize>() else { continue };
        numbers.push(number);
        let (cases, tests): (Vec<&str>, Vec<&str>) = quoted(row[2]).into_iter().partition(|it| recorded.contains_key(*it));
        assert!(!cases.is_empty() || !tests.is_empty(), "{row:?}");
        for test in &tests {
            assert!(faults.contains(&format!("#[test]\nfn {test}()")), "{test} is neither a case nor a test: {row:?}");
        }
        for text in row.get(3).into_iter().flat_map(|it| quoted(it)) {
            let written = serde_json::to_string(text).unwrap();
            let is_in = |it: &&&str| recorded[**it].contains(text) || recorded[**it].contains(written.trim_matches('"'));
            assert!(cases.iter().any(|it| is_in(&it)), "nobody says {text:?}: {row:?}");
        }
        assert!(cases.is_empty() || row.get(3).is_some_and(|it| !quoted(it).is_empty()), "no text shows it: {row:?}");
    }
    assert_eq!(numbers, (1..=121).collect::<Vec<_>>());
}
