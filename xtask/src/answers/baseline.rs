//! The names of the cases whose answers are Puppet's, and must stay so: `tests/SUITE/equal.txt`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Suite;
use crate::recordings::replace;

fn file(root: &Path, suite: Suite) -> PathBuf {
    root.join("tests").join(suite.name()).join("equal.txt")
}

pub fn read(root: &Path, suite: Suite) -> Result<BTreeSet<String>, String> {
    let path = file(root, suite);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(text.lines().map(|line| format!("{}/{line}", suite.name())).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

pub fn write(root: &Path, suite: Suite, names: &BTreeSet<String>) -> Result<(), String> {
    let prefix = format!("{}/", suite.name());
    let text: String = names.iter().map(|name| format!("{}\n", name.strip_prefix(&prefix).unwrap_or(name))).collect();
    replace(&file(root, suite), &text)
}
