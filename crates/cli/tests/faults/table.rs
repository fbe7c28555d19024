//! The table of faults names for each a test that there is.

use std::collections::BTreeSet;
use std::path::Path;

/// Where tests of faults are.
const FOLDERS: [&str; 4] = ["crates/cli/tests/faults", "crates/apply", "crates/providers", "crates/machine"];

#[test]
fn every_fault_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut there = BTreeSet::new();
    let mut folders: Vec<_> = FOLDERS.iter().map(|it| root.join(it)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let tests = text.split("#[test]\n").skip(1).filter_map(|it| it.split("fn ").nth(1)?.split('(').next());
                there.extend(tests.map(str::to_owned));
            }
        }
    }
    let page = std::fs::read_to_string(root.join("docs/faults.md")).unwrap();
    let rows: Vec<Vec<&str>> = page.lines().filter(|it| it.starts_with("| ")).map(|it| it.split(" | ").collect()).collect();
    let rows: Vec<_> = rows.into_iter().filter(|it| it[0][2..].parse::<usize>().is_ok()).collect();
    let numbers: Vec<usize> = rows.iter().map(|it| it[0][2..].parse().unwrap()).collect();
    assert_eq!(numbers, (1..=36).collect::<Vec<_>>());
    for row in rows {
        let tests: Vec<&str> = row.last().unwrap().split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty() && tests.iter().all(|it| there.contains(*it)), "{row:?}");
    }
}
