//! SLS trees, by the commands that read them.

use snapbox::str;

use crate::folder::Folder;
use crate::json;

/// A package, its file and its service, and a tree with a mistake of each kind.
fn tree() -> Folder {
    Folder::new()
        .file("states/top.sls", "base:\n  '*':\n    - web\n")
        .file(
            "states/web.sls",
            "{% for site in pillar.sites %}\n/etc/{{ site }}.conf:\n  file.managed:\n    - require:\n      - pkg: nginx\n    - watch_in:\n      - service: nginx\n\
             {% endfor %}\nnginx:\n  service.running: []\n  pkg.installed:\n    - order: last\n",
        )
        .file("pillar/top.sls", "base:\n  '*':\n    - sites\n")
        .file("pillar/sites.sls", "sites: [one, two]\n")
}

const OPTIONS: [&str; 6] = ["--salt-root", "states", "--pillar-root", "pillar", "--id", "web01"];

#[test]
fn the_low_state_is_in_the_order_in_which_salt_runs_it() {
    let low = json(&tree(), &[&["compile"][..], &OPTIONS].concat());
    let states = low["local"].as_array().expect("a list").iter().map(|it| format!("{}: {}", it["state"], it["__id__"]).replace('"', ""));
    // What a state requires is pulled before it, whatever its own order.
    let expected = ["pkg: nginx", "file: /etc/one.conf", "file: /etc/two.conf", "service: nginx"];
    assert_eq!(states.collect::<Vec<_>>(), expected);
}

