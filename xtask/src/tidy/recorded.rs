//! Language cases and their recordings lie side by side.

use super::tree::Tree;

pub fn complete(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (from, to) in [(".cases", ".jsonl"), (".jsonl", ".cases")] {
        for (file, _) in tree.ending(from).filter(|(file, _)| file.starts_with("tests/language/")) {
            let other = format!("{}{to}", file.trim_end_matches(from));
            if !tree.has(&other) {
                complaints.push(format!("{file} without {other}"));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_without_the_other_is_found() {
        let (cases, recordings) = (("tests/language/a.cases", ""), ("tests/language/a.jsonl", ""));
        assert!(complete(&Tree::of(&[cases, recordings])).is_empty());
        assert_eq!(complete(&Tree::of(&[cases])).len(), 1);
        assert_eq!(complete(&Tree::of(&[recordings])).len(), 1);
    }
}
