//! Errors are data: no text of an error decides anything.
//!
//! The text of an error is rendered last, in `crates/issue` and in `compiler/src/error/render.rs`. What looks into it would take
//! what somebody writes into `fail` for one of Puppet's own errors.

use super::tree::Tree;

/// Those that run other programs read what these print, and `cli` puts lines together from texts.
const OTHERS: &[&str] = &["crates/apply/", "crates/providers/", "crates/cli/"];

/// The files that render texts.
const RENDERERS: &[&str] = &["crates/compiler/src/error/render.rs"];

/// Expressions that return the text of an error.
const TEXTS: &[&str] = &[".message", ".message()", ".full()", ".headline()", "issue.to_string()", "error.to_string()"];

/// Methods that look into a text.
const LOOKS: &[&str] = &[
    "contains(",
    "starts_with(",
    "ends_with(",
    "strip_prefix(",
    "strip_suffix(",
    "split_once(",
    "rsplit_once(",
    "split(",
    "find(",
    "rfind(",
    "matches(",
];

/// Complains of each place where the text of an error is looked into.
pub fn decide_nothing(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".rs") {
        if !file.starts_with("crates/") || OTHERS.iter().any(|it| file.starts_with(it)) || RENDERERS.contains(&file) || is_of_tests(file) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            if looks_into_text(line) {
                complaints.push(format!("{file}:{}: it looks into the text of an error; match on the issue", number + 1));
            }
        }
    }
    complaints
}

fn is_of_tests(file: &str) -> bool {
    file.contains("/tests/") || file.ends_with("/tests.rs")
}

/// `error.message().contains(…)`, with or without what makes a text of a `String`; and a pattern that is run over it.
fn looks_into_text(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let looks = |rest: &str| {
        let rest = rest.strip_prefix(".as_str()").or_else(|| rest.strip_prefix(".as_deref()")).unwrap_or(rest);
        rest.strip_prefix('.').is_some_and(|rest| LOOKS.iter().any(|it| rest.starts_with(it)))
    };
    let is_matched = |text: &str| code.contains(&format!("is_match(&error{text}")) || code.contains(&format!("is_match(&it{text}"));
    TEXTS
        .iter()
        .any(|text| code.match_indices(text).any(|(at, _)| looks(code.get(at + text.len()..).unwrap_or_default())) || is_matched(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(line: &str) -> usize {
        let text = format!("fn f() {{\n    {line}\n}}\n");
        decide_nothing(&Tree::new(&[("crates/diagnostics/src/a.rs", text.as_str())])).len()
    }

    #[test]
    fn a_text_decides_nothing() {
        assert_eq!(complaints("if error.message().starts_with(\"Unknown\") {}"), 1);
        assert_eq!(complaints("let is = finding.message.contains(\"x\");"), 1);
        assert_eq!(complaints("let it = error.message.as_str().split_once(' ');"), 1);
        assert_eq!(complaints("if pattern.is_match(&error.message()) {}"), 1);
        assert_eq!(complaints("let known = error.issue == other.issue && it.message == other.message;"), 0);
        assert_eq!(complaints("let shown = error.message();"), 0);
        assert_eq!(complaints("// error.message().contains(\"x\")"), 0);
    }

    #[test]
    fn renderers_and_tests_may() {
        let line = "fn f() { error.message().contains(\"x\") }\n";
        let tree = Tree::new(&[(RENDERERS[0], line), ("crates/ide/src/tests.rs", line), ("crates/apply/src/a.rs", line)]);
        assert!(decide_nothing(&tree).is_empty());
    }
}
