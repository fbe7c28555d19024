//! Which crates know which language.

use super::tree::Tree;
use super::words::whole_word;

/// Words of Salt.
const SALT: &[&str] =
    &["Salt", "SLS", "Sls", "sls", "highstate", "pillar", "pillars", "minion", "minions", "grains", "requisite", "requisites"];

/// Crates that speak of Salt: its own, and what shows both languages.
const OF_SALT: &[&str] = &["cli", "server", "states", "ide", "diagnostics", "analysis", "workspace", "settings", "salt", "test_utils"];

/// Words of catalogs and relationships of Puppet, as texts of the program.
const PUPPET: &[&str] =
    &["\"require\"", "\"subscribe\"", "\"autorequire\"", "\"compilable_type\"", "\"defined_type\"", "\"Class\"", "\"Stage\"", "{}[{}]"];

/// Crates that both languages use know no word of Salt.
pub fn salt(tree: &Tree) -> Vec<String> {
    let of_crates = |(name, text)| Some((crate_of(name)?, name, text));
    let others = tree.ending(".rs").filter_map(of_crates).filter(|it| !OF_SALT.contains(&it.0));
    others.flat_map(|(_, name, text)| found(name, text, SALT, whole_word)).collect()
}

/// The catalog and the graph know no word of Puppet outside of their module for it.
pub fn puppet(tree: &Tree) -> Vec<String> {
    let others = tree.ending(".rs").filter(|it| it.0.starts_with("crates/catalog/src/") && !it.0.starts_with("crates/catalog/src/puppet"));
    let is_test = |name: &str| name.ends_with("tests.rs") || name.ends_with("properties.rs");
    others.filter(|it| !is_test(it.0)).flat_map(|(name, text)| found(name, text, PUPPET, |line, word| line.contains(word))).collect()
}

fn crate_of(name: &str) -> Option<&str> {
    name.strip_prefix("crates/")?.split_once("/src/").map(|it| it.0)
}

/// The lines of a file, without its tests, that have one of the words.
pub(super) fn found(name: &str, text: &str, words: &[&str], has: fn(&str, &str) -> bool) -> Vec<String> {
    let is_of_tests = |it: &(usize, &str)| text[it.0..].lines().nth(1).is_some_and(|it| it.contains("mod "));
    let end = text.match_indices("#[cfg(test)]").find(is_of_tests).map_or(text.len(), |it| it.0);
    let code = &text[..end];
    let lines = code.lines().enumerate();
    lines.filter_map(|(number, line)| words.iter().find(|it| has(line, it)).map(|it| format!("{name}:{}: {it}", number + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_crates_know_no_word_of_salt() {
        let complaints = |path: &str, text: &str| salt(&Tree::new(&[(path, text)]));
        assert_eq!(
            complaints("crates/catalog/src/a.rs", "fn a() {}\n/// The pillar of a minion.\n"),
            ["crates/catalog/src/a.rs:2: pillar"]
        );
        assert_eq!(complaints("crates/salt/src/a.rs", "/// The pillar of a minion.\n"), [""; 0]);
        assert_eq!(complaints("crates/apply/src/a.rs", "/// The salt of a digest.\nfn caterpillar() {}\n"), [""; 0]);
        assert_eq!(complaints("crates/jinja/src/a.rs", "fn a() {}\n#[cfg(test)]\nmod tests { const A: &str = \"a.sls\"; }\n"), [""; 0]);
    }

    #[test]
    fn the_catalog_knows_puppet_in_one_module() {
        let text = "fn name() -> &'static str { \"require\" }\n";
        let complaints = |path: &str| puppet(&Tree::new(&[(path, text)])).len();
        assert_eq!(complaints("crates/catalog/src/graph.rs"), 1);
        assert_eq!(complaints("crates/catalog/src/puppet/words.rs"), 0);
        assert_eq!(complaints("crates/providers/src/a.rs"), 0);
    }
}
