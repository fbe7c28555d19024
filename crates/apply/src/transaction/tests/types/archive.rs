//! Resources of the type or provider `archive`, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

#[test]
fn a_file_is_fetched_and_checked() {
    let mut run = Run::new();
    run.memory.put("/t/a.tar", FileKind::File, 0o644, b"content");
    let log = run.tell(&[(
        "Archive",
        "/t/x/b.tar",
        json!({"source": "/t/a.tar", "checksum_type": "md5", "checksum": "9a0364b9e99bb480dd25e1f0284c8555"}),
    )]);
    assert_eq!(log, "Notice: /Stage[main]/Main/Archive[/t/x/b.tar]/ensure: download archive from /t/a.tar to /t/x/b.tar  with cleanup\n");
    assert_eq!(run.memory.entries["/t/x/b.tar"].bytes, b"content");
    let log = run.tell(&[("Archive", "/t/y.tar", json!({"source": "/t/a.tar", "checksum_type": "md5", "checksum": "00000"}))]);
    assert!(log.contains("Download file checksum mismatch (expected: 00000 actual: 9a0364b9e99bb480dd25e1f0284c8555)"), "{log}");
    assert!(!run.memory.entries.contains_key("/t/y.tar"));
}

#[test]
fn what_lies_in_a_bucket_is_fetched_by_its_tool() {
    for (scheme, tool, command) in [("s3", "aws", "aws s3 cp"), ("gs", "gsutil", "gsutil cp")] {
        let mut run = Run::new();
        let source = format!("{scheme}://bucket/a.tar");
        let options = json!({"source": source, "download_options": ["--region", "x"], "temp_dir": "/t/tmp"});
        run.memory.put("/t/tmp", FileKind::Directory, 0o755, b"");
        let log = run.tell(&[("Archive", "/t/a.tar", options.clone())]);
        assert!(log.contains(&format!("failed: Command {tool} is missing\n")), "{log}");
        run.memory.put(&format!("/usr/bin/{tool}"), FileKind::File, 0o755, b"");
        run.tell(&[("Archive", "/t/a.tar", options)]);
        let ran = run.memory.ran.last().map(String::as_str).unwrap_or_default();
        let wanted = format!("/usr/bin/{command} {source} /t/tmp/a.tar_");
        assert!(ran.starts_with(&wanted) && ran.ends_with(" --region x"), "{ran}");
    }
}

#[test]
fn what_there_was_is_told_by_its_sum_and_folders_that_are_missing_by_their_names() {
    let mut run = Run::new();
    run.memory.put("/t/a.tar", FileKind::File, 0o644, b"content");
    run.memory.put("/t/b.tar", FileKind::File, 0o644, b"other");
    let sum = json!({"source": "/t/a.tar", "checksum_type": "md5", "checksum": "9a0364b9e99bb480dd25e1f0284c8555"});
    let log = run.tell(&[("Archive", "/t/b.tar", sum)]);
    let words = "from (md5)795f3202b17cb6bc3d4b771d8c6c9eaf to (md5)9a0364b9e99bb480dd25e1f0284c8555";
    assert!(log.contains(&format!("replace archive: /t/b.tar {words}")), "{log}");
    let missing = json!({"source": "/t/a.tar", "temp_dir": "/t/nosuch"});
    assert!(run.tell(&[("Archive", "/t/c.tar", missing)]).contains("Temporary directory /t/nosuch doesn't exist"));
    let missing = json!({"source": "/t/a.tar", "extract": true, "extract_path": "/t/nosuch", "creates": "/t/nosuch/x"});
    let log = run.tell(&[("Archive", "/t/d.tar", missing)]);
    assert!(log.contains("No such file or directory - /t/nosuch"), "{log}");
}
