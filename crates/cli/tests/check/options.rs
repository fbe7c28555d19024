//! The other options, and the other small commands.

use snapbox::str;

use crate::folder::Folder;

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let folder = Folder::new().file("a.pp", "$mask = 0xZ\n");
    let run = |args: &[&str]| folder.check(args).assert().code(1).get_output().stdout.contains(&0x1b);
    assert!(!run(&[]));
    assert!(!run(&["--color", "never"]));
    assert!(run(&["--color", "always"]));
    assert!(!run(&["--color", "always", "--format", "json"]));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut folder = Folder::new();
    for name in 0..50 {
        folder = folder.file(&format!("{name}.pp"), "$mask = 0xZ\n");
    }
    let one = folder.check(&["--threads", "1"]).assert().code(1).get_output().stdout.clone();
    let four = folder.check(&["--threads", "4"]).assert().code(1).get_output().stdout.clone();
    assert_eq!(String::from_utf8_lossy(&one), String::from_utf8_lossy(&four));
}

#[test]
fn tasks_make_plans_definitions() {
    let folder = Folder::new().file("a.pp", "plan deploy($port) {\n}\n");
    folder.check(&[]).assert().code(1);
    folder.check(&["--tasks"]).assert().code(0);
    folder.check(&["--tasks", "--syntax"]).assert().code(0);
}

#[test]
fn strict_decides_how_bad_a_duplicate_key_is() {
    let folder = Folder::new().file("a.pp", "$ports = { 'http' => 80, 'http' => 8080 }\n");
    let severity = |args: &[&str]| {
        let output = folder.check(&["--format", "json"]).args(args).output().expect("bunraku runs");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (output.status.code(), json["findings"][0]["severity"].as_str().map(str::to_owned))
    };
    assert_eq!(severity(&[]), (Some(1), Some("error".to_owned())));
    assert_eq!(severity(&["--strict", "error"]), (Some(1), Some("error".to_owned())));
    assert_eq!(severity(&["--strict", "warning"]), (Some(0), Some("warning".to_owned())));
    assert_eq!(severity(&["--strict", "warning", "--deny", "warnings"]), (Some(1), Some("warning".to_owned())));
    assert_eq!(severity(&["--strict", "off"]), (Some(0), None));
}

#[test]
fn what_a_later_puppet_refuses_is_a_warning() {
    let folder = Folder::new().file("a.pp", "class plan {\n}\n");
    folder.check(&[]).assert().code(0);
    let output = folder.check(&["--format", "json", "--deny", "warnings"]).assert().code(1).get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!((&json["findings"][0]["severity"], &json["summary"]["warnings"]), (&"deprecation".into(), &1.into()));
}

/// A module, whatever its folder is called, and wherever the command runs.
#[test]
fn a_module_says_what_its_files_may_define() {
    let metadata = r#"{"name": "puppetlabs-apache"}"#;
    let folder = Folder::new().file("checkout/metadata.json", metadata).file("checkout/manifests/mod/ssl.pp", "class apache::ssl {\n}\n");
    let folder = folder.file("checkout/examples/site.pp", "notify { 'x': }\n");
    let first_line = |args: &[&str]| {
        let output = folder.check(args).assert().code(1).get_output().stdout.clone();
        String::from_utf8_lossy(&output).lines().next().unwrap_or("").to_owned()
    };
    let expected = |file: &str| {
        format!("error[illegal-definition-location]: Unacceptable location. The name 'apache::ssl' is unacceptable in file '{file}'")
    };
    assert_eq!(first_line(&[]), expected("checkout/manifests/mod/ssl.pp"));
    assert_eq!(first_line(&["checkout/manifests/mod/ssl.pp"]), expected("checkout/manifests/mod/ssl.pp"));
    folder.check(&["checkout/examples"]).assert().code(0);
    folder.check(&["--stdin-filename", "checkout/manifests/mod/ssl.pp"]).stdin("class apache::mod::ssl {\n}\n").assert().code(0);
    folder.check(&["--stdin-filename", "checkout/manifests/mod/ssl.pp"]).stdin("class apache::ssl {\n}\n").assert().code(1);
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_quietly() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let mut folder = Folder::new();
    for name in 0..2000 {
        folder = folder.file(&format!("{name}.pp"), "$mask = 0xZ\n");
    }
    let mut command = Command::new(snapbox::cmd::cargo_bin!("bunraku"));
    command.arg("check").current_dir(folder.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("bunraku runs");
    let mut first = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("bunraku ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""));
}

#[test]
fn explain_prints_the_page_of_a_code() {
    let folder = Folder::new();
    let page = include_str!("../../../../docs/diagnostics/duplicate-key.md");
    folder.bunraku(&["explain", "duplicate-key"]).assert().code(0).stdout_eq(page);
    folder.bunraku(&["explain", "DUPLICATE_KEY"]).assert().code(0).stdout_eq(page);
    folder.bunraku(&["explain", "nonsense"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: no code `nonsense`; `bunraku explain` lists all codes

"#]]);
    folder.bunraku(&["explain", "Duplicate_Kye"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: no code `Duplicate_Kye`; did you mean `duplicate-key`?

"#]]);
}

#[test]
fn explain_lists_all_codes() {
    let output = Folder::new().bunraku(&["explain"]).assert().code(0).get_output().stdout.clone();
    let output = String::from_utf8(output).expect("text");
    assert!(output.lines().any(|it| it.starts_with("duplicate-key ") && it.ends_with("A hash has the same key twice.")), "{output}");
    assert!(output.lines().count() > 70);
}

#[test]
fn the_version_may_name_the_commit() {
    let output = Folder::new().bunraku(&["-V"]).assert().code(0).get_output().stdout.clone();
    let output = String::from_utf8(output).expect("text");
    let rest = output.strip_prefix(concat!("bunraku ", env!("CARGO_PKG_VERSION"))).expect("name and version").trim_end();
    assert!(rest.is_empty() || (rest.starts_with(" (") && rest.ends_with(')')), "{output}");
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Folder::new().bunraku(&["completions", shell]).assert().code(0).get_output().stdout.clone();
        let output = String::from_utf8(output).expect("text");
        assert!(output.contains("stdin-filename"), "{shell}");
    }
}

#[test]
fn help_names_the_exit_codes() {
    let output = Folder::new().check(&["--help"]).assert().code(0).get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&output).contains("1  an error was found"));
}
