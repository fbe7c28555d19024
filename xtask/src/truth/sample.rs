//! Which cases a commit has asked live: those that it changed, and a tenth of the others, another tenth each time.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::answers::{self, Suite};
use crate::cases::{self, Case};

pub fn choose(root: &Path, hash: &str, all: &[Case]) -> Vec<Case> {
    let before = inputs_before(root, hash);
    all.iter().filter(|case| chosen(hash, &case.id) || (case.path.is_none() && !before.contains(&case.input()))).cloned().collect()
}

pub fn chosen(hash: &str, id: &str) -> bool {
    Sha256::digest(format!("{hash} {id}")).first().is_some_and(|byte| u32::from(*byte) * 10 < 256)
}

/// The cases of a suite of the compiler before the commit.
pub fn answers_before(root: &Path, suite: Suite, hash: &str) -> BTreeSet<String> {
    let parent = format!("{hash}^");
    let folder = format!("tests/{}/", suite.name());
    let names = git(root, &["ls-tree", "-r", "--name-only", &parent, &folder]).unwrap_or_default();
    let mut inputs = BTreeSet::new();
    for name in names.lines().filter(|name| name.ends_with(".cases")) {
        let subject = Path::new(name).file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let text = git(root, &["show", &format!("{parent}:{name}")]).unwrap_or_default();
        inputs.extend(answers::case::read(suite, subject, &text).unwrap_or_default().iter().map(answers::Case::input));
    }
    inputs
}

pub fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let out = Command::new("git").current_dir(root).args(arguments).output().ok().filter(|out| out.status.success())?;
    String::from_utf8(out.stdout).ok()
}

/// Every case as it was before the commit. Without history (a shallow clone) there was nothing: all count as changed.
fn inputs_before(root: &Path, hash: &str) -> BTreeSet<String> {
    let git = |arguments: &[&str]| git(root, arguments);
    let parent = format!("{hash}^");
    let names = git(&["ls-tree", "-r", "--name-only", &parent]).unwrap_or_default();
    let mut inputs = BTreeSet::new();
    for name in names.lines() {
        let path = Path::new(name);
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let Some(text) = matches!(extension, "cases" | "pp" | "epp").then(|| git(&["show", &format!("{parent}:{name}")])).flatten() else {
            continue;
        };
        if extension == "cases" && !name.starts_with("tests/language/") {
            continue;
        }
        if extension == "cases" {
            let subject = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
            inputs.extend(cases::read(subject, &text).unwrap_or_default().iter().map(Case::input));
        } else {
            inputs.insert(
                Case {
                    id: format!("repository/{name}"),
                    code: text,
                    epp: extension == "epp",
                    file: Some(name.to_owned()),
                    ..Case::default()
                }
                .input(),
            );
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_and_another_one_for_another_commit() {
        let of = |hash: &str| (0..10_000).filter(|i| chosen(hash, &format!("s/{i}"))).collect::<BTreeSet<_>>();
        let (one, two) = (of("a"), of("b"));
        assert!((900..1150).contains(&one.len()), "{}", one.len());
        assert!(one.intersection(&two).count() < 200);
        assert_eq!(one, of("a"));
    }

    #[test]
    fn without_history_everything_is_new() {
        assert!(inputs_before(Path::new("/"), "0000000").is_empty());
    }
}
