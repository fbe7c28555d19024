//! Bad input gives one line each, and never stops the rest.

use snapbox::str;

use crate::folder::Folder;

/// A good file next to the bad ones: it is checked in every test.
fn folder() -> Folder {
    Folder::new().file("good.pp", "include apache\n")
}

#[track_caller]
fn fails(folder: &Folder, args: &[&str], stderr: impl snapbox::IntoData) {
    let stdout = "checked 1 file: no findings; 1 input could not be read\n";
    folder.check(args).assert().code(2).stdout_eq(stdout).stderr_eq(stderr);
}

#[test]
fn no_such_path() {
    fails(
        &folder(),
        &["good.pp", "nowhere"],
        str![[r#"
bunraku: nowhere: no such file or folder

"#]],
    );
}

/// Input with a note, which counts only under `--deny`.
#[track_caller]
fn is_noted(folder: &Folder, args: &[&str], denied: i32, stderr: impl snapbox::IntoData) {
    folder.check(args).assert().code(0).stdout_eq("checked 1 file: no findings\n").stderr_eq(stderr);
    folder.check(args).args(["--deny", "warnings"]).assert().code(denied);
}

#[test]
fn a_binary_that_is_found_is_noted_and_one_that_is_named_fails() {
    let folder = folder().file("files/bad.pp", b"\x7fELF\x02\x01\x01\0\0");
    is_noted(
        &folder,
        &[],
        0,
        str![[r#"
bunraku: note: files/bad.pp: binary: a NUL byte at offset 7

"#]],
    );
    fails(
        &folder,
        &["good.pp", "files/bad.pp"],
        str![[r#"
bunraku: files/bad.pp: binary: a NUL byte at offset 7

"#]],
    );
}

#[test]
fn utf_16() {
    fails(
        &folder().file("bad.pp", b"\xff\xfei\0n\0c\0"),
        &[],
        str![[r#"
bunraku: bad.pp: UTF-16, where Puppet reads UTF-8

"#]],
    );
}

#[test]
fn not_utf_8() {
    fails(
        &folder().file("bad.pp", b"# ok\n# caf\xe9\n"),
        &[],
        str![[r#"
bunraku: bad.pp: not UTF-8: byte 0xE9 at offset 10, line 2

"#]],
    );
}

/// Puppet renders templates of Ruby in any encoding.
#[test]
fn a_template_of_ruby_that_is_not_utf_8_is_noted() {
    is_noted(
        &folder().file("m/templates/a.erb", b"caf\xe9 <%= 1 %>\n"),
        &[],
        0,
        str![[r#"
bunraku: note: m/templates/a.erb: not UTF-8: byte 0xE9 at offset 3, line 1

"#]],
    );
}

#[test]
fn larger_than_the_limit() {
    let folder = folder().file("bad.pp", vec![b' '; 50_000_000]);
    fails(
        &folder,
        &[],
        str![[r#"
bunraku: bad.pp: larger than 16 MiB: not checked

"#]],
    );
}

#[test]
fn the_limit_itself_is_read() {
    let folder = Folder::new().file("a.pp", vec![b' '; 16 << 20]);
    folder.check(&[]).assert().code(0);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing() {
    let folder = folder().link("bad.pp", "nowhere");
    is_noted(
        &folder,
        &[],
        2,
        str![[r#"
bunraku: note: bad.pp: a symbolic link to nothing

"#]],
    );
    fails(
        &folder,
        &["good.pp", "bad.pp"],
        str![[r#"
bunraku: bad.pp: a symbolic link to nothing

"#]],
    );
    let excluded = folder.file("bunraku.toml", "[[paths]]\nglob = 'bad.pp'\nexclude = true\n");
    excluded.check(&["--deny", "warnings"]).assert().code(0).stderr_eq("");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_named_and_not_read() {
    fails(
        &folder().link("bad.pp", "/etc/passwd"),
        &[],
        str![[r#"
bunraku: bad.pp: a symbolic link out of the repository: what it leads to is not checked

"#]],
    );
}

#[cfg(unix)]
#[test]
fn facts_that_are_a_stream_or_a_pipe_are_not_waited_for() {
    let folder = folder().file("bunraku.toml", "facts = ['/dev/stdin', 'pipe']\n");
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().expect("mkfifo is there");
    assert!(made.success());
    let output = String::from_utf8_lossy(&folder.check(&[]).assert().code(1).get_output().stdout).into_owned();
    assert_eq!(output.matches("holds no facts: not a regular file but a pipe, a socket or a device").count(), 2, "{output}");
}

#[cfg(unix)]
#[test]
fn a_link_to_itself() {
    fails(
        &folder().link("bad.pp", "bad.pp"),
        &[],
        str![[r#"
bunraku: bad.pp: a symbolic link that leads in circles

"#]],
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_that_is_no_manifest_is_a_note() {
    let folder = folder().link("other", "nowhere");
    folder.check(&[]).assert().code(0).stdout_eq("checked 1 file: no findings\n").stderr_eq(str![[r#"
bunraku: note: other: a symbolic link to nothing

"#]]);
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_not_waited_for() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo").arg(folder.path("bad.pp")).status().expect("mkfifo runs");
    assert!(made.success());
    fails(
        &folder,
        &[],
        str![[r#"
bunraku: bad.pp: not a regular file but a pipe, a socket or a device

"#]],
    );
    // The same if it is named.
    fails(
        &folder,
        &["good.pp", "bad.pp"],
        str![[r#"
bunraku: bad.pp: not a regular file but a pipe, a socket or a device

"#]],
    );
}

#[cfg(unix)]
#[test]
fn a_device() {
    fails(
        &folder(),
        &["good.pp", "/dev/zero"],
        str![[r#"
bunraku: /dev/zero: not a regular file but a pipe, a socket or a device

"#]],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;

    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.pp");
    std::fs::write(folder.path("").join(name), "include apache\n").expect("a file is written");
    fails(
        &folder,
        &[],
        str![[r#"
bunraku: caf\xE9.pp: the path is not UTF-8

"#]],
    );
}

#[cfg(unix)]
#[test]
fn a_path_with_a_line_break_stays_on_one_line() {
    fails(
        &folder().file("a\nb\u{1b}[31m.pp", b"\xff"),
        &[],
        str![[r#"
bunraku: a\nb\u{1b}[31m.pp: not UTF-8: byte 0xFF at offset 0, line 1

"#]],
    );
}

/// Root may read everything, so the command runs as somebody else then.
#[cfg(unix)]
#[test]
fn files_and_folders_without_permission() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let folder = folder().file("bad.pp", "include apache\n").file("closed/a.pp", "include apache\n");
    let program = folder.path("bunraku");
    // By another process: a program that this one writes cannot be run while a process that a parallel test starts holds it open.
    let copied = std::process::Command::new("cp").arg(snapbox::cmd::cargo_bin!("bunraku")).arg(&program).status();
    assert!(copied.expect("cp runs").success(), "a copy that anybody may run");
    let mode = |path: &str, mode| std::fs::set_permissions(folder.path(path), std::fs::Permissions::from_mode(mode)).expect("chmod");
    mode("", 0o755);
    mode("good.pp", 0o644);
    mode("bad.pp", 0);
    mode("closed", 0);
    let root = std::fs::metadata(folder.path("")).expect("the folder").uid() == 0;

    let mut command = std::process::Command::new(&program);
    if root {
        command.uid(65534).gid(65534);
    }
    let output = command.arg("check").current_dir(folder.path("")).output().expect("bunraku runs");
    let denied = command.args(["--deny", "warnings"]).output().expect("bunraku runs");
    mode("closed", 0o755);

    assert_eq!((output.status.code(), denied.status.code()), (Some(0), Some(2)));
    snapbox::assert_data_eq!(
        String::from_utf8_lossy(&output.stderr).into_owned(),
        str![[r#"
bunraku: note: bad.pp: permission denied
bunraku: note: closed: permission denied

"#]]
    );
    snapbox::assert_data_eq!(
        String::from_utf8_lossy(&denied.stdout).into_owned(),
        str![[r#"
checked 1 file: no findings; 2 inputs could not be read

"#]]
    );
}
