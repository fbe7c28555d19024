//! Output that a newcomer sees: the first run of the repository, and the commands that the documentation begins with.
//!
//! `SNAPSHOTS=overwrite cargo test -p cli --test transcripts` writes what is printed now.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use snapbox::{Assert, Data};

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").to_owned()
}

fn of_file(name: &str) -> Data {
    Data::read_from(&root().join("crates/cli/tests/transcripts").join(name), None)
}

#[track_caller]
fn is_as_in(file: &str, printed: String) {
    Assert::new().action_env("SNAPSHOTS").eq(printed, of_file(file).raw());
}

/// Runs each line `$ bunraku …` of a file, and compares what follows it. `FOLDER` is an empty folder, the same for all lines.
#[track_caller]
fn check(file: &str) {
    let expected = of_file(file).to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let mut printed = String::new();
    for arguments in expected.lines().filter_map(|it| it.strip_prefix("$ bunraku ")) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        let words = arguments.split_whitespace().map(|it| it.replace("FOLDER", &path));
        let output = command.current_dir(root()).args(words).output().expect("bunraku starts");
        // Messages of Puppet name files by their whole paths.
        let printed_by = both(&output).replace(&root().display().to_string(), "REPOSITORY").replace(&path, "FOLDER");
        let printed_by: String = printed_by.split_inclusive('\n').map(|it| steady(it, "\0")).collect();
        printed.push_str(&format!("$ bunraku {arguments}\n{printed_by}"));
        if let Some(code @ 1..) = output.status.code() {
            printed.push_str(&format!("? {code}\n"));
        }
        printed.push('\n');
    }
    is_as_in(file, printed);
}

fn both(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn commands_about_one_file() {
    check("file.txt");
}

#[test]
fn commands_about_a_site() {
    check("site.txt");
}

#[test]
fn reports_for_others_and_runs() {
    check("reports.txt");
}

#[test]
fn pages_of_the_program() {
    check("pages.txt");
}

#[test]
fn the_first_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = Command::new(root().join("run"));
    run.current_dir(root()).env("BUNRAKU_BIN", env!("CARGO_BIN_EXE_bunraku")).env("TMPDIR", folder.path());
    let output = run.output().expect("it starts");
    assert!(output.status.success(), "{}", both(&output));
    let printed = both(&output).replace(env!("CARGO_BIN_EXE_bunraku"), "bunraku");
    let temporary = format!("{}/tmp.", folder.path().display());
    is_as_in("run.txt", printed.lines().map(|it| steady(it, &temporary) + "\n").collect());
}

/// A line without the names of temporary folders, and without the seconds that something took.
fn steady(line: &str, temporary: &str) -> String {
    let mut parts = line.split(temporary);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("FOLDER");
        out.push_str(part.trim_start_matches(|it: char| it.is_ascii_alphanumeric()));
    }
    let text = out.trim_end_matches('\n');
    match text.strip_suffix(" seconds").and_then(|it| it.rsplit_once(' ')) {
        Some((before, number)) if number.parse::<f64>().is_ok() => format!("{before} N seconds{}", &out[text.len()..]),
        _ => out,
    }
}
