//! The codes of diagnostics, their pages and their examples, as the registry of `diagnostics` lists them.

use super::tree::Tree;

const REGISTRY: &str = "crates/diagnostics/src/registry/codes.rs";

/// An entry of the registry, as far as its text says.
struct Entry<'t> {
    code: &'t str,
    /// The example that it names, or why it has none.
    example: Option<Result<&'t str, &'t str>>,
}

pub fn documented(tree: &Tree) -> Vec<String> {
    let entries = entries(tree);
    let mut complaints = Vec::new();
    for Entry { code, .. } in &entries {
        match tree.get(&format!("docs/diagnostics/{code}.md")) {
            None => complaints.push(format!("{code}: no docs/diagnostics/{code}.md")),
            Some(page) if !page.starts_with(&format!("# {code}\n")) => complaints.push(format!("{code}: its page has another title")),
            Some(_) => {}
        }
    }
    for (page, _) in tree.ending(".md") {
        if let Some(name) = page.strip_prefix("docs/diagnostics/").and_then(|it| it.strip_suffix(".md"))
            && name != "README"
            && !entries.iter().any(|it| it.code == name)
        {
            complaints.push(format!("{page}: there is no such code"));
        }
    }
    if entries.is_empty() {
        complaints.push("no codes found".into());
    }
    complaints
}

pub fn shown(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for Entry { code, example } in entries(tree) {
        let own = [format!("{code}.pp"), format!("{code}.epp"), format!("catalog/{code}.pp"), format!("data/{code}")];
        match example {
            None => complaints.push(format!("{code}: its entry names no example")),
            Some(Ok(path)) if !exists(tree, path) => complaints.push(format!("{code}: no examples/mistakes/{path}")),
            Some(Ok(path)) if !own.iter().any(|it| it == path) && own.iter().any(|it| exists(tree, it)) => {
                complaints.push(format!("{code}: names {path}, and there is an example of its own name"));
            }
            Some(Err("")) => complaints.push(format!("{code}: neither an example nor a reason for having none")),
            Some(Err(_)) if own.iter().any(|it| exists(tree, it)) => {
                complaints.push(format!("{code}: has a file in examples/mistakes, and an excuse for having none"));
            }
            Some(_) => {}
        }
    }
    complaints
}

/// Where issues get their codes: the crate lies below the registry, and may name only what that has.
const ISSUES: &str = "crates/issue/src/code.rs";

/// Elsewhere code compares with the constants of the registry.
pub fn written_once(tree: &Tree) -> Vec<String> {
    let entries = entries(tree);
    let is_code = |text: &str| entries.iter().any(|it| it.code == text);
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".rs").filter(|(file, _)| file.starts_with("crates/") && file.contains("/src/")) {
        if [REGISTRY, ISSUES].contains(&file) || file.ends_with("tests.rs") || file.contains("/tests/") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (line, number) in code.lines().zip(1..).filter(|(line, _)| !line.trim_start().starts_with("//")) {
            let written = line.split('"').skip(1).step_by(2).find(|it| is_code(it));
            complaints.extend(written.map(|it| format!("{file}:{number}: `{it}` is written as a text")));
        }
    }
    for line in tree.get(ISSUES).unwrap_or_default().lines() {
        let named = line.trim().strip_prefix("pub const ").and_then(|it| it.split_once(": &str = \"")?.1.strip_suffix("\";"));
        complaints.extend(named.filter(|it| !is_code(it)).map(|it| format!("{ISSUES}: `{it}` has no entry in {REGISTRY}")));
    }
    complaints
}

/// Whether a file or folder of examples exists.
fn exists(tree: &Tree, path: &str) -> bool {
    let path = format!("examples/mistakes/{path}");
    tree.has(&path) || tree.ending("").any(|(file, _)| file.strip_prefix(path.as_str()).is_some_and(|it| it.starts_with('/')))
}

fn entries(tree: &Tree) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in tree.get(REGISTRY).unwrap_or_default().lines() {
        let example = line.trim().strip_prefix("example: Example::").and_then(|it| it.strip_suffix("\"),"));
        match (code(line), example, entries.last_mut()) {
            (Some(code), ..) => entries.push(Entry { code, example: None }),
            (None, Some(example), Some(entry)) => {
                let path = example.strip_prefix("At(\"").map(Ok);
                entry.example = path.or_else(|| example.strip_prefix("None(\"").map(Err));
            }
            _ => {}
        }
    }
    entries
}

