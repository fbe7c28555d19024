//! Puppet's answers, kept below `target` under a digest of all that decides them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Configuration, Puppet};
use crate::answers::{Case, Suite, ask, normal};
use crate::corpus::MODULES;
use crate::digest;
use crate::program::Program;
use crate::recordings::replace;

/// One answer for each case, in their order, from the file of a name below `target` or from Puppet.
pub fn answers(root: &Path, configuration: &Configuration, name: &str, folders: &[&Path], cases: &[Case]) -> Result<Vec<Puppet>, String> {
    let path = answers_path(root, name);
    let state = state(root, configuration, folders)?;
    let key = |case: &Case| digest::value(&json!([state, case.request]));
    let mut stored = read(&path);
    let missing: Vec<Case> = cases.iter().filter(|case| !stored.contains_key(&key(case))).cloned().collect();
    if !missing.is_empty() {
        println!("{name}: real Puppet is asked about {} classes", missing.len());
        for (case, mut raw) in missing.iter().zip(ask::answers(&Program::puppet(root)?, root, &missing)?) {
            let functions = raw["functions"].take();
            stored.insert(key(case), json!({"functions": functions, "answer": normal::answer(Suite::Catalogs, raw)}));
        }
        let line = |(key, value): (&String, &Value)| format!("{}\n", json!([key, value]));
        replace(&path, &stored.iter().map(line).collect::<String>())?;
    }
    let taken = |case: &Case| {
        let it = stored.get(&key(case)).cloned().unwrap_or_default();
        Puppet { answer: it["answer"].clone(), functions: it["functions"].clone() }
    };
    Ok(cases.iter().map(taken).collect())
}

/// Where answers of a name are kept.
pub fn answers_path(root: &Path, name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("classes").join(format!("{name}.jsonl"))
}

/// Stored answers, by their keys.
pub fn read(path: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The facts, the scripts that ask, the modules, and how answers are kept.
fn state(root: &Path, configuration: &Configuration, folders: &[&Path]) -> Result<String, String> {
    let mut all = digest_of(&root.join(configuration.facts))?;
    all.push_str(&digest::text(include_bytes!("../answers/normal.rs")));
    all.push_str(&state_of_folders(root, folders)?);
    Ok(digest::text(all.as_bytes()))
}

/// The scripts that ask, and Debian's modules.
pub fn state_of_modules(root: &Path) -> Result<String, String> {
    state_of_folders(root, &[Path::new(MODULES)])
}

/// The scripts that ask, and folders of modules: these by the names, sizes and times of their files.
fn state_of_folders(root: &Path, folders: &[&Path]) -> Result<String, String> {
    let mut all = String::new();
    let scripts = root.join("tests/oracle/puppet");
    for name in ["common.rb", "catalog_core.rb", "oracle_catalog.rb"] {
        all.push_str(&digest_of(&scripts.join(name))?);
    }
    let mut seen = std::collections::BTreeSet::new();
    for folder in folders {
        files(folder, &mut seen, &mut all).map_err(|e| format!("{}: {e}; tests/oracle/install.sh installs Debian's", folder.display()))?;
    }
    Ok(digest::text(all.as_bytes()))
}

fn digest_of(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(digest::text(&bytes))
}

/// Adds the names, sizes and times of all files below a folder.
pub fn files(folder: &Path, seen: &mut std::collections::BTreeSet<PathBuf>, all: &mut String) -> std::io::Result<()> {
    if !seen.insert(folder.canonicalize()?) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        // A link that leads nowhere is nothing.
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if metadata.is_dir() {
            files(&path, seen, all)?;
        } else {
            let time = metadata.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
            all.push_str(&format!("{} {} {time}\n", path.display(), metadata.len()));
        }
    }
    Ok(())
}
