//! Files of the tree that a state has as its source, and that are misspelt.
//!
//! Other roots may have what is not there: only what is nearly the name of a file is a mistake.

use literals::one_mistake_away;

use super::{Advice, Looked};
use crate::chunk::Chunk;
use crate::problem::{Finding, Problem};

/// The scheme of files in the roots.
const SCHEME: &str = "salt://";

pub(super) fn find(looked: &Looked<'_>, chunk: &Chunk, found: &mut Vec<Finding>) {
    let (heap, tree) = (&looked.compiled.heap, looked.known.tree);
    // Several sources are tried one by one.
    let Some(value) = chunk.arg("source") else { return };
    let Some(source) = heap.str(value) else { return };
    // The rest of it may name another environment.
    let Some(path) = source.strip_prefix(SCHEME).filter(|it| !it.contains(['?', '|'])) else { return };
    let path = path.trim_end_matches('/');
    let is_folder = || tree.paths().any(|it| it.0.strip_prefix(path).is_some_and(|it| it.starts_with('/')));
    if tree.file(path).is_some() || tree.link_around(path).is_some() || is_folder() {
        return;
    }
    let Some(near) = one_mistake_away(path, tree.paths().map(|it| it.0)) else { return };
    let advice = Advice::MissingSource { source: source.clone(), nearest: format!("{SCHEME}{near}").into() };
    found.push(Finding::new(Problem::Advice(advice), heap.place(value)));
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
