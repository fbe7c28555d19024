//! Cases and their recordings lie side by side, and reach every issue that Puppet has a name for.

use super::codes;
use super::tree::Tree;

/// The folders where cases and recordings lie side by side.
const FOLDERS: &[&str] = &["tests/language/", "tests/expressions/", "tests/catalogs/", "tests/lint/"];

pub fn complete(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (from, to) in [(".cases", ".jsonl"), (".jsonl", ".cases")] {
        for (file, _) in tree.ending(from).filter(|(file, _)| FOLDERS.iter().any(|folder| file.starts_with(folder))) {
            let other = format!("{}{to}", file.trim_end_matches(from));
            if !tree.has(&other) {
                complaints.push(format!("{file} without {other}"));
            }
        }
    }
    complaints
}

/// A code that no text has is no code.
pub fn reached(tree: &Tree) -> Vec<String> {
    let recorded: Vec<&str> = tree.ending(".jsonl").filter(|(file, _)| file.starts_with("tests/language/")).map(|it| it.1).collect();
    let mut complaints = Vec::new();
    for (code, issue) in codes::declared(tree).filter(|(_, issue)| !issue.is_empty()) {
        let shown = format!("\"code\":\"{issue}\"");
        if !recorded.iter().any(|text| text.contains(&shown)) {
            complaints.push(format!("{code}: no language case has {issue}"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_without_a_case_is_found() {
        let declared = ("crates/syntax/src/problem.rs", "    A = \"a\" / \"ONE\",\n    B = \"b\" / \"\",\n");
        assert_eq!(reached(&Tree::of(&[declared])), ["a: no language case has ONE"]);
        assert!(reached(&Tree::of(&[declared, ("tests/language/a.jsonl", "{\"code\":\"ONE\"}")])).is_empty());
    }

    #[test]
    fn one_without_the_other_is_found() {
        let (cases, recordings) = (("tests/language/a.cases", ""), ("tests/language/a.jsonl", ""));
        assert!(complete(&Tree::of(&[cases, recordings])).is_empty());
        assert_eq!(complete(&Tree::of(&[cases])).len(), 1);
        assert_eq!(complete(&Tree::of(&[recordings])).len(), 1);
    }
}