/// The code of an entry that begins in a line: `NAME = "code" {`, perhaps with what the parser calls it.
fn code(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_suffix(" {")?.split_once(" = \"")?;
    let is_name = !name.trim().is_empty() && name.trim().bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_');
    rest.split('"').next().filter(|_| is_name)
}

/// Puppet's names of the problems of texts, each with the name of the variant: `Variant = "PUPPET_NAME",`.
pub fn declared(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    tree.get("crates/syntax/src/problem.rs").unwrap_or_default().lines().filter_map(|line| {
        let (variant, rest) = line.strip_suffix("\",")?.split_once(" = \"")?;
        Some((variant.trim(), rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "entries! {\n    ONE_CODE = \"one-code\" (Problem::OneCode) {\n        example: Example::At(\"one-code.epp\"),\n    }\n";
    const TWO: &str = "    TWO_CODE = \"two-code\" {\n        example: Example::None(\"needs a second module\"),\n    }\n}\n";

    fn tree(more: &[(&str, &str)]) -> Tree {
        let registry = format!("{ONE}{TWO}");
        Tree::new(&[&[(REGISTRY, registry.as_str())], more].concat())
    }

    #[test]
    fn a_code_needs_a_page_and_a_page_a_code() {
        let one = ("docs/diagnostics/one-code.md", "# one-code\n\nText.\n");
        let two = ("docs/diagnostics/two-code.md", "# two-code\n");
        assert!(documented(&tree(&[one, two, ("docs/diagnostics/README.md", "")])).is_empty());
        assert_eq!(documented(&tree(&[one])), ["two-code: no docs/diagnostics/two-code.md"]);
        assert_eq!(documented(&tree(&[one, ("docs/diagnostics/two-code.md", "# other\n")])).len(), 1);
        assert_eq!(documented(&tree(&[one, two, ("docs/diagnostics/three.md", "")])).len(), 1);
        assert_eq!(documented(&Tree::new(&[])), ["no codes found"]);
    }

    #[test]
    fn a_code_needs_an_example_or_an_excuse() {
        let example = ("examples/mistakes/one-code.epp", "");
        assert!(shown(&tree(&[example])).is_empty());
        assert_eq!(shown(&tree(&[])), ["one-code: no examples/mistakes/one-code.epp"]);
        assert_eq!(shown(&tree(&[example, ("examples/mistakes/data/two-code/a.yaml", "")])).len(), 1);
        let other = ONE.replace("one-code.epp", "other.pp");
        let files = [(REGISTRY, other.as_str()), example, ("examples/mistakes/other.pp", "")];
        assert_eq!(shown(&Tree::new(&files)).len(), 1);
        let none = "    ONE_CODE = \"one-code\" {\n    }\n";
        assert_eq!(shown(&Tree::new(&[(REGISTRY, none)])), ["one-code: its entry names no example"]);
    }

    #[test]
    fn a_code_is_written_in_the_registry_alone() {
        let test = "fn a() {}\n// about \"one-code\"\n#[cfg(test)]\nmod tests { const A: &str = \"one-code\"; }\n";
        assert!(written_once(&tree(&[("crates/a/src/a.rs", test), ("crates/a/src/tests.rs", "\"one-code\"")])).is_empty());
        let written = written_once(&tree(&[("crates/a/src/a.rs", "fn a(it: &str) -> bool {\n    it == \"one-code\"\n}\n")]));
        assert_eq!(written, ["crates/a/src/a.rs:2: `one-code` is written as a text"]);
        let issues = "    pub const ONE_CODE: &str = \"one-code\";\n    pub const THREE: &str = \"three\";\n";
        assert_eq!(written_once(&tree(&[(ISSUES, issues)])).len(), 1);
    }

    #[test]
    fn problems_of_texts_have_puppets_names() {
        let file = ("crates/syntax/src/problem.rs", "codes! {\n    // ---- lexer ----\n    A = \"ONE\",\n    B = \"\",\n}\n");
        assert_eq!(declared(&Tree::new(&[file])).collect::<Vec<_>>(), [("A", "ONE"), ("B", "")]);
    }
}
