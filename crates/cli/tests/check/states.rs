//! Trees of SLS files: those that are healthy, and where they are found.

use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};
use snapbox::str;

use crate::folder::Folder;

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

/// A repository without a top file is checked, wherever people put its states.
#[test]
fn states_are_found_in_the_usual_folders() {
    for (path, has_states) in [
        ("a.sls", true),
        ("web/init.sls", true),
        ("states/a.sls", true),
        ("states/web/deep/a.sls", true),
        ("salt/base/a.sls", true),
        ("srv/salt/web/init.sls", true),
        ("infrastructure/shop/a.sls", true),
        ("modules/web/a.sls", false),
        ("site/manifests/a.sls", false),
    ] {
        let folder = Folder::new().file(path, "a:\n  test.nop:\n    - reqire: [test: b]\n");
        let out = folder.check_all(&["."]).output().expect("it runs");
        let printed = String::from_utf8_lossy(&out.stdout);
        let expected = if has_states { "1 warning in 1 of 1 file" } else { "no files to check" };
        assert!(printed.contains(expected), "{path}: {printed}");
    }
}

/// Several formulas in one repository are trees of their own, and Puppet code around them is checked, too.
#[test]
fn trees_in_other_folders_are_found() {
    let folder = Folder::new()
        .file(".git/HEAD", "")
        .file(".gitignore", "built\n")
        .file("web-formula/web/init.sls", "include:\n  - web.map\n  - mail\n")
        .file("web-formula/web/map.sls", "web:\n  test.nop: []\n")
        .file("web-formula/pillar.example", "web: {}\n")
        .file("mail-formula/mail/init.sls", "{% import_json 'mail/built.json' as x %}\nmail:\n  test.nop: []\n")
        // The root of these is the folder around them, as their names say.
        .file("shop/site.sls", "include:\n  - shop.tools\n  - desk.chair\n")
        .file("shop/tools.sls", "tools:\n  test.nope: []\n")
        .file("desk/chair.sls", "include:\n  - desk.tabel\n")
        .file("desk/table.sls", "table:\n  test.nop: []\n")
        .file("built/wrong.sls", "a: [\n")
        .file("puppet/manifests/site.pp", "notify { 'a' }\n")
        .file("puppet/files/wrong.sls", "a: [\n");
    for args in [&["--format", "concise"][..], &["--format", "concise", "."]] {
        folder.check_all(args).assert().code(1).stdout_eq(str![[r#"
desk/chair.sls:2:5: salt-include Specified SLS desk.tabel in saltenv base is not available on the salt master or through a configured fileserver
mail-formula/mail/init.sls:1:1: salt-template Rendering SLS 'base:mail' failed: Jinja error: mail/built.json
puppet/manifests/site.pp:1:14: syntax-error Syntax error at '}'
shop/tools.sls:2:3: salt-unknown-function `test` has no function `test.nope`
web-formula/web/init.sls:3:5: salt-include Specified SLS mail in saltenv base is not available on the salt master or through a configured fileserver
2 errors, 3 warnings in 5 of 8 files

"#]]);
    }
}

/// A state that is misspelt has the name of the one that is meant.
#[test]
fn missing_states_have_near_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "nginx:\n  pkg.installed: []\n  service.running:\n    - require:\n      - pkg: ngnix\n\
                site:\n  test.nop:\n    - require:\n      - user: nginx\n\
                last:\n  test.nop:\n    - listen_in:\n      - service: nginxx\n";
    let top = "base:\n  '*':\n    - web\n    - site\n";
    let site = "conf:\n  test.nop:\n    - require:\n      - cmd: reload\n";
    let minion = "[[salt_targets]]\nid = 'a'\nsystem = 'debian-12'\n";
    let tools = "reload:\n  cmd.run: []\n";
    for (name, text) in [("top.sls", top), ("web.sls", text), ("site.sls", site), ("tools.sls", tools), ("bunraku.toml", minion)] {
        std::fs::write(folder.path().join(name), text).expect("it is written");
    }
    let run = |args: &[&str]| {
        let out = Command::new(cargo_bin!("bunraku")).args(args).current_dir(folder.path()).output().expect("it runs");
        let printed = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        let helps = printed.lines().filter_map(|it| it.split_once("= help: ").map(|it| it.1.to_owned()));
        helps.collect::<Vec<_>>()
    };
    let (near, other) = ("did you mean `nginx`?", "`pkg: nginx` and `service: nginx` have this name");
    let elsewhere = "`tools` has this state: include it";
    assert_eq!(run(&["check", "."]), [elsewhere, near, other, near]);
    assert_eq!(run(&["compile", "--salt-root", ".", "web"]), [near, other]);
}
