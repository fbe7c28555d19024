//! `tests/oracle/apply/guard.sh`, which keeps tests from applying resources to the machine that they run on.

use std::path::Path;
use std::process::{Command, Stdio};

/// What it ends with where it refuses.
const REFUSED: i32 = 97;

fn guard(arguments: &[&str]) -> Option<i32> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/oracle/apply/guard.sh");
    Command::new("bash").arg(program).args(arguments).stderr(Stdio::null()).status().ok()?.code()
}

fn check(starter: &str) -> Option<i32> {
    let file = tempfile::NamedTempFile::new().ok()?;
    std::fs::write(file.path(), starter).ok()?;
    guard(&["check", file.path().to_str()?])
}

#[test]
fn this_machine_is_no_throwaway_root() {
    assert_eq!(guard(&[]), Some(REFUSED));
}

#[test]
fn a_file_that_was_left_behind_does_not_make_one() {
    let here = std::fs::read_link("/proc/self/ns/mnt").unwrap_or_default();
    assert_eq!(check(&format!("{}\n", here.display())), Some(REFUSED));
    assert_eq!(check(""), Some(REFUSED));
    assert_eq!(check("somewhere\n"), Some(REFUSED));
    // Only what was started elsewhere passes.
    assert_eq!(check("mnt:[1]\n"), Some(0));
}

#[test]
fn the_root_of_the_machine_is_not_marked() {
    assert_eq!(guard(&["mark", "/"]), Some(2));
    assert!(!Path::new("/.throwaway-root").exists());
}

/// The cases write files of the system before anything is applied: the program that runs them asks, too.
#[test]
fn the_steps_of_a_case_are_not_run_here() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/oracle/apply/steps.py");
    let text = std::fs::read_to_string(program).unwrap_or_default();
    let (before, _) = text.split_once("open(").unwrap_or_default();
    assert!(before.contains("if subprocess.run(['/h/guard.sh']).returncode!=0: sys.exit"), "{before}");
}
