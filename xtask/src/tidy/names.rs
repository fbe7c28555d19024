//! Names that say nothing: prepositions, adverbs and words that mean another thing to everybody else.

use super::tree::Tree;

/// Not alone as the name of a file, a function, a variable or a field.
const EMPTY: &[&str] = &["ahead", "beside", "desk", "kept", "led", "mend", "mended", "met", "told", "way"];

/// Not alone as the name of a type or a variant. Requisites of Salt are met.
const EMPTY_TYPES: &[&str] = &["Ahead", "Beside", "Desk", "Kept", "Led", "Mended", "Told", "Way"];

/// Not alone as the name of a file or a function.
const EMPTY_FILES: &[&str] = &["behind", "gone", "of", "within"];

/// Not alone as the name of a function.
const EMPTY_FUNCTIONS: &[&str] = &[
    "about", "above", "across", "again", "among", "around", "aside", "back", "below", "by", "here", "inside", "later", "near", "once",
    "only", "out", "outside", "over", "past", "since", "there", "through", "to", "together", "twice", "until", "up",
];

/// Complains of each function, variable, field and type, public or not, and of each file whose name says nothing.
pub fn say_something(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".rs").filter(|(file, _)| file.starts_with("crates/") || file.starts_with("xtask/")) {
        let stem = file.rsplit('/').next().and_then(|it| it.strip_suffix(".rs")).unwrap_or_default();
        if [EMPTY, EMPTY_FILES].concat().contains(&stem) {
            complaints.push(format!("{file}: `{stem}` does not say what is in it"));
        }
        for (number, line) in text.lines().enumerate() {
            let is_empty = |it: &&str| EMPTY.contains(it) || EMPTY_FILES.contains(it) || EMPTY_FUNCTIONS.contains(it);
            if let Some(name) = function(line).filter(is_empty) {
                complaints.push(format!("{file}:{}: `{name}` does not say what it does or gives", number + 1));
            }
            for name in EMPTY.iter().filter(|it| binds(line, it)).chain(EMPTY_TYPES.iter().filter(|it| declares(line, it))) {
                complaints.push(format!("{file}:{}: `{name}` does not say what it is", number + 1));
            }
        }
    }
    complaints
}

/// The name of the function that a line declares.
fn function(line: &str) -> Option<&str> {
    let (before, rest) = line.trim_start().split_once("fn ")?;
    let is_declaration = before.split_whitespace().all(|it| it.starts_with("pub") || matches!(it, "const" | "async" | "unsafe" | "in"));
    let end = rest.find(|it: char| !is_word(it))?;
    rest.get(..end).filter(|_| is_declaration)
}

/// Whether a line gives a variable, parameter or field that name: before a type or value, in a `let` or `for`, as the argument of a
/// closure, or in the pattern of an arm.
fn binds(line: &str, name: &str) -> bool {
    let line = line.split("//").next().unwrap_or_default();
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (line.get(..at).unwrap_or_default(), line.get(at + name.len()..).unwrap_or_default());
        let is_in_text = before.replace("\\\"", "").matches('"').count() % 2 == 1;
        if is_in_text || before.ends_with(is_word) || after.starts_with(is_word) {
            return false;
        }
        let is_typed = after.starts_with(": ") && !before.ends_with(['.', ':', '\'']);
        let is_argument = before.ends_with(['|', '&']) && after.starts_with(['|', ',']) || before.ends_with(", ") && after.starts_with('|');
        let is_in_arm = before.ends_with('(') && (after.starts_with(") =>") || after.starts_with(") if "));
        let follows = |keyword: &str| {
            let (start, pattern) = before.rsplit_once(keyword)?;
            Some(!start.ends_with(is_word) && !pattern.contains(['=', '.', ':', '"']) && !pattern.contains(" in "))
        };
        is_typed || is_argument || is_in_arm || follows("let ") == Some(true) || follows("for ") == Some(true)
    })
}

/// Whether a line declares a type or variant of that name.
fn declares(line: &str, name: &str) -> bool {
    let line = line.trim();
    let declaration = ["struct ", "enum ", "trait ", "type "].into_iter().find_map(|keyword| {
        let (before, rest) = line.split_once(keyword)?;
        (before.is_empty() || before.starts_with("pub")).then_some(rest)
    });
    let is_type = declaration.and_then(|it| it.strip_prefix(name)).is_some_and(|it| !it.starts_with(is_word));
    is_type || line.strip_prefix(name).is_some_and(|it| it == "," || it == " {" || it.starts_with('(') && it.ends_with("),"))
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, text: &str) -> usize {
        say_something(&Tree::new(&[(file, text)])).len()
    }

    #[test]
    fn names_of_functions_and_files() {
        assert_eq!(count("crates/a/src/told.rs", ""), 1);
        assert_eq!(count("crates/a/src/b.rs", "impl A {\n    pub(crate) fn of(low: &Low) -> A {\n"), 1);
        assert_eq!(count("crates/a/src/b.rs", "fn within<T>() {}\nfn offer() {}\nlet it = \"fn of(\";\n"), 1);
        assert_eq!(count("crates/a/src/b.rs", "fn inside(&self) {}\nfn inside_quotes(&self) {}\nlet inside = 1;\n"), 1);
        assert_eq!(count("docs/told.md", "fn of()"), 0);
    }

    #[test]
    fn names_of_variables_and_fields() {
        for line in [
            "    let told = read();",
            "    let mut kept: Vec<A> = Vec::new();",
            "    if let Some(told) = read() {",
            "    let (first, way) = read();",
            "    for way in all {",
            "    pub(crate) kept: Vec<A>,",
            "fn read(text: &str, told: &str) -> A {",
            "    A { told: None }",
            "    all.iter().any(|way| is_long(way))",
            "    all.iter().any(|(a, b), way| is_long(way))",
            "        Some(told) => read(told),",
        ] {
            assert_eq!(count("crates/a/src/b.rs", line), 1, "{line}");
        }
        for line in [
            "    let stored = kept(way);",
            "    for step in way {",
            "    let is_told = \"told: it\";",
            "    // let told = read();",
            "    value[\"way\"].clone()",
            "    for name in [\"way\"] {",
            "    let telling = all.told;",
        ] {
            assert_eq!(count("crates/a/src/b.rs", line), 0, "{line}");
        }
    }

    #[test]
    fn names_of_types_and_variants() {
        for line in ["pub(crate) struct Kept {", "enum Way {", "type Way = Vec<A>;", "    Kept(String),", "    Beside,", "    Told {"] {
            assert_eq!(count("crates/a/src/b.rs", line), 1, "{line}");
        }
        for line in ["struct KeptFile {", "    let it = A::Kept(text);", "    Met,", "// type Way"] {
            assert_eq!(count("crates/a/src/b.rs", line), 0, "{line}");
        }
    }
}
