//! Modules of a `Puppetfile`, and the folder where it installs them.
//!
//! It is Ruby, of which we read the statements that name folders, `moduledir 'x'` and `install_path: 'x'` of a module, and the names of modules.

mod statement;

use std::ops::Range;
use std::path::PathBuf;

use rustc_hash::FxHashSet;

use crate::metadata::name_of_module;

pub use statement::{Item, ItemKind, items};

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

/// The name of the file, at the top of a repository.
pub const FILE_NAME: &str = "Puppetfile";

/// A module that a `Puppetfile` lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<'t> {
    /// Without the author.
    pub name: &'t str,
    /// Where the full name stands, without its quotes.
    pub range: Range<usize>,
    /// The module is part of the repository: nothing installs it.
    pub is_local: bool,
    /// The version that is listed: `9.6.0`, `:latest`.
    pub version: Option<&'t str>,
    /// Names and values of options, such as `git` and `tag`.
    pub options: Vec<(&'t str, &'t str)>,
    /// Its statement up to here.
    pub end: usize,
}

impl Listed<'_> {
    /// The value of an option.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|it| it.0 == name).map(|it| it.1)
    }
}

/// Returns the modules that it lists.
pub fn modules(text: &str) -> Vec<Listed<'_>> {
    let mut found: Vec<Listed<'_>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let listed = line.trim_start();
        let name = listed.strip_prefix("mod").and_then(|it| quoted(it.trim_start_matches(['(', ' ', '\t'])));
        if let Some(full) = name
            && let Some(quote) = line.find(['\'', '"'])
        {
            let at = quote + 1;
            let name = name_of_module(full);
            let range = start + at..start + at + full.len();
            let items = items(text, start + quote);
            let end = items.last().map_or(range.end, |it| it.range.end);
            let (version, options) = statement::version_and_options(text, items.get(1..).unwrap_or_default());
            found.push(Listed { name, range, is_local: false, version, options, end });
        }
        // Options may follow on lines of their own.
        let is_local = !listed.starts_with('#') && (line.contains("local: true") || line.contains(":local => true"));
        if let Some(module) = found.last_mut().filter(|_| is_local) {
            module.is_local = true;
        }
        start += line.len();
    }
    found
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
    fn modules_are_listed_with_their_places() {
        let text = "mod 'puppetlabs/stdlib', '9.0.0'\n# mod 'gone'\nmod \"own\",\n  local: true\n";
        let listed: Vec<_> = modules(text).into_iter().map(|it| (it.name, &text[it.range], it.is_local)).collect();
        assert_eq!(listed, [("stdlib", "puppetlabs/stdlib", false), ("own", "own", true)]);
        let text = "mod 'mod'";
        assert_eq!(modules(text).first().map(|it| it.range.clone()), Some(5..8));
    }

    #[test]
    fn modules_have_versions_and_options() {
        let text = "mod 'a/one', '1.2.3' # pinned\nmod 'a/two', :latest\nmod('two',\n  # from here\n  :git => 'https://example.com/two.git',\n  \
                    tag: \"v2\")\nmod 'none'\nmod 'a/three', '1', install_path: 'x', local: true\n";
        let listed: Vec<_> = modules(text).into_iter().map(|it| (it.version, it.options)).collect();
        let of_two = vec![("git", "https://example.com/two.git"), ("tag", "v2")];
        let of_three = vec![("install_path", "x"), ("local", "true")];
        assert_eq!(listed, [(Some("1.2.3"), vec![]), (Some(":latest"), vec![]), (None, of_two), (None, vec![]), (Some("1"), of_three)]);
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
