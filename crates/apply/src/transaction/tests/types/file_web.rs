//! Files from web servers, from the catalog to the machine.

use crate::transaction::tests::Run;
use machine::FileKind;
use serde_json::json;

const ADDRESS: &str = "http://example.org/f";

fn served(said: &str) -> Run {
    let mut run = Run::new();
    run.memory.put("/usr/bin/curl", FileKind::File, 0o755, b"");
    run.memory.put("/tmp", FileKind::Directory, 0o755, b"");
    run.memory.answers.push(("/usr/bin/curl *".to_owned(), 0, said.to_owned()));
    run
}

#[test]
fn a_file_is_fetched_when_the_server_has_a_newer_one() {
    let last = |date: &str| format!("HTTP/1.1 301 Moved\r\nLocation: x\r\n\r\nHTTP/1.1 200 OK\r\nLast-Modified: {date}\r\n\r\n");
    let mut run = served(&last("Sun, 17 Jan 2027 08:00:00 GMT"));
    let log = run.tell(&[("File", "/t/a", json!({"source": ADDRESS}))]);
    assert_eq!(log, "Notice: /Stage[main]/Main/File[/t/a]/ensure: defined content as '{mtime}2027-01-17 08:00:00 UTC'\n");
    assert!(run.memory.ran.iter().any(|it| it.contains("--output /tmp/puppet-source")), "{:?}", run.memory.ran);
    assert!(run.memory.entries.keys().all(|it| !it.starts_with("/tmp/puppet")));
    // What is here was written on 15 January.
    run.memory.answers.clear();
    run.memory.answers.push(("/usr/bin/curl *".to_owned(), 0, last("Tue, 12 Jan 2027 08:00:00 GMT")));
    assert_eq!(run.tell(&[("File", "/t/a", json!({"source": ADDRESS}))]), "");
}

#[test]
fn a_server_is_not_asked_where_the_sum_is_said() {
    let mut run = served("HTTP/1.1 200 OK\r\n\r\n");
    run.memory.put("/t/a", FileKind::File, 0o644, b"a");
    let file = |sum: &str| json!({"ensure": "file", "source": ADDRESS, "checksum": "md5", "checksum_value": sum});
    assert_eq!(run.tell(&[("File", "/t/a", file("0cc175b9c0f1b6a831c399e269772661"))]), "");
    assert!(run.memory.ran.is_empty(), "{:?}", run.memory.ran);
    let log = run.tell(&[("File", "/t/a", file("00000000000000000000000000000000"))]);
    assert!(log.contains("File written to disk did not match desired checksum; discarding changes"), "{log}");
}

#[test]
fn a_file_that_no_server_has_is_told() {
    let log = served("HTTP/1.1 404 Not Found\r\n\r\n").tell(&[("File", "/t/a", json!({"source": ADDRESS}))]);
    assert!(log.contains("Could not retrieve information from environment production source(s) http://example.org/f"), "{log}");
}
