//! Trees of SLS files that are healthy.

use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};

/// Trees as people write them, each for three minions.
#[test]
fn realistic_trees_have_no_findings() {
    let trees = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/salt/realistic");
    let mut count = 0;
    for tree in std::fs::read_dir(&trees).expect("the trees").flatten().filter(|it| it.path().is_dir()) {
        let out = Command::new(cargo_bin!("bunraku")).args(["check", "."]).current_dir(tree.path()).output().expect("it runs");
        let printed = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && printed.contains(" files: no findings"), "{}: {printed}", tree.path().display());
        count += 1;
    }
    assert!(count >= 4, "{count} trees");
}
