//! Where a `Puppetfile` puts modules.
//!
//! It is Ruby, of which we read the statements that name folders, `moduledir 'x'` and `install_path: 'x'` of a module, and the names of modules.

use std::path::PathBuf;

use rustc_hash::FxHashSet;

/// The folders below the environment that modules are put into, each once; `modules` where nothing else is said.
pub fn folders(text: &str) -> Vec<PathBuf> {
    let mut main = PathBuf::from("modules");
    let mut others = Vec::new();
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or(line).trim();
        if line.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix("moduledir") {
            if let Some(name) = quoted(rest.trim_start_matches(['(', ' ', '\t'])) {
                main = PathBuf::from(name);
            }
        } else if let Some((_, rest)) = line.split_once("install_path") {
            let rest = rest.trim_start_matches([':', '=', '>', ' ', '\t']);
            others.extend(quoted(rest).map(PathBuf::from));
        }
    }
    let mut seen = FxHashSet::default();
    std::iter::once(main).chain(others).filter(|it| seen.insert(it.clone())).collect()
}

/// The names of the modules that it lists.
pub fn modules(text: &str) -> Vec<&str> {
    let names = text.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("mod")?;
        let name = quoted(rest.trim_start_matches(['(', ' ', '\t']))?;
        name.rsplit(['/', '-']).next()
    });
    names.collect()
}

fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|it| matches!(it, '\'' | '"'))?;
    let inside = text.get(1..)?;
    let inside = inside.get(..inside.find(quote)?)?;
    (!inside.is_empty() && !inside.contains("#{")).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
        assert_eq!(folders(text), expected, "{text}");
    }

    #[test]
    fn modules_go_where_they_are_told() {
        check("forge 'https://forge.example.com'\nmod 'puppetlabs-stdlib', '9.0.0'\n", &["modules"]);
        check("moduledir 'external'\n", &["external"]);
        check("moduledir(\"external\") # here\n", &["external"]);
        check("# moduledir 'external'\n", &["modules"]);
        check("mod 'a',\n  git: 'x',\n  install_path: 'site'\nmod 'b', :install_path => \"other\"", &["modules", "site", "other"]);
        check("moduledir \"#{dir}\"\nmoduledir", &["modules"]);
    }
}
