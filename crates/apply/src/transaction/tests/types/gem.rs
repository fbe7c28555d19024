//! Resources of the type or provider `gem`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn gems_come_from_files_and_from_servers() {
    let mut run = Run::new();
    run.memory.put("/usr/bin/gem", FileKind::File, 0o755, b"");
    for (line, code, said) in [
        ("list --local", 0, "*** LOCAL GEMS ***\n\njson (2.6.3, default: 2.6.1)\nold (1.0)\n"),
        ("list --remote *", 0, "json (3.0 ruby java, 2.6.3)\n"),
        ("install --no-document broken", 0, "ERROR:  Could not find a valid gem 'broken'\n"),
        ("*", 0, "Done\n"),
    ] {
        run.memory.answers.push((format!("/usr/bin/gem {line}"), code, said.to_owned()));
    }
    let log = run.tell(&[
        ("Package", "json", json!({"provider": "gem", "ensure": "latest"})),
        ("Package", "file", json!({"provider": "gem", "source": "/r/file.gem", "install_options": ["--force"]})),
        ("Package", "server", json!({"provider": "gem", "ensure": "1.2", "source": "https://gems.example.org/"})),
        ("Package", "old", json!({"provider": "gem", "ensure": "absent"})),
        ("Package", "broken", json!({"provider": "gem"})),
        ("Package", "puppet", json!({"provider": "gem", "source": "puppet:///modules/x/y.gem"})),
    ]);
    assert!(log.contains("Package[json]/ensure: ensure changed ['2.6.3', '2.6.1'] to '3.0'"), "{log}");
    assert!(log.contains("Could not install: ERROR:  Could not find a valid gem 'broken'"), "{log}");
    assert!(log.contains("puppet:// URLs are not supported as gem sources"), "{log}");
    let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/gem "));
    assert_eq!(
        all.filter(|it| !it.starts_with("list")).collect::<Vec<_>>(),
        [
            "install --no-document json",
            "install --force --no-document /r/file.gem",
            "install -v 1.2 --no-document --source https://gems.example.org/ server",
            "uninstall --executables --all old",
            "install --no-document broken",
        ]
    );
}
