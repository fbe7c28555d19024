//! Where it is decided what a file is.

use super::languages::found;
use super::tree::Tree;

/// The file that decides.
const HOME: &str = "crates/workspace/src/kind.rs";

/// Crates above it. Those below read files by Puppet's and Salt's own rules about names.
const ABOVE: &[&str] = &["cli", "server", "ide", "diagnostics", "format", "analysis", "workspace"];

/// How code decides by itself.
const DECISIONS: &[&str] = &[
    "ends_with(\".pp\")",
    "ends_with(\".epp\")",
    "ends_with(\".erb\")",
    "ends_with(\".sls\")",
    "ends_with(\".yaml\")",
    "it == \"pp\"",
    "it == \"epp\"",
    "it == \"erb\"",
    "it == \"sls\"",
    "Dialect::of_path",
];

/// Crates above the workspace ask one function what a file is.
pub fn decided_once(tree: &Tree) -> Vec<String> {
    let is_above = |name: &str| ABOVE.iter().any(|it| name.starts_with(&format!("crates/{it}/src/"))) && name != HOME;
    let is_test = |name: &str| name.ends_with("tests.rs") || name.contains("/tests/");
    let above = tree.ending(".rs").filter(|it| is_above(it.0) && !is_test(it.0));
    above.flat_map(|(name, text)| found(name, text, DECISIONS, |line, decision| line.contains(decision))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_file_decides_by_endings() {
        let text = "fn is_epp(path: &str) -> bool {\n    path.ends_with(\".epp\")\n}\n";
        let complaints = |path: &str| decided_once(&Tree::new(&[(path, text)]));
        assert_eq!(complaints("crates/ide/src/a.rs"), ["crates/ide/src/a.rs:2: ends_with(\".epp\")"]);
        assert_eq!(complaints(HOME), [""; 0]);
        assert_eq!(complaints("crates/environment/src/a.rs"), [""; 0]);
        assert_eq!(complaints("crates/ide/src/tests/a.rs"), [""; 0]);
        let test = format!("#[cfg(test)]\nmod tests {{\n{text}}}\n");
        assert_eq!(decided_once(&Tree::new(&[("crates/ide/src/a.rs", &test)])), [""; 0]);
    }
}
