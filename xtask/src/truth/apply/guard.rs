//! `tests/oracle/apply/guard.sh`, which keeps tests from applying resources to the machine that they run on.

use std::path::Path;
use std::process::{Command, Stdio};

/// Exit code where it refuses.
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

fn run_outside_script(arguments: &[&Path]) -> Option<i32> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/oracle/apply/outside.sh");
    Command::new("bash").arg(program).args(arguments).stderr(Stdio::null()).status().ok()?.code()
}

#[test]
fn what_changes_outside_of_the_roots_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let noted = tempfile::NamedTempFile::new().unwrap();
    let (note, check) = (Path::new("note"), Path::new("check"));
    std::fs::write(folder.path().join("old"), "").unwrap();
    assert_eq!(run_outside_script(&[note, noted.path()]), Some(0));
    assert_eq!(run_outside_script(&[check, noted.path(), folder.path()]), Some(0));
    std::fs::write(folder.path().join("new"), "").unwrap();
    assert_eq!(run_outside_script(&[check, noted.path(), folder.path()]), Some(super::CHANGED_OUTSIDE));
    // A device that is no longer what it was.
    let empty = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(noted.path()).unwrap().replace("/dev/null character special file", "/dev/null regular file");
    std::fs::write(noted.path(), text).unwrap();
    assert_eq!(run_outside_script(&[check, noted.path(), empty.path()]), Some(super::CHANGED_OUTSIDE));
}

/// A root with the devices of the machine could replace them.
#[test]
fn no_root_has_the_devices_of_the_machine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["case_ns.sh", "bench_root.sh", "mkbase.sh"] {
        let text = std::fs::read_to_string(root.join("tests/oracle/apply").join(name)).unwrap();
        assert!(text.contains("devices.sh") && !text.contains("bind /dev"), "{name}");
    }
    let text = std::fs::read_to_string(root.join("crates/cli/tests/faults/root.rs")).unwrap();
    assert!(text.contains("devices.sh") && !text.contains("bind /dev"));
}
