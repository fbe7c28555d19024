//! The codes of diagnostics, their pages and their examples.

use super::tree::Tree;

/// Codes without a file in `examples/mistakes` of their name, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("invalid-setting", "is about bunraku.toml"),
    ("unknown-setting", "is about bunraku.toml"),
    ("unused-ignore", "is about a comment, and no mistake to Puppet"),
    ("illegal-definition-location", "depends on the place of the file: modules/web/manifests/port.pp"),
    ("illegal-top-construct-location", "depends on the place of the file: modules/web/manifests/init.pp"),
    ("relative-name", "needs a module around it"),
    ("private-definition", "needs a second module"),
    ("unrealized-resource", "depends on the main manifest beside it"),
    ("missing-default", "off unless settings ask for it"),
    ("nested-too-deeply", "needs thousands of brackets"),
    ("not-supported-when-compiling", "needs the setting `tasks`"),
    ("not-supported-when-scripting", "needs the setting `tasks`"),
];

pub fn documented(tree: &Tree) -> Vec<String> {
    let codes = codes(tree);
    let mut complaints = Vec::new();
    for code in &codes {
        match tree.get(&format!("docs/diagnostics/{code}.md")) {
            None => complaints.push(format!("{code}: no docs/diagnostics/{code}.md")),
            Some(page) if !page.starts_with(&format!("# {code}\n")) => complaints.push(format!("{code}: its page has another title")),
            Some(_) => {}
        }
    }
    for (page, _) in tree.ending(".md") {
        if let Some(name) = page.strip_prefix("docs/diagnostics/").and_then(|it| it.strip_suffix(".md"))
            && name != "README"
            && !codes.iter().any(|code| code == name)
        {
            complaints.push(format!("{page}: there is no such code"));
        }
    }
    if codes.is_empty() {
        complaints.push("no codes found".into());
    }
    complaints
}

pub fn shown(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for code in codes(tree) {
        let names = [format!("{code}.pp"), format!("{code}.epp"), format!("catalog/{code}.pp")];
        let folder = format!("examples/mistakes/data/{code}/");
        let in_folder = tree.ending("").any(|(file, _)| file.starts_with(&folder));
        let example = in_folder || names.iter().any(|name| tree.has(&format!("examples/mistakes/{name}")));
        match (example, NOT_SHOWN.iter().any(|(name, _)| *name == code)) {
            (false, false) => complaints.push(format!("{code}: no file in examples/mistakes")),
            (true, true) => complaints.push(format!("{code}: has a file in examples/mistakes, and an excuse for having none")),
            _ => {}
        }
    }
    complaints
}

fn codes(tree: &Tree) -> Vec<String> {
    declared(tree).map(|(code, _)| code).chain(own(tree)).chain(of_rules(tree)).map(str::to_owned).collect()
}

/// Codes that are about Bunraku itself: `const NAME: &str = "code";`.
fn own(tree: &Tree) -> impl Iterator<Item = &str> {
    let lines = tree.get("crates/diagnostics/src/registry/own.rs").unwrap_or_default().lines();
    lines.filter_map(|line| line.split_once(": &str = \"")?.1.strip_suffix("\";"))
}

/// The codes of the rules of `diagnostics`, a file each: `Rule { code: "name", …`.
fn of_rules(tree: &Tree) -> impl Iterator<Item = &str> {
    let folders = ["evaluation", "advice", "around", "data"].map(|it| format!("crates/diagnostics/src/{it}/"));
    let files = tree.ending(".rs").filter(move |(file, _)| folders.iter().any(|folder| file.starts_with(folder.as_str())));
    files.filter_map(|(_, text)| text.split_once("Rule { code: \"").or_else(|| text.split_once("    code: \""))?.1.split('"').next())
}

/// Every code with Puppet's name of the issue, as they are declared: `Variant = "name" / "PUPPET_NAME",`.
pub fn declared(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    tree.get("crates/syntax/src/problem.rs").unwrap_or_default().lines().filter_map(|line| {
        let (_, declared) = line.split_once(" = \"")?;
        let (name, rest) = declared.split_once('"')?;
        let (puppet, _) = rest.strip_prefix(" / \"")?.split_once('"')?;
        Some((name, puppet))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: &str = "codes! {\n    A = \"one-code\" / \"ONE\",\n    B = \"two-code\" / \"\",\n}\n";

    #[test]
    fn a_code_needs_a_page_and_a_page_a_code() {
        let one = ("docs/diagnostics/one-code.md", "# one-code\n\nText.\n");
        let two = ("docs/diagnostics/two-code.md", "# two-code\n");
        let declared = ("crates/syntax/src/problem.rs", CODES);
        assert!(documented(&Tree::of(&[declared, one, two, ("docs/diagnostics/README.md", "")])).is_empty());
        assert_eq!(documented(&Tree::of(&[declared, one])), ["two-code: no docs/diagnostics/two-code.md"]);
        assert_eq!(documented(&Tree::of(&[declared, one, ("docs/diagnostics/two-code.md", "# other\n")])).len(), 1);
        assert_eq!(documented(&Tree::of(&[declared, one, two, ("docs/diagnostics/three.md", "")])).len(), 1);
        assert_eq!(documented(&Tree::of(&[])), ["no codes found"]);
    }

    #[test]
    fn a_code_needs_an_example_or_an_excuse() {
        let declared = ("crates/syntax/src/problem.rs", "    A = \"one-code\" / \"\",\n    B = \"nested-too-deeply\" / \"\",\n");
        assert_eq!(shown(&Tree::of(&[declared])), ["one-code: no file in examples/mistakes"]);
        assert!(shown(&Tree::of(&[declared, ("examples/mistakes/one-code.epp", "")])).is_empty());
        let both = [declared, ("examples/mistakes/one-code.pp", ""), ("examples/mistakes/nested-too-deeply.pp", "")];
        assert_eq!(shown(&Tree::of(&both)).len(), 1);
    }
}
