//! Names that say nothing: prepositions, adverbs and words that mean another thing to everybody else.

use super::tree::Tree;

/// Not alone as the name of a function, a type or a module.
const EMPTY: &[&str] = &["ahead", "behind", "beside", "desk", "gone", "kept", "led", "mend", "mended", "of", "told", "way", "within"];

/// Complains of each function, public or not, and of each file whose name says nothing.
pub fn say_something(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".rs").filter(|(file, _)| file.starts_with("crates/") || file.starts_with("xtask/")) {
        let stem = file.rsplit('/').next().and_then(|it| it.strip_suffix(".rs")).unwrap_or_default();
        if EMPTY.contains(&stem) {
            complaints.push(format!("{file}: `{stem}` does not say what is in it"));
        }
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = function(line).filter(|it| EMPTY.contains(it)) {
                complaints.push(format!("{file}:{}: `{name}` does not say what it does or gives", number + 1));
            }
        }
    }
    complaints
}

/// The name of the function that a line declares.
fn function(line: &str) -> Option<&str> {
    let (before, rest) = line.trim_start().split_once("fn ")?;
    let is_declaration = before.split_whitespace().all(|it| it.starts_with("pub") || matches!(it, "const" | "async" | "unsafe" | "in"));
    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_')?;
    rest.get(..end).filter(|_| is_declaration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_functions_and_files() {
        let of = |file: &str, text: &str| say_something(&Tree::new(&[(file, text)])).len();
        assert_eq!(of("crates/a/src/told.rs", ""), 1);
        assert_eq!(of("crates/a/src/b.rs", "impl A {\n    pub(crate) fn of(low: &Low) -> A {\n"), 1);
        assert_eq!(of("crates/a/src/b.rs", "fn within<T>() {}\nfn offer() {}\nlet it = \"fn of(\";\n"), 1);
        assert_eq!(of("docs/told.md", "fn of()"), 0);
    }
}