#[test]
fn a_list_has_a_line_for_each_state_as_it_runs() {
    let expected = str![[r#"
pkg.installed	nginx	states/web.sls:11:3
file.managed	/etc/one.conf	states/web.sls:3:3
file.managed	/etc/two.conf	states/web.sls:3:3
service.running	nginx	states/web.sls:10:3

"#]];
    let list = [&["compile"][..], &OPTIONS, &["--format", "list"]].concat();
    tree().bunraku(&list).assert().code(0).stdout_eq(expected.clone());
    // To a file, too.
    let folder = tree();
    folder.bunraku(&[&list[..], &["-o", "list.txt"]].concat()).assert().code(0).stdout_eq("");
    let written = std::fs::read_to_string(folder.path("list.txt")).expect("it is written");
    snapbox::assert_data_eq!(written, expected);
}

#[test]
fn a_healthy_tree_has_no_findings() {
    tree().bunraku(&[&["check"][..], &OPTIONS].concat()).assert().code(0).stdout_eq("checked 4 files: no findings\n").stderr_eq("");
    // The minion and its pillar are not specified.
    tree().bunraku(&["check", "."]).assert().code(0);
}

#[test]
fn a_missing_requisite_is_reported_where_it_is_written() {
    let text = "a:\n  test.nop:\n    - require:\n      - test: ghost\n";
    let folder = tree().file("states/bad.sls", text);
    folder.bunraku(&["check", "--salt-root", "states", "bad"]).assert().code(1).stdout_eq(str![[r#"
error[salt-missing-requisite]: Referenced state does not exist for requisite [require: (test: ghost)] in state [a] in SLS [bad]
 --> states/bad.sls:4:9
  |
2 |   test.nop:
  |   -------- the state that requires it
3 |     - require:
4 |       - test: ghost
  |         ^^^^^^^^^^^

1 error in 1 of 1 file

"#]]);
    // Before 3008 this state fails, and the others run.
    folder.bunraku(&["check", "--salt-root", "states", "--salt-order", "3006", "bad"]).assert().code(1).stdout_eq(str![[r#"
error[salt-missing-requisite]: The following requisites were not found:
                                                  require:
                                                      test: ghost
 --> states/bad.sls:4:9
  |
2 |   test.nop:
  |   -------- the state that requires it
3 |     - require:
4 |       - test: ghost
  |         ^^^^^^^^^^^

1 error in 1 of 1 file

"#]]);
}

#[test]
fn findings_have_levels_comments_formats_and_baselines() {
    let ghost = "a:\n  test.nop:\n    - require:\n      - test: ghost";
    let folder = tree().file("states/bad.sls", format!("{ghost}\n"));
    let check = ["check", "--salt-root", "states", "bad"];
    fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["check", "--salt-root", "states", "bad"][..], more].concat()
    }
    folder.bunraku(&with(&["--level", "salt-missing-requisite=warning", "--format", "concise"])).assert().code(0).stdout_eq(str![[r#"
states/bad.sls:4:9: salt-missing-requisite Referenced state does not exist for requisite [require: (test: ghost)] in state [a] in SLS [bad]
1 warning in 1 of 1 file

"#]]);
    folder.bunraku(&with(&["--baseline", "known.json", "--write-baseline"])).assert().code(0);
    folder.bunraku(&with(&["--baseline", "known.json"])).assert().code(0).stdout_eq("checked 1 file: no findings; 1 finding known\n");
    let sarif = json(&folder, &with(&["--format", "sarif", "--level", "salt-missing-requisite=hint"]));
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "salt-missing-requisite");
    for comment in ["# bunraku:ignore[salt-missing-requisite]", "{# bunraku:ignore[salt-missing-requisite] #}"] {
        let ignored = tree().file("states/bad.sls", format!("{ghost} {comment}\n"));
        ignored.bunraku(&check).assert().code(0).stdout_eq("checked 1 file: no findings\n");
    }
    let settings = tree().file("states/bad.sls", format!("{ghost}\n")).file("bunraku.toml", "[levels]\nsalt-missing-requisite = 'off'\n");
    settings.bunraku(&check).assert().code(0).stdout_eq("checked 1 file: no findings\n");
    folder.bunraku(&["explain", "salt-cycle"]).assert().code(0);
}

#[test]
fn settings_name_minions() {
    let text = "{% if grains.os_family == 'Debian' %}\nx: 5\n{% endif %}\n";
    let toml = "[[salt_targets]]\nid = 'a'\nsystem = 'debian-12'\n[[salt_targets]]\nid = 'b'\nsystem = 'redhat-9'\n";
    let folder = Folder::new().file("top.sls", "base:\n  '*':\n    - web\n").file("web.sls", text).file("bunraku.toml", toml);
    folder.bunraku(&["check", "--format", "concise"]).assert().code(1).stdout_eq(str![[r#"
web.sls:2:1: salt-structure ID x in SLS web is not a dictionary (on a)
1 error in 1 of 2 files

"#]]);
    folder.bunraku(&["check", "--salt-root", ".", "--id", "b", "--grains", "redhat-9"]).assert().code(0);
}

#[test]
fn a_file_is_checked_in_its_tree() {
    let text = "a:\n  test.nop:\n    - require:\n      - test: ghost\n";
    let folder = Folder::new().file("nginx/init.sls", "include: [.config]\n").file("nginx/config.sls", text);
    folder.bunraku(&["check", "--format", "concise", "nginx/init.sls"]).assert().code(1).stdout_eq(str![[r#"
nginx/config.sls:4:9: salt-missing-requisite Referenced state does not exist for requisite [require: (test: ghost)] in state [a] in SLS [nginx.config]
1 error in 1 of 2 files

"#]]);
    // A formula has its states in a folder of its name.
    folder.bunraku(&["check", "."]).assert().code(1);
}

#[test]
fn the_rest_of_its_tree_decides_what_a_named_file_lacks() {
    let folder = Folder::new()
        .file("states/top.sls", "base: {'*': [base, web]}\n")
        .file("states/base/init.sls", "tools: {pkg.installed: []}\n")
        .file("states/web/init.sls", "nginx:\n  pkg.installed:\n    - require:\n      - pkg: tools\n")
        .file("states/web/map.jinja", "{% set a = %}\n")
        .file("states/ntp/init.sls", "ntp:\n  pkg.installed:\n    - require:\n      - pkg: ghost\n")
        .file("pillar/top.sls", "base: {'*': [users]}\n")
        .file("pillar/users.sls", "users:\n  ann: {}\n")
        .file("a.pp", "notice(1)\n");
    let check = |paths: &[&str]| folder.bunraku(&[&["check", "--format", "concise"][..], paths].concat()).assert();
    let is_clean = |paths: &[&str], files: &str| {
        check(paths).code(0).stdout_eq(format!("checked {files}: no findings\n")).stderr_eq("");
    };
    is_clean(&["states/web/init.sls"], "1 file");
    is_clean(&["states/base"], "1 file");
    is_clean(&["pillar/users.sls"], "1 file");
    is_clean(&["pillar"], "2 files");
    // Of a tree and its pillar, and manifests besides.
    is_clean(&["states/web/init.sls", "pillar/users.sls", "a.pp"], "3 files");
    let ghost = str![[r#"
states/ntp/init.sls:4:9: salt-missing-requisite Referenced state does not exist for requisite [require: (pkg: ghost)] in state [ntp] in SLS [ntp]
1 error in 1 of 2 files

"#]];
    check(&["states/ntp", "a.pp"]).code(1).stdout_eq(ghost);
    let template = str![[r#"
states/web/map.jinja:1:12: salt-template Rendering SLS 'base:map.jinja' failed: Jinja syntax error: Expected an expression, got 'end of statement block'; line 1 --- {% set a = %} <====================== ---
1 error in 1 of 1 file

"#]];
    check(&["states/web/map.jinja"]).code(1).stdout_eq(template);
    let stdin = ["check", "--stdin-filename", "states/web/init.sls", "-"];
    folder.bunraku(&stdin).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: states/web/init.sls: SLS files and templates are checked with their tree, not from standard input: save and name the file

"#]]);
    // From inside of a tree.
    let inside = Folder::new()
        .file(".git/HEAD", "")
        .file("top.sls", "base: {'*': [base, web]}\n")
        .file("base.sls", "tools: {pkg.installed: []}\n")
        .file("web/init.sls", "nginx:\n  pkg.installed:\n    - require:\n      - pkg: tools\n");
    for path in [&["check"][..], &["check", "."], &["check", "init.sls"]] {
        let command = inside.bunraku(path).current_dir(inside.path("web"));
        command.assert().code(0).stdout_eq("checked 1 file: no findings\n");
    }
    // A formula that is cloned into a tree.
    let formula =
        Folder::new().file("top.sls", "base: {'*': [a]}\n").file("f/.git/HEAD", "").file("f/ntp/init.sls", "ntp: {pkg.installed: []}\n");
    let formula =
        formula.file("f/ntp/map.jinja", "").file("f/ntp/a.sls", "{% from 'ntp/map.jinja' import x with context %}\nb: {test.nop: []}\n");
    formula.bunraku(&["check"]).current_dir(formula.path("f")).assert().code(0).stdout_eq("checked 2 files: no findings\n");
    // A pillar whose states are elsewhere.
    let pillar = Folder::new().file("pillar/top.sls", "base: {'*': [a]}\n").file("pillar/a.sls", "a: 1\na: 2\n");
    pillar.bunraku(&["check", "--format", "concise", "pillar/top.sls"]).assert().code(0).stdout_eq("checked 1 file: no findings\n");
    for path in ["pillar/a.sls", "pillar"] {
        pillar.bunraku(&["check", "--format", "concise", path]).assert().code(1);
    }
}

#[test]
fn templates_and_files_of_pillar_are_checked_by_themselves() {
    let roots = || Folder::new().file("salt/base/top.sls", "base: {'*': [a]}\n").file("salt/base/a.sls", "a: {test.nop: []}\n");
    let folder = roots().file("salt/base/map.jinja", "{% set a = %}\n");
    let folder = folder.file("pillar/base/top.sls", "base: {'*': [a]}\n").file("pillar/base/a.sls", "a: 1\na: 2\n");
    let folder = folder.file("pillar/base/unused.sls", "{% from 'none.jinja' import x %}\n");
    folder.bunraku(&["check", "--format", "concise", "."]).assert().code(1).stdout_eq(str![[r#"
pillar/base/a.sls:2:1: salt-yaml Rendering SLS 'base:a' failed: while constructing a mapping in "<unicode string>", line 1, column 1 found conflicting ID 'a' in "<unicode string>", line 2, column 1
pillar/base/unused.sls:1:1: salt-template Rendering SLS 'base:unused' failed: Jinja error: none.jinja
salt/base/map.jinja:1:12: salt-template Rendering SLS 'base:map.jinja' failed: Jinja syntax error: Expected an expression, got 'end of statement block'; line 1 --- {% set a = %} <====================== ---
2 errors, 1 warning in 3 of 6 files

"#]]);
    // A pillar without a top file has a root that is not known; only its syntax is certain.
    let folder = roots().file("pillar/a.sls", "{% from 'none.jinja' import x %}\na: [\n").file("pillar/b.sls", "{% if %}\n");
    folder.bunraku(&["check", "--format", "concise", "."]).assert().code(1).stdout_eq(str![[r#"
pillar/b.sls:1:7: salt-template Rendering SLS 'base:b.sls' failed: Jinja syntax error: Expected an expression, got 'end of statement block'; line 1 --- {% if %} <====================== ---
1 error in 1 of 3 files

"#]]);
    // A folder that a link leads out to shows no text of others.
    #[cfg(unix)]
    {
        let outside = Folder::new().file("b.sls", "{% if %}\n");
        let folder = roots().link("pillar", &outside.path(".").to_string_lossy());
        folder.bunraku(&["check", "--salt-root", "salt/base"]).assert().code(0).stdout_eq("checked 2 files: no findings\n");
    }
}

/// A top file is checked without a minion, too: its text, its form, and the names in it, of whatever target.
#[test]
fn a_top_file_is_checked_without_a_minion() {
    let top = "base:\n  'web*':\n    - match: glob\n    - web\n    - none\n  'os:Debian':\n    - lost.*\n    - {base: away}\n  'db*': db\n";
    let folder = Folder::new().file("top.sls", top).file("web.sls", "a: {test.nop: []}\n");
    folder.bunraku(&["check", "--format", "concise", "."]).assert().code(1).stdout_eq(str![[r#"
top.sls:5:7: salt-include No matching sls found for 'none' in env 'base'
top.sls:7:7: salt-include No matching sls found for 'lost.*' in env 'base'
top.sls:8:7: salt-include No matching sls found for 'away' in env 'base'
top.sls:9:3: salt-top Malformed topfile: state declarations for matcher 'db*' in saltenv 'base' are not formed as a list (got str)
1 error, 3 warnings in 1 of 2 files

"#]]);
    let folder = Folder::new().file("top.sls", "base:\n  '*': [\n");
    folder.bunraku(&["check", "--format", "concise", "."]).assert().code(1).stdout_eq(str![[r#"
top.sls:3:1: salt-yaml Rendering SLS 'base:top' failed: while parsing a flow node in "<unicode string>", line 3, column 1 did not find expected node content in "<unicode string>", line 3, column 1
1 error in 1 of 1 file

"#]]);
    // What only a minion decides is no finding.
    let folder = Folder::new().file("top.sls", "base:\n  {% if grains.x %}\n  'web*': [{{ pillar.y }}]\n  {% endif %}\n");
    folder.bunraku(&["check", "--format", "concise", "."]).assert().code(0).stdout_eq(str![[r#"
checked 1 file: no findings

"#]]);
}

/// Formulas come from roots of their own, as by `gitfs`.
#[test]
fn what_another_root_may_have_is_a_warning() {
    let folder = Folder::new().file("top.sls", "base: {'*': [a, b, web, ntp]}\n");
    let folder = folder.file("a.sls", "include: [nginx.ng, web.none]\nx: {test.nop: [{require: [{pkg: nginx}]}]}\n");
    let folder = folder.file("b.sls", "{% from 'nginx/map.jinja' import m %}\ny: {test.nop: []}\n").file("web/init.sls", "");
    let folder = folder.file("web/c.sls", "{% from 'web/none.jinja' import m %}\nz: {test.nop: []}\n");
    // Data may come with a deployment.
    let folder = folder.file("web/d.sls", "{% import_yaml 'web/none.yaml' as m %}\nz: {test.nop: []}\n");
    folder.bunraku(&["check", "."]).assert().code(1).stdout_eq(str![[r#"
warning[salt-include]: Specified SLS nginx.ng in saltenv base is not available on the salt master or through a configured fileserver
 --> a.sls:1:11
  |
1 | include: [nginx.ng, web.none]
  |           ^^^^^^^^
  |
  = help: a formula may have it: `--salt-root` names more roots

error[salt-include]: Specified SLS web.none in saltenv base is not available on the salt master or through a configured fileserver
 --> a.sls:1:21
  |
1 | include: [nginx.ng, web.none]
  |                     ^^^^^^^^

warning[salt-template]: Rendering SLS 'base:b' failed: Jinja error: nginx/map.jinja
 --> b.sls:1:1
  |
1 | {% from 'nginx/map.jinja' import m %}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a formula may have it: `--salt-root` names more roots

warning[salt-include]: No matching sls found for 'ntp' in env 'base'
 --> top.sls:1:25
  |
1 | base: {'*': [a, b, web, ntp]}
  |                         ^^^
  |
  = help: a formula may have it: `--salt-root` names more roots

error[salt-template]: Rendering SLS 'base:web.c' failed: Jinja error: web/none.jinja
 --> web/c.sls:1:1
  |
1 | {% from 'web/none.jinja' import m %}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

warning[salt-template]: Rendering SLS 'base:web.d' failed: Jinja error: web/none.yaml
 --> web/d.sls:1:1
  |
1 | {% import_yaml 'web/none.yaml' as m %}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the file may be written when the states are deployed

2 errors, 4 warnings in 5 of 5 files

"#]]);
}

#[test]
fn what_is_not_known_is_named_and_no_error() {
    let text = "{% if pillar.large %}\na:\n  test.nop: []\n{% endif %}\n";
    let folder = Folder::new().file("states/open.sls", text);
    folder.bunraku(&["check", "--salt-root", "states", "open"]).assert().code(0).stdout_eq(str![[r#"
checked 1 file: no findings; 1 file not analysed

"#]]);
}

#[test]
fn edges_have_their_kinds_and_a_place() {
    let dot = tree().bunraku(&[&["graph"][..], &OPTIONS].concat()).assert().code(0);
    let dot = String::from_utf8_lossy(&dot.get_output().stdout).into_owned();
    assert!(
        dot.starts_with("digraph") && dot.contains("[label = \"require\"]") && dot.contains("[style = bold, label = \"watch\"]"),
        "{dot}"
    );
    let why = [&["why", "pkg: nginx", "file: /etc/two.conf"][..], &OPTIONS].concat();
    tree().bunraku(&why).assert().code(0).stdout_eq(str![[r#"
pkg: nginx runs before file: /etc/two.conf
  pkg: nginx -> file: /etc/two.conf: require (states/web.sls:5:9)

"#]]);
}

/// Grains as `salt-call --local --out json grains.items` prints them: all that a minion has, below its name.
#[test]
fn grains_that_salt_printed_are_all() {
    let some = r#"{"id": "web01", "os": "Debian", "roles": ["web"]}"#;
    let all = r#"{"local": {"id": "web01", "os": "Debian", "roles": ["web"], "saltpath": "/opt/salt", "pythonpath": ["/opt"]}}"#;
    let state = "{{ grains.id }}-{{ salt['config.get']('nginx:files_switch', 'none') }}:\n  test.nop:\n    - count: {{ grains | length }}\n    \
                 - cli: {{ opts.get('__cli') }} {{ opts | traverse('__master_opts__:__cli', 'none') }}\n";
    let folder = Folder::new()
        .file("states/a.sls", state)
        .file("states/b.sls", "{{ pillar.x }}: [test.nop]\n")
        .file("some.json", some)
        .file("all.json", all);
    let compile = |grains: &str| {
        let args = ["compile", "--salt-root", "states", "--grains", grains, "--pillar", "{}", "--format", "jsonl", "a"];
        folder.bunraku(&args).output().expect("it runs")
    };
    let whole = compile("all.json");
    let text = String::from_utf8_lossy(&whole.stdout).into_owned() + &String::from_utf8_lossy(&whole.stderr);
    for part in [r#""__id__":"web01-none""#, r#""count":5"#, r#""cli":"salt-call none""#] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // They name the minion, too.
    let without_pillar = folder.bunraku(&["compile", "--salt-root", "states", "--grains", "all.json", "b"]).output().expect("it runs");
    let help = String::from_utf8_lossy(&without_pillar.stderr).into_owned();
    assert!(help.ends_with("help: describe the minion with `--pillar FILE` or `--pillar-root DIR`\n"), "{help}");
    let partly = String::from_utf8_lossy(&compile("some.json").stderr).into_owned();
    assert!(partly.contains("the option or grain `nginx:files_switch`"), "{partly}");
}

#[test]
fn an_unknown_value_is_named_with_the_option_that_gives_it() {
    let states = "{% if pillar.get('on') %}\na:\n  test.nop: []\n{% endif %}\n";
    let grains = "b:\n  test.nop:\n    - name: {{ grains['os'] }}\n";
    let folder = Folder::new()
        .file("states/top.sls", "base:\n  'web*':\n    - a\n  'os:Debian':\n    - match: grain\n    - b\n")
        .file("states/a.sls", states)
        .file("states/b.sls", grains)
        .file("states/c.sls", "{{ salt['pillar.get']('users:name') }}:\n  test.nop: []\n")
        .file("states/d.sls", "d:\n  test.nop:\n    - name: {{ salt['cmd.run']('id') }}\n");
    let stderr = |args: &[&str]| {
        let output = folder.bunraku(&[&["compile", "--salt-root", "states"], args].concat()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    snapbox::assert_data_eq!(
        stderr(&[]),
        str![[r#"
bunraku: states/top.sls:2:3: SLS 'base:top' is not analysed: it depends on an unknown value: the minion id
bunraku: states/top.sls:4:3: SLS 'base:top' is not analysed: it depends on an unknown value: the grain `os`
help: describe the minion with `--grains debian-12` (or a file), `--pillar FILE` or `--pillar-root DIR`, `--id MINION`

"#]]
    );
    snapbox::assert_data_eq!(
        stderr(&["a"]),
        str![[r#"
bunraku: states/a.sls:1:7: SLS 'base:a' is not analysed: it depends on an unknown value: the pillar key `on`
help: describe the minion with `--grains debian-12` (or a file), `--pillar FILE` or `--pillar-root DIR`, `--id MINION`

"#]]
    );
    snapbox::assert_data_eq!(
        stderr(&["b"]),
        str![[r#"
bunraku: states/b.sls:3:7: SLS 'base:b' is not analysed: it depends on an unknown value: the grain `os`
help: describe the minion with `--grains debian-12` (or a file), `--pillar FILE` or `--pillar-root DIR`, `--id MINION`

"#]]
    );
    snapbox::assert_data_eq!(
        stderr(&["c", "--id", "web01", "--grains", "debian-12"]),
        str![[r#"
bunraku: states/c.sls:1:1: SLS 'base:c' is not analysed: it depends on an unknown value: the pillar key `users:name`
help: describe the minion with `--pillar FILE` or `--pillar-root DIR`

"#]]
    );
    snapbox::assert_data_eq!(
        stderr(&["d", "--id", "web01", "--grains", "debian-12", "--pillar", "{}"]),
        str![[r#"
bunraku: states/d.sls:3:7: SLS 'base:d' is not analysed: it depends on an unknown value: the result of `cmd.run`

"#]]
    );
    let apply = folder.bunraku(&["apply", "--test", "--no-state", "--salt-root", "states", "a"]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&apply.stderr).contains("help: describe the minion with `--grains debian-12`"), "{apply:?}");
}

#[test]
fn what_salt_ignores_silently_is_reported() {
    let text = "a:\n  test.nop:\n    - require_in:\n      - ghost\n    - contents: {{ pillar.get('sties') }}\n";
    let folder = tree().file("states/bad.sls", text);
    let check = ["check", "--salt-root", "states", "--pillar-root", "pillar", "--format", "concise"];
    folder.bunraku(&check).assert().code(0).stdout_eq(str![[r#"
states/bad.sls:4:9: salt-ignored-requisite `require_in` of `ghost` is ignored: no state is meant
states/bad.sls:5:32: salt-unknown-pillar-key no pillar file has the key `sties`: did you mean `sites`?
1 warning, 1 hint in 1 of 5 files

"#]]);
}

#[test]
fn a_plan_has_what_states_would_change() {
    let folder = Folder::new().file(
        "states/a.sls",
        "old:\n  test.succeed_with_changes: []\nrun:\n  cmd.run:\n    - name: 'true'\nsame:\n  test.nop: []\nbad:\n  test.fail_without_changes: []\n",
    );
    let plan = ["plan", "--salt-root", "states", "a"];
    folder.bunraku(&plan).assert().code(6).stdout_eq(str![[r#"
~ test.succeed_with_changes: old  (states/a.sls:2)
    testing: 'Unchanged' changes to 'Something pretended to change'
~ cmd.run: true  (states/a.sls:4)
    cmd: true
! test.fail_without_changes: bad  (states/a.sls:9)
    fails: If we weren't testing, this would be a failure!

Plan: 2 to change, 1 to fail, 1 unchanged

"#]]);
    let output = folder.bunraku(&[&plan[..], &["--format", "json"]].concat()).assert().code(6).get_output().stdout.clone();
    let data: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!((&data["counts"]["change"], &data["host"]), (&serde_json::json!(2), &serde_json::json!("local")));
    folder.bunraku(&[&plan[..], &["--tags", "x"]].concat()).assert().code(1).stdout_eq("");
}

const NEEDS_OPTIONS: &str = "{% if grains.role == 'web' and salt['config.get']('site:name') == opts.site.name %}\nb:\n  test.nop: []\na:\n  \
                             test.nop: []\n{% endif %}\n";

#[test]
fn the_configuration_of_a_minion_names_folders_and_options() {
    let folder = Folder::new().file("srv/salt/top.sls", "base:\n  web*:\n    - a\n").file("srv/salt/a.sls", NEEDS_OPTIONS);
    let root = folder.path("srv/salt").to_string_lossy().into_owned();
    let minion = format!("id: web1\nfile_roots:\n  base: [{root}, /missing/folder]\ngrains: {{role: web}}\nstate_auto_order: false\n");
    let folder = folder.file("etc/minion", &minion).file("etc/minion.d/site.conf", "site: {name: shop}\n");
    let list = ["compile", "--minion-config", "etc/minion", "--format", "list"];
    let expected = str![[r#"
test.nop	a	srv/salt/a.sls:5:3
test.nop	b	srv/salt/a.sls:3:3

"#]];
    folder.bunraku(&list).assert().code(0).stdout_eq(expected.clone());
    folder.bunraku(&[&list[..], &["a"]].concat()).assert().code(0).stdout_eq(expected);
    folder.bunraku(&["check", "--minion-config", "etc/minion"]).assert().code(0);
    // Options of the command line come first.
    let output = folder.bunraku(&[&list[..], &["--id", "db1"]].concat()).assert().code(1).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&output).contains("No Top file or master_tops data matches found"), "{output:?}");
    let folder = folder.file("etc/minion.d/more.conf", "renderer: py\njinja_env: {trim_blocks: true}\n");
    folder.bunraku(&list).assert().code(2).stdout_eq("").stderr_eq("bunraku: etc/minion: not supported: `jinja_env`, `renderer`\n");
}

#[test]
fn the_pillar_of_a_configuration_is_below_that_of_files_and_of_the_command() {
    let folder = Folder::new()
        .file("s/a.sls", "x:\n  test.nop:\n    - name: {{ [pillar.get('a'), pillar.get('b'), pillar.get('c')] | join('-') }}\n")
        .file("p/top.sls", "base: {'*': [one]}\n")
        .file("p/one.sls", "b: file\nc: file\n")
        .file("minion", "pillar: {a: own, b: own, c: own}\n");
    let shown = |more: &[&str]| {
        let args = ["compile", "--salt-root", "s", "--minion-config", "minion", "--format", "list"];
        let output = folder.bunraku(&[&args[..], more, &["a"]].concat()).assert().code(0).get_output().stdout.clone();
        String::from_utf8_lossy(&output).split('\t').nth(1).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(shown(&[]), "own-own-own");
    assert_eq!(shown(&["--pillar-root", "p"]), "own-file-file");
    assert_eq!(shown(&["--pillar-root", "p", "--pillar", "{\"c\": \"given\"}"]), "own-file-given");
    assert_eq!(shown(&["--pillar", "{\"c\": \"given\"}"]), "own-own-given");
    let folder = folder.file("minion", "pillar: [a]\n");
    let refused = "bunraku: minion: not supported: `pillar` that is no map\n";
    folder.bunraku(&["compile", "--salt-root", "s", "--minion-config", "minion", "a"]).assert().code(2).stderr_eq(refused);
}

#[test]
fn values_that_are_not_known_are_listed() {
    let text = "x:\n  cmd.run:\n    - name: echo\n    - env: {{ salt['cmd.run']('hostname') }}\ny:\n  test.nop:\n    - arg: [1, {{ grains.nosuch }}]\n";
    let folder = Folder::new().file("s/a.sls", text);
    folder.bunraku(&["compile", "--salt-root", "s", "a"]).assert().code(0).stderr_eq(str![[r#"
bunraku: s/a.sls:4:12: `env` of `cmd.run` is not known: the result of `cmd.run`
bunraku: s/a.sls:7:12: `arg` of `test.nop` is not known: the grain `nosuch`

"#]]);
}

/// The release that the settings of the project name counts in each command, unless an option names another one.
#[test]
fn settings_name_the_release() {
    let ghost = "a:\n  test.nop:\n    - require:\n      - test: ghost\n";
    let top = "base:\n  '*':\n    - bad\n";
    let folder = Folder::new().file("states/bad.sls", ghost).file("states/top.sls", top).file("bunraku.toml", "salt_release = \"3006\"\n");
    let earlier = "The following requisites were not found:";
    let last = "Referenced state does not exist for requisite";
    for (arguments, expected) in [
        (&["check", "."][..], earlier),
        (&["check", "--salt-root", "states"], earlier),
        (&["check", "--salt-order", "3008", "."], last),
        (&["compile", "--salt-root", "states", "bad"], "\"__id__\": \"a\""),
        (&["compile", "--salt-root", "states", "--salt-order", "3008", "bad"], last),
        (&["graph", "--salt-root", "states", "bad"], "test: a"),
        (&["graph", "--salt-root", "states", "--salt-order", "3008", "bad"], last),
    ] {
        let output = folder.bunraku(arguments).output().expect("bunraku");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

/// Commands do not answer by another release than the settings mean.
#[test]
fn a_release_that_cannot_be_read_is_refused() {
    let folder = |settings: &str| Folder::new().file("states/a.sls", "a: test.nop\n").file("bunraku.toml", settings);
    let wrong = folder("# of the site\nsalt_release = \"3005\"\n");
    for command in ["compile", "graph", "plan"] {
        wrong.bunraku(&[command, "--salt-root", "states", "a"]).assert().failure().stderr_eq(str![[r#"
bunraku: bunraku.toml:2: `salt_release`: expected 3006, 3007 or 3008, found `3005` (`--salt-order` names the release, too)

"#]]);
    }
    wrong.bunraku(&["compile", "--salt-root", "states", "--salt-order", "3006", "a"]).assert().success();
    folder("salt_release = \n").bunraku(&["compile", "--salt-root", "states", "a"]).assert().failure();
    folder("= 3\nsalt_release = \"3006\"\n").bunraku(&["compile", "--salt-root", "states", "a"]).assert().success();
}

#[test]
fn earlier_releases_have_a_graph_with_their_order() {
    let folder = Folder::new().file("s/a.sls", EARLIER);
    let graph = |release: &str| {
        let args = ["graph", "--salt-root", "s", "--salt-order", release, "--format", "json", "a"];
        let output = folder.bunraku(&args).assert().code(0).get_output().stdout.clone();
        let data: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
        let edges = data["edges"].as_array().expect("edges").iter();
        let edges: Vec<String> = edges.map(|it| format!("{} {} {}", it["from"], it["source"], it["to"]).replace('"', "")).collect();
        (data["order"].to_string().replace('"', ""), edges)
    };
    let edges = ["test: b require test: c", "test: c require test: d", "test: d require test: a"].map(str::to_owned);
    // Before 3008, all that a state needs is pulled forward with it; since then, only by one level.
    assert_eq!(graph("3006"), ("[test: x,test: b,test: c,test: d,test: a,test: y]".to_owned(), edges.to_vec()));
    assert_eq!(graph("3008").0, "[test: x,test: y,test: b,test: c,test: d,test: a]");
    folder.bunraku(&["why", "--salt-root", "s", "--salt-order", "3006", "b", "a", "a"]).assert().code(0).stdout_eq(str![[r#"
test: b runs before test: a
  test: b -> test: c: require (s/a.sls:15:17)
  test: c -> test: d: require (s/a.sls:18:17)
  test: d -> test: a: require (s/a.sls:7:17)

"#]]);
}

const EARLIER: &str = "x:\n  test.nop:\n    - order: 1\na:\n  test.nop:\n    - order: 2\n    - require: [test: d]\ny:\n  test.nop:\n    - order: 3\n\
                       b:\n  test.nop: []\nc:\n  test.nop:\n    - require: [test: b]\nd:\n  test.nop:\n    - require: [test: c]\n";

#[test]
fn settings_name_the_configuration_of_a_minion() {
    let toml = "[[salt_targets]]\nid = 'a'\nconfig = 'minions/a'\n[[salt_targets]]\nid = 'b'\ngrains = 'minions/b'\n";
    let folder = Folder::new()
        .file("top.sls", "base:\n  '*':\n    - web\n")
        .file("web.sls", "{% if grains.role == 'web' %}\nx: 5\n{% endif %}\n")
        .file("minions/a", "grains: {role: web}\nfile_roots: {base: [/srv/missing]}\n")
        .file("minions/b", "role: db\n")
        .file("bunraku.toml", toml);
    folder.bunraku(&["check", "--format", "concise"]).assert().code(1).stdout_eq(str![[r#"
web.sls:2:1: salt-structure ID x in SLS web is not a dictionary (on a)
1 error in 1 of 2 files

"#]]);
}
