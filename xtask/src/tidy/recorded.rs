//! Cases and their recordings lie side by side, and reach every issue that Puppet has a name for.

use lint::checks;

use super::codes;
use super::tree::Tree;

/// The folders where cases and recordings lie side by side.
const FOLDERS: &[&str] = &["tests/language/", "tests/expressions/", "tests/catalogs/", "tests/lint/", "tests/sites/"];

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

/// Least number of recorded cases of each check of lint, good and bad, and of each of [`BESIDE`].
const CASES: usize = 10;

/// Names that are no checks: comments that silence them, and options.
const BESIDE: &[&str] = &["control", "options"];

pub fn enough(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for name in checks::ALL.iter().map(|check| check.name).chain(BESIDE.iter().copied()) {
        let of_it = |ending: &str| format!("tests/lint/{name}{ending}");
        let text = tree.ending(".jsonl").find(|(file, _)| *file == of_it(".jsonl")).map_or("", |(_, text)| text);
        let found = text.lines().count();
        if found < CASES {
            complaints.push(format!("{}: {found} recorded cases of {CASES}", of_it(".cases")));
        }
        let finds = text.lines().filter(|line| !line.contains("\"problems\":[]")).count();
        if found > 0 && !BESIDE.contains(&name) && (finds == 0 || finds == found) {
            complaints.push(format!("{}: {finds} of {found} cases are bad", of_it(".cases")));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_of_lint_with_few_cases_is_found() {
        let (good, bad) = ("{\"problems\":[]}\n", "{\"problems\":[[1]]}\n");
        let complaints = |text: &str| {
            let all = enough(&Tree::new(&[("tests/lint/hard_tabs.jsonl", text)]));
            all.into_iter().find(|it| it.contains("hard_tabs")).unwrap_or_default()
        };
        assert_eq!(complaints(&format!("{}{bad}", good.repeat(9))), "");
        assert_eq!(complaints(&format!("{}{bad}", good.repeat(8))), "tests/lint/hard_tabs.cases: 9 recorded cases of 10");
        assert_eq!(complaints(&good.repeat(10)), "tests/lint/hard_tabs.cases: 0 of 10 cases are bad");
    }

    #[test]
    fn an_issue_without_a_case_is_found() {
        let declared = ("crates/syntax/src/problem.rs", "    A = \"ONE\",\n    B = \"\",\n");
        assert_eq!(reached(&Tree::new(&[declared])), ["A: no language case has ONE"]);
        assert!(reached(&Tree::new(&[declared, ("tests/language/a.jsonl", "{\"code\":\"ONE\"}")])).is_empty());
    }

    #[test]
    fn one_without_the_other_is_found() {
        let (cases, recordings) = (("tests/language/a.cases", ""), ("tests/language/a.jsonl", ""));
        assert!(complete(&Tree::new(&[cases, recordings])).is_empty());
        assert_eq!(complete(&Tree::new(&[cases])).len(), 1);
        assert_eq!(complete(&Tree::new(&[recordings])).len(), 1);
    }
}
