//! Working copies, from the catalog to the commands of git.

use crate::transaction::tests::Run;
use machine::{FileKind, System as _};
use serde_json::json;

const URL: &str = "https://example.org/r.git";

fn with_git() -> Run {
    let mut run = Run::new();
    run.memory.put("/usr/bin/git", FileKind::File, 0o755, b"");
    run
}

/// A working copy that is at the revision `aaa`, of the branch `main`; the server's is at `bbb`.
fn with_copy() -> Run {
    let mut run = with_git();
    run.memory.put("/t/r", FileKind::Directory, 0o755, b"");
    run.memory.put("/t/r/.git", FileKind::Directory, 0o755, b"");
    run.memory.put("/t/r/.git/config", FileKind::File, 0o644, format!("[remote \"origin\"]\n\turl = {URL}\n").as_bytes());
    for (line, said) in [
        ("config -l", format!("remote.origin.url={URL}\n").as_str()),
        ("branch -a", "* main\n  remotes/origin/main\n  remotes/origin/next\n"),
        ("tag -l", "v1\n"),
        ("rev-parse HEAD", "aaa\n"),
        ("rev-parse --revs-only main", "aaa\n"),
        ("rev-parse --revs-only v1^0", "ccc\n"),
        ("rev-parse --revs-only origin/next", "bbb\n"),
        ("rev-parse --revs-only nosuch", ""),
        ("rev-parse origin/main", "bbb\n"),
        ("*", ""),
    ] {
        run.memory.answers.push((format!("/usr/bin/git {line}"), 0, said.to_owned()));
    }
    run
}

/// Commands that ran, without queries.
fn changes(run: &Run) -> Vec<&str> {
    let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/git "));
    all.filter(|it| ["clone", "checkout", "reset", "init", "remote", "submodule"].iter().any(|word| it.starts_with(word))).collect()
}

#[test]
fn a_copy_is_made_and_an_address_is_no_option() {
    let mut run = with_git();
    run.memory.answers.push(("/usr/bin/git config -l".to_owned(), 0, format!("remote.origin.url={URL}\n")));
    let log = run.tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": URL, "revision": "v1", "depth": 1}))]);
    let path = "Notice: /Stage[main]/Main/Vcsrepo[/t/r]/ensure:";
    assert_eq!(log, format!("{path} Creating repository from present\n{path} created\n"));
    let wanted = [&format!("clone --depth 1 --branch v1 -- {URL} /t/r"), "checkout --force v1", "submodule update --init --recursive"];
    assert_eq!(changes(&run), wanted);
}

#[test]
fn a_branch_of_the_server_is_followed() {
    let mut run = with_copy();
    let log = run.tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": URL, "revision": "next", "submodules": false}))]);
    assert_eq!(log, "Notice: /Stage[main]/Main/Vcsrepo[/t/r]/revision: revision changed 'aaa' to 'next'\n");
    assert_eq!(changes(&run), ["checkout --force -b next --track origin/next"]);
}

#[test]
fn the_newest_of_the_branch_is_taken() {
    let mut run = with_copy();
    let log = run.tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": URL, "ensure": "latest"}))]);
    assert!(log.contains("Vcsrepo[/t/r]/ensure: ensure changed 'present' to 'latest'"), "{log}");
    assert!(changes(&run).contains(&"reset --hard origin/main"), "{:?}", run.memory.ran);
    assert_eq!(with_copy().tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": URL, "revision": "main"}))]), "");
}

#[test]
fn what_cannot_be_is_told() {
    let log = with_copy().tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": URL, "revision": "nosuch"}))]);
    assert!(log.contains("nosuch is not a local or remote ref"), "{log}");
    let mut run = with_git();
    run.memory.put("/t/full", FileKind::Directory, 0o755, b"");
    run.memory.put("/t/full/file", FileKind::File, 0o644, b"");
    let log = run.tell(&[("Vcsrepo", "/t/full", json!({"provider": "git", "source": URL}))]);
    assert!(log.contains("Could not create repository (non-repository at path)"), "{log}");
    let log = run.tell(&[("Vcsrepo", "/t/svn", json!({"provider": "svn", "source": URL}))]);
    assert!(log.contains("Provider svn is not functional on this host"), "{log}");
    let log = run.tell(&[("Vcsrepo", "/t/any", json!({"source": URL}))]);
    assert!(log.contains("Could not evaluate: vcsrepo resource must have a provider, available: bzr, cvs, git, hg, p4, svn"), "{log}");
    let log = Run::new().tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": URL}))]);
    assert!(log.contains("Provider git is not functional on this host"), "{log}");
}

#[test]
fn a_password_is_no_argument() {
    let url = "https://joe:hunter2@example.org/r.git";
    let mut run = with_git();
    let clone = "/usr/bin/git clone -- https://example.org/r.git /t/r";
    run.memory.answers.push((clone.to_owned(), 128, "fatal: no".to_owned()));
    let log = run.tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": url}))]);
    assert!(log.contains(&format!("Execution of '{clone}' returned 128: fatal: no")) && !log.contains("hunter2"), "{log}");
    // The configuration of the working copy has the whole address, as Puppet leaves it there.
    let mut run = with_copy();
    let config = format!("[remote \"origin\"]\n\turl = {URL}\n[remote \"up\"]\n\turl = {URL}\n");
    run.memory.put("/t/r/.git/config", FileKind::File, 0o644, config.as_bytes());
    let source = json!({"origin": URL, "up": url});
    let log = run.tell(&[("Vcsrepo", "/t/r", json!({"provider": "git", "source": source, "revision": "main"}))]);
    assert_eq!(changes(&run), [&format!("remote add -- up {URL}"), "remote update"], "{log}");
    assert!(run.memory.ran.iter().all(|it| !it.contains("hunter2")), "{:?}", run.memory.ran);
    let config = config.replace(&format!("[remote \"up\"]\n\turl = {URL}"), &format!("[remote \"up\"]\n\turl = {url}"));
    assert_eq!(String::from_utf8_lossy(&run.memory.read("/t/r/.git/config").unwrap()), config);
}

/// git runs what `--upload-pack` says, and reads what a line of its configuration says.
#[test]
fn no_value_is_an_option_or_a_line_of_the_configuration() {
    for (name, value, why) in [
        ("remote", json!("--upload-pack=touch /t/x"), "Parameter remote may not begin with a dash"),
        ("revision", json!("--pathspec-from-file=/etc/shadow"), "Parameter revision may not begin with a dash"),
        ("branch", json!("-x"), "Parameter branch may not begin with a dash"),
        ("source", json!({"--upload-pack=touch": URL}), "Parameter source may not begin with a dash"),
        ("source", json!("https://u:p@example.org/r\n[core]\n\tsshCommand = touch /t/x"), "Parameter source may not have a line break"),
        ("revision", json!("a\nb"), "Parameter revision may not have a line break"),
        ("excludes", json!(["a\n!b"]), "Parameter excludes may not have a line break"),
    ] {
        let mut run = with_copy();
        let mut all = json!({"provider": "git", "ensure": "latest"});
        if let Some(all) = all.as_object_mut() {
            all.insert(name.to_owned(), value);
        }
        let log = run.tell(&[("Vcsrepo", "/t/r", all)]);
        assert!(log.contains(why), "{name}: {log}");
        assert_eq!(run.memory.ran, Vec::<String>::new(), "{name}");
    }
}
