//! Files of the tree that a state has as its source, and that are misspelt.
//!
//! Other roots may have what is not there: only what is nearly the name of a file is a mistake.

use literals::one_mistake_away;
use rustc_hash::FxHashMap;

use super::{Advice, Looked};
use crate::problem::{Finding, Problem};
use crate::tree::Tree;
use crate::value::Str;

/// The scheme of files in the roots.
const SCHEME: &str = "salt://";

/// No more sources that are missing are compared with all files.
const MOST_COMPARED: usize = 100;

pub(super) fn find(looked: &Looked<'_>, found: &mut Vec<Finding>) {
    let (heap, tree) = (&looked.compiled.heap, looked.known.tree);
    if !tree.is_small() {
        return;
    }
    let mut meant: FxHashMap<&str, Option<&str>> = FxHashMap::default();
    // Lengths are read once: a tree may lack many sources, and this runs at each keystroke.
    let mut paths: Vec<(usize, &str)> = Vec::new();
    // Several sources are tried one by one.
    for value in looked.compiled.chunks.iter().filter_map(|it| it.arg("source")) {
        let Some((source, path)) = heap.str(value).and_then(|it| Some((it, missing(tree, it)?))) else { continue };
        if meant.len() >= MOST_COMPARED && !meant.contains_key(path) {
            continue;
        }
        if paths.is_empty() {
            paths = tree.paths().map(|it| (letters(it.0), it.0)).collect();
        }
        let length = letters(path);
        let similar = || paths.iter().filter(|it| it.0.abs_diff(length) <= 1).map(|it| it.1);
        let near = *meant.entry(path).or_insert_with(|| one_mistake_away(path, similar()));
        let Some(near) = near else { continue };
        let advice = Advice::MissingSource { source: source.clone(), nearest: format!("{SCHEME}{near}").into() };
        let finding = Finding::new(Problem::Advice(advice), heap.place(value));
        if !found.contains(&finding) {
            found.push(finding);
        }
    }
}

/// The number of letters that count for [`one_mistake_away`].
fn letters(path: &str) -> usize {
    path.chars().filter(|it| !matches!(it, '_' | '-')).map(|it| it.to_lowercase().count()).sum()
}

/// The path of a source that is not in the tree.
fn missing<'s>(tree: &Tree, source: &'s Str) -> Option<&'s str> {
    // The rest of it may name another environment.
    let path = source.strip_prefix(SCHEME).filter(|it| !it.contains(['?', '|']))?.trim_end_matches('/');
    let is_there = tree.file(path).is_some() || tree.link_around(path).is_some() || tree.has_folder(path);
    (!is_there).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_with};

    #[test]
    fn a_misspelt_source_is_named() {
        let files = [("web/files/nginx.conf", ""), ("web/files/other.conf", "")];
        let check = |source: &str, expected: &[&str]| {
            check_with(&files, &format!("a:\n  file.managed:\n    - name: /a\n    - source: {source}\n"), expected);
        };
        let missing =
            "salt://web/files/ngnix.conf: there is no file `salt://web/files/ngnix.conf`: did you mean `salt://web/files/nginx.conf`?";
        check("salt://web/files/ngnix.conf", &[missing]);
        check("salt://web/files/nginx.conf", &[]);
        check("salt://web/files/unlike.conf", &[]);
        check("salt://web/files/ngnix.conf?saltenv=dev", &[]);
        check("/web/files/ngnix.conf", &[]);
        check("[salt://web/files/ngnix.conf, salt://web/files/nginx.conf]", &[]);
    }

    #[test]
    fn a_folder_is_a_source() {
        check_with(&[("web/files/a", "")], "a:\n  file.recurse:\n    - name: /a\n    - source: salt://web/files\n", &[]);
        check("a:\n  file.recurse:\n    - name: /a\n    - source: salt://files\n", &[]);
    }
}
