//! `cargo xtask record`: asks real Puppet and writes what it answers.

use std::collections::BTreeMap;
use std::path::Path;

use crate::answers::{self, Suite};
use crate::cases::{self, Case};
use crate::corpus;
use crate::mutants::idioms;
use crate::program::Program;
use crate::recordings;
use crate::truth;

pub fn run(root: &Path, subjects: &[String]) -> Result<(), String> {
    let (applied, subjects): (Vec<&String>, Vec<&String>) =
        subjects.iter().partition(|name| name.split('/').next() == Some(truth::apply::NAME));
    if !applied.is_empty() {
        truth::apply::record(root, &applied)?;
        if subjects.is_empty() {
            return Ok(());
        }
    }
    let (lints, subjects): (Vec<&String>, Vec<&String>) =
        subjects.into_iter().partition(|name| name.split('/').next() == Some(crate::lints::NAME));
    for name in &lints {
        crate::lints::record(root, name.split_once('/').map(|(_, subject)| subject))?;
    }
    if !lints.is_empty() && subjects.is_empty() {
        return Ok(());
    }
    let (sites, subjects): (Vec<&String>, Vec<&String>) =
        subjects.into_iter().partition(|name| name.split('/').next() == Some(crate::sites::NAME));
    for name in &sites {
        crate::sites::record(root, name.split_once('/').map(|(_, site)| site))?;
    }
    if !sites.is_empty() && subjects.is_empty() {
        return Ok(());
    }
    let (mutants, subjects): (Vec<&String>, Vec<&String>) = subjects.into_iter().partition(|name| *name == idioms::NAME);
    if !mutants.is_empty() {
        idioms::record(root)?;
        if subjects.is_empty() {
            return Ok(());
        }
    }
    let (suites, subjects): (Vec<&String>, Vec<&String>) =
        subjects.into_iter().partition(|name| Suite::named(name.split('/').next().unwrap_or_default()).is_some());
    for name in &suites {
        let (suite, subject) = name.split_once('/').map_or((name.as_str(), None), |(suite, subject)| (suite, Some(subject)));
        if let Some(suite) = Suite::named(suite) {
            answers::record(root, suite, subject)?;
        }
    }
    if !suites.is_empty() && subjects.is_empty() {
        return Ok(());
    }
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
        if !subjects.is_empty() && !subjects.iter().any(|s| s.as_str() == subject) {
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
