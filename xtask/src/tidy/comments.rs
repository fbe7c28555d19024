//! Comments of the code: a heading names the item, or what it does; the words are those of the documentation.

use super::plain::{unusual, without_code};
use super::tree::Tree;

/// A comment that begins with a question word describes its item as a riddle: the noun or the verb is missing.
const QUESTION: &str = "What ";

pub fn headings(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".rs") {
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let comment = line.strip_prefix("//! ").or_else(|| line.strip_prefix("/// "));
            if comment.is_some_and(|it| it.starts_with(QUESTION)) {
                complaints.push(format!("{file}:{}: begin with the noun or the verb: {line}", number + 1));
            }
        }
    }
    complaints
}

/// Comments on lines of their own, with the words that the documentation may not have either.
pub fn usual_words(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".rs") {
        for (number, line) in text.lines().enumerate() {
            if let Some(comment) = line.trim_start().strip_prefix("//") {
                complaints.extend(unusual(&without_code(comment)).map(|it| format!("{file}:{}: {it}", number + 1)));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::new(&[("crates/a/src/a.rs", text)])
    }

    fn found(text: &str) -> usize {
        headings(&tree(text)).len()
    }

    #[test]
    fn headings_that_begin_with_what_are_found() {
        assert_eq!(found(concat!("//", "! What a run prints.\n\n    //", "/ What it costs.\n    cost: u64,\n")), 2);
        assert_eq!(found("//! Output of a run.\n\n    /// Cost of what it prints.\n    // What follows is slow.\n"), 0);
        assert_eq!(found("let text = \"/// What\";\n/// Whatever follows.\n"), 0);
    }

    #[test]
    fn unusual_words_are_found_in_comments_alone() {
        let found = |text: &str| usual_words(&tree(text)).len();
        assert_eq!(found(concat!("//", "! It is to", "ld.\nfn f() {\n    // Me", "nds it.\n}\n")), 2);
        assert_eq!(found(concat!("/// Reports `to", "ld`.\nlet to", "ld = \"to", "ld\"; // to", "ld\n")), 0);
    }
}
