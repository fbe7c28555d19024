//! `bunraku man`, `bunraku completions` and `bunraku --version`.

use std::process::{Command, Stdio};

use crate::folder::Folder;

pub fn stdout(args: &[&str]) -> String {
    let output = Folder::new().bunraku(args).assert().code(0).stderr_eq("").get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// The commands, as `--help` lists them.
pub fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let list = help.split("Options:\n").next().expect("a list of commands");
    // What goes on in the next line is further in.
    let names = list.lines().filter(|it| it.starts_with("  ") && !it.starts_with("   ")).filter_map(|it| it.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn each_command_has_its_page() {
    let folder = Folder::new();
    folder.bunraku(&["man", "--all", "pages/man1"]).assert().code(0).stdout_eq("").stderr_eq("");
    let commands = commands();
    assert!(commands.len() >= 15, "{commands:?}");
    let mut expected: Vec<String> = commands.iter().map(|it| format!("bunraku-{it}.1")).collect();
    expected.push("bunraku.1".to_owned());
    expected.sort();
    let written = std::fs::read_dir(folder.path("pages/man1")).expect("the folder is there");
    let mut written: Vec<String> = written.map(|it| it.expect("a name").file_name().to_string_lossy().into_owned()).collect();
    written.sort();
    assert_eq!(written, expected);
    for name in commands {
        let file = std::fs::read_to_string(folder.path(&format!("pages/man1/bunraku-{name}.1"))).expect("a page");
        assert_eq!(file, stdout(&["man", &name]));
        assert!(file.contains(&format!(".TH bunraku-{name} 1 ")), "{file}");
        for part in [".SH NAME\n", ".SH SYNOPSIS\n", ".SH OPTIONS\n"] {
            assert!(file.contains(part), "bunraku-{name} has no {part}");
        }
    }
}

#[test]
fn the_page_of_lint_has_the_options_of_puppet_lint() {
    let page = stdout(&["man", "lint"]);
    assert!(page.contains("\\-\\-fail\\-on\\-warnings"), "{page}");
    let checks = page.split_once("\\-\\-no\\-NAME\\-check").map(|it| it.1);
    assert!(checks.is_some_and(|it| it.contains("arrow_alignment")), "{page}");
}

#[test]
fn a_command_that_is_none_has_no_page() {
    let run = Folder::new().bunraku(&["man", "nothing"]).assert().code(2).stdout_eq("");
    run.stderr_eq("bunraku: there is no command `nothing`\n");
}

/// Where a shell is there, it reads its script without complaint, and completes a command.
#[test]
fn shells_complete_commands() {
    let bash = "COMP_WORDS=(bunraku ch); COMP_CWORD=1; _bunraku bunraku ch bunraku; printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    let fish = "complete -C 'bunraku ch'\n";
    // What its editor of lines has, which a script has not.
    let elvish = "fn complex-candidate {|text &display='' &code-suffix='' &style=''| put $text }
        var edit: = (ns [&complex-candidate~=$complex-candidate~ &completion:=(ns [&arg-completer=[&]])])\n";
    let asks = "$edit:completion:arg-completer[bunraku] bunraku ch | each {|it| echo $it }\n";
    // zsh completes in its editor of lines alone: it only reads. PowerShell is no package of Debian.
    let shells = [("bash", "", bash), ("fish", "", fish), ("elvish", elvish, asks), ("zsh", "", "echo check\n"), ("powershell", "", "")];
    for (shell, before, ask) in shells {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        let read = if shell == "zsh" { format!("f() {{\n{script}\n}}\n") } else { script };
        let folder = Folder::new().file("script", format!("{before}{read}{ask}"));
        let ran = Command::new(shell).arg(folder.path("script")).env("HOME", folder.path("")).stdin(Stdio::null()).output();
        if let Ok(ran) = ran {
            let (output, wrong) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
            assert!(ran.status.success() && wrong.is_empty(), "{shell}: {wrong}");
            assert!(output.lines().any(|it| it.split_whitespace().next() == Some("check")), "{shell}: {output}");
        }
    }
}

#[test]
fn the_version_names_the_commit() {
    let version = stdout(&["-V"]);
    let git = Command::new("git").args(["log", "-1", "--format=%h %cs"]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    // A source without a repository has no commit.
    let commit = git.ok().filter(|it| it.status.success()).map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    let expected = match commit {
        Some(commit) => format!("bunraku {} ({commit})\n", env!("CARGO_PKG_VERSION")),
        None => format!("bunraku {}\n", env!("CARGO_PKG_VERSION")),
    };
    assert_eq!(version, expected);
    let long = stdout(&["--version"]);
    let scope = long.strip_prefix(version.as_str()).expect("the same line");
    assert!(scope.contains("Salt 3008.3") && scope.contains("Not supported of Salt: master"), "{long}");
}

#[test]
fn help_of_a_command_is_what_its_option_prints() {
    assert_eq!(stdout(&["help", "compile"]), stdout(&["compile", "--help"]));
    assert_eq!(stdout(&["help", "lint"]), stdout(&["lint", "--help"]));
    assert_eq!(stdout(&["help"]), stdout(&["--help"]));
}
