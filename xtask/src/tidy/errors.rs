//! Errors are types: no result has a text for its error, each public type of errors is one of Rust's errors, and a page lists them.

use std::collections::BTreeMap;

use super::tree::Tree;

/// Types whose values are texts.
const TEXTS: &[&str] = &["String", "Str", "&str", "&'static str", "Box<str>", "Arc<str>", "SmolStr"];

/// Parts of an issue, which is the error itself.
const PARTS_OF_AN_ISSUE: &str = "crates/issue/";

/// Complains of each `Result<_, String>` outside of tests.
pub fn are_no_texts(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, code) in code(tree) {
        for (at, _) in code.match_indices("Result<") {
            let arguments = arguments(code.get(at + "Result<".len()..).unwrap_or_default());
            if let [_, error] = arguments.as_slice()
                && TEXTS.contains(error)
            {
                let line = code.get(..at).unwrap_or_default().lines().count();
                complaints.push(format!("{file}:{line}: a result whose error is a text ({error}); give it a type"));
            }
        }
    }
    complaints
}

/// Complains of each public type `…Error` that is no `std::error::Error`.
pub fn are_errors(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, code) in code(tree).filter(|it| !it.0.starts_with(PARTS_OF_AN_ISSUE)) {
        let folder = file.split_inclusive('/').take(2).collect::<String>();
        for name in code.lines().filter_map(defined).filter(|it| it.ends_with("Error")) {
            let implementation = format!("Error for {name} ");
            let is_error = |text: &str| text.lines().any(|it| it.starts_with("impl") && it.contains(&implementation));
            if !tree.ending(".rs").any(|(other, text)| other.starts_with(&folder) && is_error(text)) {
                complaints.push(format!("{file}: {name} does not implement std::error::Error"));
            }
        }
    }
    complaints
}

/// The page with the table of all types of errors.
const PAGE: &str = "docs/decisions/errors-as-data.md";

/// Complains of each error that the table of the page does not list, and of each that only the table has.
pub fn are_listed(tree: &Tree) -> Vec<String> {
    let mut rows: Vec<(&str, &str)> = tree.get(PAGE).unwrap_or_default().lines().filter_map(row).collect();
    let there: BTreeMap<(&str, &str), &str> = code(tree)
        .filter_map(|(file, text)| Some((file, text, file.split('/').nth(1)?)))
        .flat_map(|(file, text, name)| text.lines().filter_map(implemented).map(move |it| ((name, it), file)))
        .collect();
    let unlisted = there.iter().filter(|it| !rows.contains(it.0));
    let unlisted = unlisted.map(|((name, error), file)| format!("{file}: {name}::{error} is not in the table of errors of {PAGE}"));
    let mut complaints: Vec<String> = unlisted.collect();
    rows.retain(|it| !there.contains_key(it));
    complaints.extend(rows.iter().map(|(name, error)| format!("{PAGE}: {name}::{error} is no error of the code")));
    complaints
}

/// Crate and type of a row of the table.
fn row(line: &str) -> Option<(&str, &str)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(|it| it.trim().strip_prefix('`')?.strip_suffix('`'));
    Some((cells.next()??, cells.next()??))
}

/// The type that a line makes an error.
fn implemented(line: &str) -> Option<&str> {
    let (of, name) = line.strip_prefix("impl")?.split_once("Error for ")?;
    let is_trait = matches!(of.rsplit(' ').next(), Some("" | "std::error::" | "error::"));
    name.split(|it: char| !it.is_alphanumeric() && it != '_').next().filter(|_| is_trait)
}

/// The code of the crates, without their tests and examples.
fn code(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    let is_code =
        |file: &str| file.starts_with("crates/") && file.contains("/src/") && !file.contains("/tests/") && !file.ends_with("/tests.rs");
    tree.ending(".rs").filter(move |it| is_code(it.0)).map(|(file, text)| (file, text.split("\nmod tests {").next().unwrap_or_default()))
}

/// The name of the public type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub enum ").or_else(|| line.strip_prefix("pub struct "))?;
    rest.split(|it: char| !it.is_alphanumeric() && it != '_').next()
}

/// Arguments between commas up to the closing bracket.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut before) = (0_usize, 0, ' ');
    let mut found = Vec::new();
    for (at, it) in text.char_indices() {
        match it {
            '<' | '(' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' if depth > 0 => depth -= 1,
            '>' => {
                found.push(text.get(start..at).unwrap_or_default().trim());
                return found;
            }
            ',' if depth == 0 => {
                found.push(text.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            '{' | '}' | ';' => break,
            _ => {}
        }
        before = it;
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(code: &str) -> usize {
        are_no_texts(&Tree::new(&[("crates/a/src/a.rs", code)])).len()
    }

    #[test]
    fn texts_are_no_errors() {
        assert_eq!(texts("pub fn f() -> Result<Vec<(A, B)>, String> {}"), 1);
        assert_eq!(texts("type F = dyn Fn(&str) -> Option<Result<(), &'static str>>;"), 1);
        assert_eq!(texts("fn f() -> Result<String, Error> {}"), 0);
        assert_eq!(texts("fn f() -> anyhow::Result<String> {}"), 0);
        assert_eq!(texts("fn f() {}\n#[cfg(test)]\nmod tests { fn f() -> Result<(), String> {} }"), 0);
        assert!(are_no_texts(&Tree::new(&[("xtask/src/a.rs", "fn f() -> Result<(), String> {}")])).is_empty());
    }

    #[test]
    fn errors_implement_the_trait() {
        let complaints = |code: &str| are_errors(&Tree::new(&[("crates/a/src/a.rs", code)])).len();
        assert_eq!(complaints("pub enum SomeError {}\n"), 1);
        assert_eq!(complaints("pub struct Error;\nimpl fmt::Display for Error {}\n"), 1);
        assert_eq!(complaints("pub enum SomeError {}\nimpl std::error::Error for SomeError {}\n"), 0);
        assert_eq!(complaints("pub(crate) enum SomeError {}\n"), 0);
    }

    #[test]
    fn each_error_has_a_row() {
        let complaints = |code: &str, page: &str| are_listed(&Tree::new(&[("crates/a/src/a.rs", code), (PAGE, page)]));
        let page = "| crate | type | about |\n|---|---|---|\n| `a` | `SomeError` | all |\n";
        let code = "impl std::error::Error for SomeError {}\n";
        assert_eq!(complaints(code, page), Vec::<String>::new());
        assert_eq!(complaints("impl<T> Error for SomeError<T> {}\n", page), Vec::<String>::new());
        assert_eq!(
            complaints(code, ""),
            ["crates/a/src/a.rs: a::SomeError is not in the table of errors of docs/decisions/errors-as-data.md"]
        );
        assert_eq!(
            complaints("impl From<SomeError> for Other {}\n", page),
            ["docs/decisions/errors-as-data.md: a::SomeError is no error of the code"]
        );
        assert_eq!(complaints("#[cfg(test)]\nmod tests {\n}\n", "| `b` | no type | x |\n"), Vec::<String>::new());
    }
}
