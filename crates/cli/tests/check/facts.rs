//! `--facts`, `--os` and `--node`: with which facts code is evaluated, and for which node.

use snapbox::str;

use crate::folder::Folder;

const OF_DEBIAN: &str = "if $facts['os']['family'] == 'Debian' {\n  notify { 'a': require => File['/none'] }\n}\n";

#[test]
fn a_file_of_facts_says_what_holds() {
    let folder = Folder::new()
        .file("a.pp", OF_DEBIAN)
        .file("deb.json", r#"{"os": {"family": "Debian"}}"#)
        .file("red.yaml", "os:\n  family: RedHat\n");
    folder.check(&["--facts", "deb.json"]).assert().code(1);
    folder.check(&["--facts", "red.yaml"]).assert().code(0);
    folder.check(&["--facts", "red.yaml", "--facts", "deb.json"]).assert().code(1);
    folder.check(&["--os", "debian-12"]).assert().code(1);
    folder.check(&["--os", "redhat-9"]).assert().code(0);
}

#[cfg(target_os = "linux")]
#[test]
fn local_are_the_facts_of_this_machine() {
    let kernel = Folder::new().file("a.pp", OF_DEBIAN.replace("['os']['family'] == 'Debian'", "['kernel'] == 'Linux'"));
    kernel.check(&["--facts", "local"]).assert().code(1);
    let other = Folder::new().file("a.pp", OF_DEBIAN.replace("['os']['family'] == 'Debian'", "['kernel'] != 'Linux'"));
    other.check(&["--facts", "local"]).assert().code(0);
    // Legacy facts exist as in built-in systems, and are reported as such.
    let old = Folder::new().file("a.pp", "notice($osfamily)\n");
    old.check(&["--facts", "local"]).assert().code(0);
    // A file of that name has another one, too.
    let file = Folder::new().file("a.pp", OF_DEBIAN).file("local", "os: {family: none}\n");
    file.check(&["--facts", "./local"]).assert().code(0);
    // A project says it with the same word.
    let project = |kernel: &str| {
        let code = OF_DEBIAN.replace("['os']['family'] == 'Debian'", kernel);
        Folder::new().file("a.pp", code).file("bunraku.toml", "facts = 'local'\n").check(&[]).assert().get_output().status.code()
    };
    assert_eq!((project("['kernel'] == 'Linux'"), project("['kernel'] != 'Linux'")), (Some(1), Some(0)));
    assert_eq!(project("['puppetversion'] =~ /^8/"), Some(1));
}

#[test]
fn facts_that_cannot_be_read_end_the_command() {
    let folder = Folder::new().file("a.pp", OF_DEBIAN).file("bad.json", "{").file("list.yaml", "- 1\n");
    folder.check(&["--facts", "none.json"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: none.json: no such file or folder; `bunraku facts --format json` prints the facts of a node in this form

"#]]);
    folder.check(&["--facts", "bad.json"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: bad.json: invalid JSON: EOF while parsing an object at line 1 column 1; `bunraku facts --format json` prints the facts of a node in this form

"#]]);
    folder.check(&["--facts", "list.yaml"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: list.yaml: facts must be a hash; `bunraku facts --format json` prints the facts of a node in this form

"#]]);
    folder.check(&["--facts", "."]).assert().code(2).stdout_eq("");
}

#[test]
fn a_system_that_nobody_knows_is_refused() {
    let folder = Folder::new().file("a.pp", "");
    folder.check(&["--os", "debain-12"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value 'debain-12' for '--os <OS>': there are no built-in facts for `debain-12`: did you mean `debian-12`? `bunraku facts --list-os` lists all

For more information, try '--help'.

"#]]);
    folder.check(&["--os", "plan9"]).assert().code(2).stdout_eq("");
}

#[test]
fn settings_that_name_neither_are_told_at_their_place() {
    let toml = "systems = ['debian-12', 'debain-11']\nfacts = ['none.json', 'bad.json']\n";
    let folder = Folder::new().file("bunraku.toml", toml).file("bad.json", "{").file("a.pp", "");
    folder.check(&[]).assert().code(1).stdout_eq(str![[r#"
error[invalid-setting]: there are no built-in facts for `debain-11`
 --> bunraku.toml:1:25
  |
1 | systems = ['debian-12', 'debain-11']
  |                         ^^^^^^^^^^^
  |
  = help: did you mean `debian-11`?

error[invalid-setting]: `none.json` holds no facts: no such file or folder
 --> bunraku.toml:2:10
  |
2 | facts = ['none.json', 'bad.json']
  |          ^^^^^^^^^^^

error[invalid-setting]: `bad.json` holds no facts: invalid JSON: EOF while parsing an object at line 1 column 1
 --> bunraku.toml:2:23
  |
2 | facts = ['none.json', 'bad.json']
  |                       ^^^^^^^^^^

3 errors in 1 of 2 files

"#]]);
}

#[test]
fn a_fact_of_old_is_an_error_where_nobody_sends_such_facts() {
    let text = "notice($facts['osfamily'])\nnotice($::osfamily)\n";
    let folder = Folder::new().file("a.pp", text);
    folder.check(&[]).assert().code(0);
    let folder = folder.file("bunraku.toml", "legacy_facts = false\n");
    folder.check(&[]).assert().code(1).stdout_eq(str![[r#"
error[legacy-fact]: Legacy fact `osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']`
 --> a.pp:1:15
  |
1 | notice($facts['osfamily'])
  |               ^^^^^^^^^^

error[legacy-fact]: Unknown variable: '::osfamily'. Legacy fact `::osfamily`: Puppet 8 agents do not send it; use `$facts['os']['family']`
 --> a.pp:2:8
  |
2 | notice($::osfamily)
  |        ^^^^^^^^^^^

2 errors in 1 of 1 file

"#]]);
    // What the project says of the code counts all the same.
    let folder = folder.file("bunraku.toml", "legacy_facts = false\nlevels.legacy-fact = 'hint'\n");
    folder.check(&[]).assert().code(0);
    let folder = folder.file("bunraku.toml", "legacy_facts = false\n");
    folder.check(&["--fix"]).assert().code(0);
    let fixed = std::fs::read_to_string(folder.path("a.pp")).expect("a text");
    assert_eq!(fixed, "notice($facts['os']['family'])\nnotice($facts['os']['family'])\n");
}

#[test]
fn of_a_site_only_the_node_that_is_asked_for_is_looked_at() {
    let wrong = |title: &str| format!("notify {{ '{title}': require => File['/none'] }}");
    let site = format!(
        "{}\nnode 'a' {{ include web {} }}\nnode 'b' {{ include db {} }}\nnode /^w\\d$/ {{ include web }}\nnode default {{ {} }}\n",
        "include base",
        wrong("a"),
        wrong("b"),
        wrong("d")
    );
    let folder = Folder::new()
        .file("environment.conf", "")
        .file("manifests/site.pp", site)
        .file("modules/web/manifests/init.pp", format!("class web {{\n  {}\n}}\n", wrong("w")))
        .file("modules/db/manifests/init.pp", format!("class db {{\n  {}\n}}\n", wrong("o")))
        .file("modules/base/manifests/init.pp", format!("class base {{\n  {}\n}}\n", wrong("t")))
        .file("modules/bad/manifests/init.pp", "class bad {\n  $x =\n}\n");
    let reported_lines = |args: &[&str]| {
        let output = folder.check(&["--format", "json"]).args(args).output().expect("bunraku runs");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let findings = json["findings"].as_array().expect("a list").iter();
        findings.map(|it| format!("{}:{}", it["file"].as_str().unwrap_or_default(), it["range"]["start"]["line"])).collect::<Vec<_>>()
    };
    let (web, db, base, bad) = (
        "modules/web/manifests/init.pp:2",
        "modules/db/manifests/init.pp:2",
        "modules/base/manifests/init.pp:2",
        "modules/bad/manifests/init.pp:3",
    );
    let site = |line: u32| format!("manifests/site.pp:{line}");
    assert_eq!(reported_lines(&[]), [&*site(2), &*site(3), &*site(5), bad, base, db, web]);
    assert_eq!(reported_lines(&["--node", "a"]), [&*site(2), bad, base, web]);
    assert_eq!(reported_lines(&["--node", "B"]), [&*site(3), bad, base, db]);
    assert_eq!(reported_lines(&["--node", "w1"]), [bad, base, web]);
    assert_eq!(reported_lines(&["--node", "other"]), [&*site(5), bad, base]);
}
