//! The texts of the repository, in memory, so that a test can look at a repository that is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

#[derive(Default)]
pub struct Tree {
    files: BTreeMap<String, String>,
    /// Pictures and the like, by name only.
    others: BTreeSet<String>,
}

impl Tree {
    /// Every file that is or would be committed.
    pub fn of_repository(root: &Path) -> Result<Tree, String> {
        let out = Command::new("git")
            .current_dir(root)
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()
            .map_err(|e| format!("git: {e}"))?;
        if !out.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&out.stderr).trim()));
        }
        let mut tree = Tree::default();
        for name in String::from_utf8_lossy(&out.stdout).split('\0').filter(|name| !name.is_empty()) {
            match std::fs::read_to_string(root.join(name)) {
                Ok(text) => drop(tree.files.insert(name.to_owned(), text)),
                Err(_) => drop(tree.others.insert(name.to_owned())),
            }
        }
        Ok(tree)
    }

    #[cfg(test)]
    pub fn new(files: &[(&str, &str)]) -> Tree {
        Tree { files: files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(), others: BTreeSet::new() }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(String::as_str)
    }

    pub fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The files whose names end so.
    pub fn ending<'a>(&'a self, end: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.iter().filter(move |(name, _)| name.ends_with(end))
    }

    /// A name in the tree that is a file, or a folder with files in it.
    pub fn exists(&self, name: &str) -> bool {
        let folder = format!("{}/", name.trim_end_matches('/'));
        name.is_empty() || self.has(name) || self.others.contains(name) || self.files.keys().any(|file| file.starts_with(&folder))
    }
}
