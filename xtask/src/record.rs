//! `cargo xtask record`: asks real Puppet and writes what it answers.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cases::{self, Case};
use crate::corpus;
use crate::program::Program;
use crate::recordings;

pub fn run(root: &Path, subjects: &[String]) -> Result<(), String> {
    let puppet = Program::puppet(root)?;
    let all = everything(root)?;
    if let Some(unknown) = subjects.iter().find(|s| !all.iter().any(|c| c.subject() == s.as_str())) {
        return Err(format!("no such subject: {unknown}"));
    }
    let mut by_subject: BTreeMap<&str, Vec<Case>> = BTreeMap::new();
    for case in &all {
        by_subject.entry(case.subject()).or_default().push(case.clone());
    }
    for (subject, cases) in by_subject {
        if !subjects.is_empty() && !subjects.iter().any(|s| s == subject) {
            continue;
        }
        let recorded = recordings::ask(&puppet, &cases)?;
        recordings::write(&recordings::file(root, subject), &recorded)?;
        println!("{subject}: {} recorded", recorded.len());
    }
    Ok(())
}

/// Every case there is: the language cases, the installed modules, the manifests of the repository.
pub fn everything(root: &Path) -> Result<Vec<Case>, String> {
    let mut all = cases::all(&root.join("tests/language"))?;
    all.extend(corpus::installed()?);
    all.extend(corpus::repository(root)?);
    Ok(all)
}
