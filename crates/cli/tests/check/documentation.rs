//! Outputs in the documentation are those of the command.

use snapbox::Data;

use crate::folder::Folder;

const MOTD: &str = "file { '/etc/motd'\n  ensure => file,\n}\nnotice(\"Hello \\world\")\n";

/// Runs each `$ bunraku …` in a block of the kind `console` and compares what follows. A line `...` stands for any lines.
#[track_caller]
fn check(page: &str) {
    let folder = Folder::new().file("manifests/motd.pp", MOTD).file("manifests/site.pp", "");
    let mut examples = 0;
    for block in page.split("```console\n$ bunraku ").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of the block");
        let (command, expected) = block.split_once('\n').expect("a command");
        let args: Vec<&str> = command.split_whitespace().collect();
        folder.bunraku(&args).assert().code(1).stdout_eq(Data::from(expected)).stderr_eq("");
        examples += 1;
    }
    assert!(examples > 0);
}

#[test]
fn check_md() {
    check(include_str!("../../../../docs/check.md"));
}

#[test]
fn output_formats_md() {
    let page = include_str!("../../../../docs/output-formats.md");
    assert!(page.contains(&format!("```puppet\n{MOTD}```")), "the page shows the file of the examples");
    check(page);
}

/// Readers copy whole blocks.
#[test]
fn settings_on_pages_can_be_read() {
    let pages = [
        include_str!("../../../../docs/check.md"),
        include_str!("../../../../docs/lint.md"),
        include_str!("../../../../docs/salt.md"),
        include_str!("../../../../docs/settings.md"),
    ];
    let mut blocks = 0;
    for block in pages.iter().flat_map(|it| it.split("```toml\n").skip(1)).filter_map(|it| it.split("```").next()) {
        let folder = Folder::new().file("bunraku.toml", block).file("manifests/site.pp", "");
        let output = folder.bunraku(&["check", "--format", "concise"]).output().expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(!printed.contains("-setting"), "{printed}\n{block}");
        blocks += 1;
    }
    assert!(blocks >= 3, "only {blocks} blocks");
}
