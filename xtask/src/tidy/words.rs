//! Words that have no place in the repository.

use super::tree::Tree;

/// Written apart, so that this file does not break its own rule.
const FORBIDDEN: &[&str] = &[
    concat!("ses", "sion"),
    concat!("assis", "tant"),
    concat!("clau", "de"),
    concat!("anthro", "pic"),
    concat!("chat", "gpt"),
    concat!("/work/", "shared"),
    concat!("/work/", "main"),
    concat!("/work/", "wt"),
    concat!("/work/", "target"),
];

const UNFINISHED: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("#[ign", "ore"), concat!("XX", "X:")];

/// Files that are about such marks: they colour them.
const COLOURS_THEM: &[&str] = &["editors/neovim/syntax/puppet.vim"];

pub fn forbidden(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in own(tree) {
        for (number, line) in text.lines().enumerate() {
            let small = line.to_lowercase();
            for word in FORBIDDEN {
                if whole_word(&small, word) {
                    complaints.push(format!("{file}:{}: {word}", number + 1));
                }
            }
        }
    }
    complaints
}

pub fn unfinished(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in own(tree).filter(|(file, _)| !COLOURS_THEM.contains(file)) {
        for (number, line) in text.lines().enumerate() {
            complaints.extend(UNFINISHED.iter().filter(|mark| whole_word(line, mark)).map(|mark| format!("{file}:{}: {mark}", number + 1)));
        }
    }
    complaints
}

/// Files that others wrote: lists of packages, answers of Puppet, names of arguments.
const OTHERS: &[&str] = &["package-lock.json", "Cargo.lock", ".jsonl", "crates/salt/data/signatures.txt"];

fn own(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    tree.iter().filter(|(name, _)| !OTHERS.iter().any(|it| name.ends_with(it)))
}

pub fn whole_word(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let joined_before = word.starts_with(inside) && line[..at].ends_with(inside);
        let joined_after = word.ends_with(inside) && line[at + word.len()..].starts_with(inside);
        !joined_before && !joined_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (usize, usize) {
        let tree = Tree::new(&[("docs/a.md", text)]);
        (forbidden(&tree).len(), unfinished(&tree).len())
    }

    #[test]
    fn forbidden_words_are_found_in_any_case() {
        for word in FORBIDDEN {
            assert_eq!(found(&format!("one\ntwo {} three", word.to_uppercase())).0, 1, "{word}");
        }
    }

    #[test]
    fn parts_of_words_and_lists_of_packages_are_not() {
        assert_eq!(found(concat!("ob", "ses", "sions")), (0, 0));
        assert!(forbidden(&Tree::new(&[("a/package-lock.json", FORBIDDEN[0])])).is_empty());
    }

    #[test]
    fn marks_of_unfinished_work_are_found() {
        for mark in UNFINISHED {
            assert_eq!(found(&format!("// {mark} later")).1, 1, "{mark}");
        }
        assert_eq!(found("\\uXXXX todo"), (0, 0));
    }
}
