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

/// One answer for each case, in their order.
pub fn answers(root: &Path, configuration: &Configuration, cases: &[Case]) -> Result<Vec<Puppet>, String> {
    let path = folder(root).join(format!("{}.jsonl", configuration.name));
    let state = state(root, configuration)?;
    let key = |case: &Case| digest::value(&json!([state, case.request]));
    let mut kept = read(&path);
    let missing: Vec<Case> = cases.iter().filter(|case| !kept.contains_key(&key(case))).cloned().collect();
    if !missing.is_empty() {
        println!("{}: real Puppet is asked about {} classes", configuration.name, missing.len());
        for (case, mut raw) in missing.iter().zip(ask::answers(&Program::puppet(root)?, root, &missing)?) {
            let functions = raw["functions"].take();
            kept.insert(key(case), json!({"functions": functions, "answer": normal::answer(Suite::Catalogs, raw)}));
        }
        let line = |(key, value): (&String, &Value)| format!("{}\n", json!([key, value]));
        replace(&path, &kept.iter().map(line).collect::<String>())?;
    }
    let taken = |case: &Case| {
        let it = kept.get(&key(case)).cloned().unwrap_or_default();
        Puppet { answer: it["answer"].clone(), functions: it["functions"].clone() }
    };
    Ok(cases.iter().map(taken).collect())
}

fn folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("classes")
}

fn read(path: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The facts, the scripts that ask, and the modules: these by the names, sizes and times of their files.
fn state(root: &Path, configuration: &Configuration) -> Result<String, String> {
    let mut all = String::new();
    let scripts = root.join("tests/oracle/puppet");
    for path in
        [root.join(configuration.facts), scripts.join("common.rb"), scripts.join("catalog_core.rb"), scripts.join("oracle_catalog.rb")]
    {
        let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        all.push_str(&digest::text(&bytes));
    }
    // How answers are kept.
    all.push_str(&digest::text(include_bytes!("../answers/normal.rs")));
    let mut seen = std::collections::BTreeSet::new();
    files(Path::new(MODULES), &mut seen, &mut all).map_err(|e| format!("{MODULES}: {e}; run tests/oracle/install.sh"))?;
    Ok(digest::text(all.as_bytes()))
}

fn files(folder: &Path, seen: &mut std::collections::BTreeSet<PathBuf>, all: &mut String) -> std::io::Result<()> {
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
